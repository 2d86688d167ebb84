"""A client that sends values, forms and ids of its own choice gets nothing that is not its own."""

from structlog.testing import capture_logs

from tests.fakes.slack.delivering import COMMANDS, Dispatch
from tests.scenarios.slack.forging import forged_form, forged_press, offered, typed
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
)


async def test_a_form_of_hrs_tells_others_nothing_of_a_case(bot: Office) -> None:
    case_id = await _case_of(bot, "ana")

    for about in (case_id, "NOCASE"):
        for words in ("Ana Ruiz earns more", "Nobody earns more"):
            told = await forged_form(
                bot.ben,
                "case_save",
                about,
                {"question": typed(words), "answer": typed("Yes."), "owner": typed("")},
            )
            assert told.is_taken
            assert told.json == {}, "It tells whose case it is."


async def test_nobody_shares_in_a_channel_that_they_have_left(bot: Office) -> None:
    small = bot.slack.channel("small", members=[bot.ana, bot.ben], private=True)
    await bot.ana.commands(f"/policy {OFFICE}", in_=small)
    answer = await bot.ana.sees(OFFICE_ANSWER, in_=bot.slack.dm(bot.ana))
    await bot.slack.quiet(3)  # what is known of the channel is old
    small.let_go(bot.ana)

    await forged_form(bot.ana, "share", offered(answer, "share"), {})

    await bot.ana.sees("could not post", in_=bot.slack.dm(bot.ana))
    assert not bot.ben.screen(small)


async def test_a_private_channel_is_not_named_to_who_is_not_in_it(bot: Office) -> None:
    await bot.ben.commands(f"/policy {OFFICE}", in_=bot.general)
    secret = bot.slack.channel("merger-2027", members=[bot.ana], private=True)
    await bot.slack.quiet()
    sent = [one for one in bot.slack.deliverer.dispatches if one.kind == COMMANDS]
    payload = sent[-1].payload | {"channel_id": secret.id, "trigger_id": "1.2.3"}

    await bot.slack.deliverer.hand(Dispatch(COMMANDS, "X", payload))
    await bot.slack.quiet(1)

    assert not any("merger" in text for text in bot.ben.everything_seen)


async def test_a_choice_that_was_never_offered_is_nothing(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    await bot.ana.says(OFFICE, in_=dm)
    answer = await bot.ana.sees(OFFICE_ANSWER, in_=dm)
    await bot.slack.quiet()
    exchange = offered(answer, "ask_hr")
    calls = len(bot.slack.called("chat.postMessage"))

    with capture_logs() as logs:
        for index in ("0", "-1", "", "one", "9" * 30, "²", "0x0"):
            await forged_press(bot.ana, "choose_0", f"{exchange}:{index}", in_=dm, on=answer)
        await bot.slack.quiet(1)

    assert not [line for line in logs if line["event"] == "event failed"]
    assert len(bot.slack.called("chat.postMessage")) == calls


async def test_ids_of_other_peoples_exchanges_open_nothing(bot: Office) -> None:
    dm, bens = bot.slack.dm(bot.ana), bot.slack.dm(bot.ben)
    await bot.ana.says(BANDS, in_=dm)
    answer = await bot.ana.sees(BANDS_ANSWER, in_=dm)
    exchange = offered(answer, "ask_hr")
    await bot.ben.says(OFFICE, in_=bens)
    his = await bot.ben.sees(OFFICE_ANSWER, in_=bens)

    for action in ("ask_hr", "share", "answer_privately"):
        await forged_press(bot.ben, action, exchange, in_=bens, on=his)
    await forged_press(bot.ben, "show_passage", f"{exchange}:1", in_=bens, on=his)
    await forged_press(bot.ben, "show_passage", f"{exchange}:1", in_=bot.general)
    await forged_press(bot.ben, "show_passage", f"{exchange}:1", in_=dm, on=answer)
    await forged_press(bot.ben, "answer_privately", exchange, in_=bot.general)
    await forged_form(bot.ben, "share", exchange, {})
    await forged_form(bot.ben, "ask_hr", exchange, {"question": typed("Mine")})
    await bot.slack.quiet(2)

    seen = bot.ben.everything_seen | set(bot.vera.everything_seen)
    assert not any(word in text for text in seen for word in (BANDS_ANSWER, "band 4", "bands"))
    assert not bot.vera.screen(bot.desk)


async def test_hrs_buttons_and_forms_do_nothing_for_others(bot: Office) -> None:
    case_id = await _case_of(bot, "ana")
    before = [shown.blocks for shown in bot.vera.screen(bot.desk)]

    for action in ("case_claim", "case_reply", "case_reassign", "case_resolve", "case_save"):
        for place in (bot.general, bot.desk, bot.slack.dm(bot.ben)):
            await forged_press(bot.ben, action, case_id, in_=place)
    for form in ("case_reply", "case_ask_back", "case_answer"):
        await forged_form(bot.ben, form, case_id, {"text": typed("I am HR")})
    await forged_form(
        bot.ben,
        "case_reassign",
        case_id,
        {"user": {"type": "users_select", "selected_user": bot.ben.id}},
    )
    await bot.slack.quiet(2)

    assert [shown.blocks for shown in bot.vera.screen(bot.desk)][: len(before)] == before
    assert not any("I am HR" in text for text in bot.ana.everything_seen)
    assert not any("band 4" in text for text in bot.ben.everything_seen)


async def _case_of(bot: Office, name: str) -> str:
    person = getattr(bot, name)
    dm = bot.slack.dm(person)
    await person.says(BANDS, in_=dm)
    answer = await person.sees(BANDS_ANSWER, in_=dm)
    await person.presses("ask_hr", on=answer)
    await bot.slack.until(lambda: person.modal)
    await person.submits(person.modal, {})
    card = await bot.vera.sees("band 4", in_=bot.desk)
    return offered(card, "case_claim")
