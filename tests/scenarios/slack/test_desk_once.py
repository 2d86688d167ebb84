"""Nothing is opened, said or decided twice; what is not one's own is not touched."""

import asyncio
from typing import Any

from tests.fakes.slack.acting import Person
from tests.fakes.slack.delivering import INTERACTIVE, Dispatch
from tests.fakes.slack.interacting import trigger, whose
from tests.scenarios.slack.desk import (
    NOTE,
    REPLY,
    answered,
    asks_hr,
    card,
    card_says,
    cards,
    claims,
    presses,
    replies,
    sends,
)
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office


def last(bot: Office, kind: str) -> Dispatch:
    """The last interaction of a kind that Slack handed over."""
    there = [d for d in bot.slack.deliverer.dispatches if d.type == kind]
    return there[-1]


async def again(
    bot: Office,
    sent: Dispatch,
    by: Person,
    **changed: Any,  # noqa: ANN401  # JSON
) -> None:
    """Hand an interaction over once more, with another trigger, and changed as it is told."""
    own = whose(bot.slack, by) | {"trigger_id": trigger(bot.slack, by)}
    payload = sent.payload | own | changed
    copy = Dispatch(INTERACTIVE, bot.slack.clock.id("X"), payload)
    assert (await bot.slack.deliverer.hand(copy)).is_taken


async def test_ten_clicks_and_slacks_own_retries_open_one_case(bot: Office) -> None:
    shown = await answered(bot, bot.ben)
    await asyncio.gather(*(bot.ben.presses("ask_hr", on=shown) for _ in range(10)))
    await bot.slack.quiet()
    modal = bot.ben.modal
    assert modal is not None
    sent = last(bot, "block_actions")

    case = await sends(bot, bot.ben, modal)
    submitted = last(bot, "view_submission")
    other_view = submitted.payload["view"] | {"id": "V9"}
    for copy in (submitted.payload, submitted.payload | {"view": other_view}):
        same = Dispatch(INTERACTIVE, "", copy)
        await asyncio.gather(*(again(bot, same, bot.ben) for _ in range(5)))
    await again(bot, sent, bot.ben)
    await bot.slack.quiet(0.5)

    assert len(cards(bot)) == 1
    notes = [one for one in bot.ben.screen(bot.slack.dm(bot.ben)) if one.says("HR has your")]
    assert len(notes) == 1
    assert notes[0].says(case)
    assert bot.ben.modal is not None
    assert bot.ben.modal.says(f"You asked HR about this already: case {case}.")


async def test_a_form_of_hrs_that_is_sent_twice_says_its_words_once(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    await asyncio.gather(*(bot.vera.presses("case_claim", on=card(bot, case)) for _ in range(3)))
    await card_says(bot, case, "In work")
    await replies(bot, bot.vera, case)
    await asyncio.gather(*(again(bot, last(bot, "view_submission"), bot.vera) for _ in range(3)))
    await bot.slack.quiet(0.5)

    replied = [one for one in bot.ben.screen(bot.slack.dm(bot.ben)) if one.says(REPLY)]
    assert len(replied) == 1
    told = [text for text in bot.vera.everything_seen if "Vera Lind replied" in text]
    assert max(text.count(REPLY) for text in told) == 1


async def test_of_two_who_claim_at_once_one_has_it_and_the_other_is_told(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    shown = card(bot, case)

    await asyncio.gather(
        bot.vera.presses("case_claim", on=shown), bot.hugo.presses("case_claim", on=shown)
    )
    await card_says(bot, case, "In work")
    has = "Vera Lind" if card(bot, case).says("With Vera Lind") else "Hugo Paz"
    other = bot.hugo if has == "Vera Lind" else bot.vera
    told = await other.sees(f"{has} has had this case since", in_=bot.desk)
    assert told.is_ephemeral

    modal = await presses(bot, other, "case_reply", card(bot, case))
    assert modal.says(f"{has} has had this case since")
    assert "submit" not in modal.body


async def test_a_case_is_handed_on_to_somebody_of_hr_and_to_nobody_else(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    await claims(bot, bot.vera, case)

    modal = await presses(bot, bot.vera, "case_reassign", card(bot, case))
    await bot.vera.submits(modal, {"user": bot.eva.id})
    await bot.vera.sees("Only a member of this channel can take a case.", in_=bot.desk)
    modal = await presses(bot, bot.vera, "case_reassign", card(bot, case))
    await bot.vera.submits(modal, {"user": bot.hugo.id})

    await card_says(bot, case, "With Hugo Paz")
    await replies(bot, bot.hugo, case)
    await bot.ben.sees("Hugo Paz from HR answered", in_=bot.slack.dm(bot.ben))


async def test_a_colleague_opens_no_case_on_somebody_elses_answer(bot: Office) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.eva.sees(OFFICE_ANSWER, in_=bot.general)

    modal = await presses(bot, bot.eva, "ask_hr", shown)
    assert modal.says("Solo puede hacerlo quien")
    modal = await presses(bot, bot.ben, "ask_hr", shown)
    await bot.ben.submits(modal, {"note": NOTE})
    await bot.slack.until(lambda: cards(bot))
    submitted = last(bot, "view_submission")
    view = submitted.payload["view"] | {"id": "V8"}
    await again(bot, submitted, bot.eva, view=view)

    await bot.eva.sees("No hay ninguna pregunta tuya", in_=bot.slack.dm(bot.eva))
    assert len(cards(bot)) == 1
    assert not any(NOTE in text for text in bot.eva.everything_seen)


async def test_made_up_numbers_of_cases_and_answers_open_and_change_nothing(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    own = await answered(bot, bot.eva)
    await bot.eva.presses("show_passage", on=own)
    pressed = last(bot, "block_actions").payload
    exchange = str(pressed["actions"][0]["value"]).partition(":")[0]
    tried = [
        ("show_passage", f"{exchange}:99"),
        ("show_passage", f"{exchange}:-1"),
        ("show_passage", "NOWHERE:1"),
        ("choose_0", f"{exchange}:-1"),
        ("choose_0", f"{exchange}:x"),
        ("share", "NOWHERE"),
        ("ask_hr", "NOWHERE"),
        ("feedback", "NOWHERE:bad"),
        ("answer_privately", "NOWHERE"),
        ("case_claim", case),
        ("case_answer", case),
        ("case_reply", case),
        ("verified_approve", "NOWHERE"),
    ]
    bot.slack.views.clear(bot.eva)

    for action, value in tried:
        actions = [pressed["actions"][0] | {"action_id": action, "value": value}]
        await again(bot, Dispatch(INTERACTIVE, "", pressed), bot.eva, actions=actions)
    await bot.slack.quiet(1)

    assert card(bot, case).says("New")
    seen = bot.eva.everything_told
    assert not any(NOTE in text or "went wrong" in text or "fue mal" in text for text in seen)
    assert any("Esto es para quien es miembro del canal de Recursos" in text for text in seen)
    assert not bot.slack.refused
