"""What HR answered one employee answers others: let in by two, read by whoever may, until then."""

import fcntl

from tests.fakes.slack.acting import Person
from tests.fakes.slack.screens import Shown
from tests.scenarios.slack.desk import (
    VERIFIED,
    VERIFIED_QUESTION,
    asks_hr,
    card,
    claims,
    presses,
    replies,
    verified,
)
from tests.scenarios.slack.office import BANDS, LEAVE, Office

BY_HR = "Verified by HR"
BAND_QUESTION = "What does band 4 earn in Lisbon?"
BAND_ANSWER = "In Lisbon band 4 earns 39,000 to 44,000 euros a year."
NOBODY_KNOWS = "May I bring my dog to the Lisbon office?"


async def answered_case(bot: Office, asker: Person, question: str = LEAVE) -> str:
    case = await asks_hr(bot, asker, question)
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)
    return case


async def asked(bot: Office, person: Person, question: str = VERIFIED_QUESTION) -> Shown:
    """Ask in private, and give the reply once it stands."""
    dm = bot.slack.dm(person)
    message = await person.says(question, in_=dm)
    return await person.sees(lambda shown: shown.thread == message.ts and shown.blocks, in_=dm)


async def test_a_second_person_lets_an_answer_in_and_its_owner_takes_it_out(bot: Office) -> None:
    case = await answered_case(bot, bot.ben)
    shown = await verified(bot, case)
    assert shown.says("Kept up to date by Hugo Paz")
    await bot.vera.presses("verified_approve", on=shown)
    await bot.vera.sees("somebody else of HR has to approve it", in_=bot.desk)

    await bot.hugo.presses("verified_approve", on=shown)
    await bot.hugo.sees("In use", in_=bot.desk)
    await bot.slack.quiet(1)
    answer = await asked(bot, bot.eva)
    assert answer.says(VERIFIED)
    assert answer.says("Verificado por RR. HH.")
    assert not any("verified:" in text for text in answer.texts)
    modal = await presses(bot, bot.eva, "show_passage", answer)
    assert modal.says(VERIFIED)

    await bot.vera.presses("verified_withdraw", on=shown)
    await bot.vera.sees("Only its owner, Hugo Paz, can withdraw this answer.", in_=bot.desk)
    await bot.hugo.presses("verified_withdraw", on=shown)
    await bot.hugo.sees("No longer in use", in_=bot.desk)
    assert not (await asked(bot, bot.eva)).says(VERIFIED)
    modal = await presses(bot, bot.eva, "show_passage", answer)
    assert not modal.says(VERIFIED)
    assert not bot.slack.refused


async def test_it_is_read_by_nobody_who_may_not_read_what_the_case_cited(bot: Office) -> None:
    case = await answered_case(bot, bot.ana, BANDS)
    shown = await verified(bot, case, BAND_QUESTION, BAND_ANSWER)
    await bot.hugo.presses("verified_approve", on=shown)
    await bot.hugo.sees("In use", in_=bot.desk)
    await bot.slack.quiet(1)

    assert (await asked(bot, bot.ana, BAND_QUESTION)).says(BY_HR)
    await asked(bot, bot.ben, BAND_QUESTION)
    assert not any(BAND_ANSWER in text for text in bot.ben.everything_seen)


async def test_where_nothing_was_cited_whoever_approves_names_the_group(bot: Office) -> None:
    case = await answered_case(bot, bot.ben, NOBODY_KNOWS)
    shown = await verified(bot, case, "Are dogs welcome in Lisbon?", "Dogs are welcome there.")

    modal = await presses(bot, bot.hugo, "verified_approve", shown)
    await bot.hugo.submits(modal, {"audience": "group:hr"})
    await bot.hugo.sees("In use", in_=bot.desk)
    await bot.slack.quiet(1)

    assert (await asked(bot, bot.ana, "Are dogs welcome in Lisbon?")).says(BY_HR)
    assert not (await asked(bot, bot.ben, "Are dogs welcome in Lisbon?")).says(BY_HR)


async def test_what_points_to_the_employee_is_refused_before_the_form_closes(bot: Office) -> None:
    case = await answered_case(bot, bot.ben)
    modal = await presses(bot, bot.vera, "case_save", card(bot, case))
    values = {"question": VERIFIED_QUESTION, "answer": VERIFIED, "owner": bot.hugo.id}
    values["until"] = "2099-01-31"

    await bot.vera.submits(modal, values | {"answer": "Ben Ode may leave at noon."})
    assert "employee's name" in modal.errors["answer"]
    await bot.vera.submits(modal, values | {"owner": bot.ben.id})
    assert "your own case" in modal.errors["owner"]
    await bot.vera.submits(modal, values | {"until": "2020-01-31"})
    assert modal.errors["until"] == "Its last day is over already."
    await bot.vera.submits(modal, values)

    await bot.hugo.sees("Waiting for a second person", in_=bot.desk)
    modal = await presses(bot, bot.vera, "case_save", card(bot, case))
    assert modal.says("Vera Lind made a verified answer of this case already")


async def test_an_answer_that_is_let_in_during_a_sync_is_found_after_it(bot: Office) -> None:
    case = await answered_case(bot, bot.ben)
    shown = await verified(bot, case)
    await bot.slack.quiet(1)

    with (bot.settings.data / "policies" / "sync.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        await bot.hugo.presses("verified_approve", on=shown)
        await bot.hugo.sees("In use", in_=bot.desk)
        await bot.slack.quiet()
        assert not (await asked(bot, bot.eva)).says(VERIFIED)

    await bot.slack.quiet(11)
    assert (await asked(bot, bot.eva)).says(VERIFIED)
    assert not any("went wrong" in text for text in bot.hugo.everything_seen)
