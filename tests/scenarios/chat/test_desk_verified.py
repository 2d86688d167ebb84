"""What HR answered one employee answers others: let in by two, read by whoever may, until then."""

import fcntl

from tests.scenarios.chat.clients import Person
from tests.scenarios.chat.company import BANDS, LEAVE
from tests.scenarios.chat.desk import (
    VERIFIED,
    VERIFIED_QUESTION,
    Shown,
    answered,
    asks_hr,
    card,
    claims,
    replies,
    verified,
)
from tests.scenarios.chat.office import Office

BY_HR = "Verified by HR"
BAND_QUESTION = "What does band 4 earn in Lisbon?"
BAND_ANSWER = "In Lisbon band 4 earns 39,000 to 44,000 euros a year."
NOBODY_KNOWS = "May I bring my dog to the Lisbon office?"


async def answered_case(bot: Office, asker: Person, question: str = LEAVE) -> str:
    case = await asks_hr(bot, asker, question)
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)
    return case


async def let_in(bot: Office, shown: Shown) -> None:
    """Let Hugo approve, and wait until whoever asks may find it."""
    await bot.hugo.presses("verified_approve", on=shown)
    await bot.hugo.sees("In use", in_=bot.desk)
    await bot.settles()


async def asked(bot: Office, person: Person, question: str = VERIFIED_QUESTION) -> Shown:
    """Ask in private, and give the reply once it stands."""
    return await answered(bot, person, question)


async def test_a_second_person_lets_an_answer_in_and_its_owner_takes_it_out(
    own_bot: Office,
) -> None:
    bot = own_bot
    case = await answered_case(bot, bot.ben)
    shown = await verified(bot, case)
    assert shown.says("Kept up to date by Hugo Paz")
    await bot.vera.presses("verified_approve", on=shown)
    await bot.alone(bot.vera, "somebody else of HR has to approve it", bot.desk)

    await let_in(bot, shown)
    answer = await asked(bot, bot.eva)
    assert answer.says(VERIFIED)
    assert bot.says(answer, "Verificado por RR. HH.")
    assert not any("verified:" in text for text in answer.texts)
    form = await bot.opens(bot.eva, "show_passage", answer)
    assert form.says(VERIFIED)

    await bot.vera.presses("verified_withdraw", on=shown)
    await bot.alone(bot.vera, "Only its owner, Hugo Paz, can withdraw this", bot.desk)
    await bot.hugo.presses("verified_withdraw", on=shown)
    await bot.hugo.sees("No longer in use", in_=bot.desk)
    assert not (await asked(bot, bot.eva)).says(VERIFIED)
    form = await bot.opens(bot.eva, "show_passage", answer)
    assert not form.says(VERIFIED)
    assert not bot.refused


async def test_it_is_read_by_nobody_who_may_not_read_what_the_case_cited(own_bot: Office) -> None:
    bot = own_bot
    case = await answered_case(bot, bot.ana, BANDS)
    shown = await verified(bot, case, BAND_QUESTION, BAND_ANSWER)
    await let_in(bot, shown)

    assert bot.says(await asked(bot, bot.ana, BAND_QUESTION), BY_HR)
    await asked(bot, bot.ben, BAND_QUESTION)
    assert not any(BAND_ANSWER in text for text in bot.ben.everything_seen)


async def test_where_nothing_was_cited_whoever_approves_names_the_group(own_bot: Office) -> None:
    bot = own_bot
    case = await answered_case(bot, bot.ben, NOBODY_KNOWS)
    shown = await verified(bot, case, "Are dogs welcome in Lisbon?", "Dogs are welcome there.")

    form = await bot.opens(bot.hugo, "verified_approve", shown)
    await form.sends(audience="group:hr")
    await bot.hugo.sees("In use", in_=bot.desk)
    await bot.quiet(1)

    assert bot.says(await asked(bot, bot.ana, "Are dogs welcome in Lisbon?"), BY_HR)
    assert not bot.says(await asked(bot, bot.ben, "Are dogs welcome in Lisbon?"), BY_HR)


async def test_what_points_to_the_employee_is_refused_before_the_form_closes(
    own_bot: Office,
) -> None:
    bot = own_bot
    case = await answered_case(bot, bot.ben)
    form = await bot.opens(bot.vera, "case_save", card(bot, case))
    values = {"question": VERIFIED_QUESTION, "answer": VERIFIED, "owner": bot.picked(bot.hugo)}
    values["until"] = "2099-01-31"
    wrong = {
        "answer": ("Ben Ode may leave at noon.", "employee's name"),
        "owner": (bot.picked(bot.ben), "your own case"),
        "until": ("2020-01-31", "Its last day is over already."),
    }

    for field, (value, why) in wrong.items():
        await form.sends(**(values | {field: value}))
        assert any(why in objection for objection in form.objections), field
    await form.sends(**values)

    await bot.hugo.sees("Waiting for a second person", in_=bot.desk)
    form = await bot.opens(bot.vera, "case_save", card(bot, case))
    assert form.says("Vera Lind made a verified answer of this case already")


async def test_an_answer_that_is_let_in_during_a_sync_is_found_after_it(own_bot: Office) -> None:
    bot = own_bot
    case = await answered_case(bot, bot.ben)
    shown = await verified(bot, case)
    await bot.quiet(1)  # for the sync

    with (bot.settings.data / "policies" / "sync.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        await bot.hugo.presses("verified_approve", on=shown)
        await bot.hugo.sees("In use", in_=bot.desk)
        await bot.quiet()
        assert not (await asked(bot, bot.eva)).says(VERIFIED)

    await bot.quiet(11, within=30)
    assert (await asked(bot, bot.eva)).says(VERIFIED)
    assert not any("went wrong" in text for text in bot.hugo.everything_seen)
