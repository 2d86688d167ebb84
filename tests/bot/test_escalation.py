import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.escalation_wording import _SENTENCES, CaseError, Wrong
from storage.cases import Case, State
from storage.database import Database
from storage.moments import now
from tests.bot.hr_desk import ANA, ASKED, HOURS, IVO, MARTA, ORIGIN, QUESTION, House, refused


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    yield House(database)
    await database.close()


async def test_a_case_shows_hr_the_question_the_answer_and_its_citations(house: House) -> None:
    exchange_id = await house.asked()

    draft = await house.desk.draft(exchange_id, ANA.upper())
    case = await house.open(exchange_id)

    assert draft.question == QUESTION
    assert (case.told.question, case.told.answer) == (
        QUESTION,
        "From the policies:\nTwo days.\nThey are paid.",
    )
    assert [(one.title, one.url) for one in case.told.citations] == [
        ("Leave", "https://wiki.example/leave#moving")
    ]
    assert (case.told.note, case.told.origin) == ("Soon, please.", ORIGIN)
    assert case.due_at - case.opened_at == pytest.approx(
        timedelta(hours=HOURS), abs=timedelta(seconds=5)
    )
    assert await house.kinds(case) == ["opened", "answered", "escalated"]


async def test_without_its_text_a_case_tells_nothing_of_what_it_is_about(house: House) -> None:
    case = await house.open(await house.asked(), with_text=False)

    assert (case.told.question, case.told.answer, case.told.citations) == (None, None, ())
    assert (case.told.outcome, case.told.language) == ("grounded", "en")
    for word in ("move", "days", "Leave", "wiki"):
        assert word not in str(case)


async def test_the_asker_may_put_the_question_in_other_words(house: House) -> None:
    case = await house.desk.open(
        await house.asked(),
        ANA,
        note="",
        with_text=True,
        question="Does it matter how far I\u200b move?",
        origin={},
        key="k0",
    )

    assert case.told.question == "Does it matter how far I move?"


async def test_only_the_asker_opens_a_case_and_nobody_learns_whose_question_it_was(
    house: House,
) -> None:
    exchange_id = await house.asked()

    for number, by in ((exchange_id, MARTA), ("NOWHERE", ANA)):
        error = await refused(
            house.desk.open(number, by, note="", with_text=True, origin={}, key="k")
        )
        assert error.wrong is Wrong.UNKNOWN_EXCHANGE
    assert await house.desk.case_of(exchange_id) is None


async def test_somebody_whom_no_source_knows_does_not_reach_hr(house: House) -> None:
    exchange_id = await house.asked({**ASKED, "principals": []})

    assert (await refused(house.open(exchange_id))).wrong is Wrong.NOT_FOR_STRANGERS


async def test_a_double_click_opens_one_case(house: House) -> None:
    exchange_id = await house.asked()

    one, other = await asyncio.gather(
        house.open(exchange_id, key="a"), house.open(exchange_id, key="b")
    )

    assert one == other


async def test_a_case_goes_from_hand_to_hand_until_it_is_resolved(house: House) -> None:
    case = await house.opened()
    desk = house.desk

    claimed = await desk.claim(case.id, MARTA, key="k1")
    asked = await desk.ask_back(case.id, MARTA, "Which office?", key="k2")
    told = await desk.answer_back(case.id, ANA, "Madrid.", key="k3")
    given = await desk.reassign(case.id, IVO, IVO, key="k4")
    answered = await desk.reply(case.id, IVO, "Two days.", key="k5")
    more = await desk.reply(case.id, IVO, "And they are paid.", key="k6")
    resolved = await desk.resolve(case.id, IVO, key="k7")

    steps = (claimed, asked, told, given, answered, more, resolved)
    assert [(step.state, step.assignee) for step in steps] == [
        (State.CLAIMED, MARTA),
        (State.ASKED_BACK, MARTA),
        (State.CLAIMED, MARTA),
        (State.CLAIMED, IVO),
        (State.ANSWERED, IVO),
        (State.ANSWERED, IVO),
        (State.RESOLVED, IVO),
    ]
    assert [(event.deed, event.by, event.text, event.to) for event in resolved.events[2:5]] == [
        ("asked_back", MARTA, "Which office?", None),
        ("answered_back", ANA, "Madrid.", None),
        ("reassigned", IVO, "", IVO),
    ]
    assert await house.kinds(case) == [
        "opened",
        "answered",
        "escalated",
        "case_claimed",
        "case_asked_back",
        "case_answered_back",
        "case_reassigned",
        "case_answered",
        "case_answered",
        "case_resolved",
    ]


async def test_of_two_who_claim_at_once_one_has_it_and_the_other_is_told_who(
    house: House,
) -> None:
    case = await house.opened()

    results = await asyncio.gather(
        house.desk.claim(case.id, MARTA, key="m"),
        house.desk.claim(case.id, IVO, key="i"),
        return_exceptions=True,
    )

    (error,) = (result for result in results if isinstance(result, CaseError))
    (won,) = (result for result in results if isinstance(result, Case))
    assert error.wrong is Wrong.TAKEN
    assert error.who == won.assignee
    assert error.since == won.assigned_at
    assert f"{won.assignee} has had this case since" in str(error)


async def test_what_is_done_too_early_or_by_somebody_else_is_told_in_a_sentence(
    house: House,
) -> None:
    case = await house.opened()
    desk = house.desk

    assert (await refused(desk.reply(case.id, IVO, "No.", key="1"))).wrong is Wrong.UNCLAIMED
    assert (await refused(desk.answer_back(case.id, ANA, "?", key="2"))).wrong is (
        Wrong.NOTHING_ASKED
    )
    await desk.claim(case.id, MARTA, key="3")
    assert (await refused(desk.reply(case.id, IVO, "No.", key="4"))).wrong is Wrong.TAKEN
    assert (await refused(desk.resolve(case.id, MARTA, key="5"))).wrong is Wrong.UNANSWERED
    assert (await refused(desk.reply(case.id, MARTA, " \u200b\n", key="6"))).wrong is Wrong.EMPTY
    too_long = await refused(desk.reply(case.id, MARTA, "no " * 2000, key="7"))
    assert (too_long.wrong, too_long.what) == (Wrong.TOO_LONG, "4000")
    assert (await refused(desk.withdraw(case.id, IVO, key="8"))).wrong is Wrong.NOT_YOUR_CASE
    assert (await refused(desk.claim("NOWHERE", IVO, key="9"))).wrong is Wrong.UNKNOWN_CASE


async def test_nobody_sees_to_a_case_of_their_own(house: House) -> None:
    exchange_id = await house.asked(by=MARTA)  # of HR herself
    case = await house.desk.open(exchange_id, MARTA, note="", with_text=True, origin={}, key="k0")
    desk = house.desk

    for doing in (
        desk.claim(case.id, MARTA, key="1"),
        desk.reassign(case.id, IVO, MARTA, key="2"),
        desk.reassign(case.id, MARTA, IVO, key="3"),
        desk.reply(case.id, MARTA, "Yes.", key="4"),
    ):
        assert (await refused(doing)).wrong is Wrong.OWN_CASE
    assert (await desk.claim(case.id, IVO, key="5")).assignee == IVO


async def test_a_case_that_was_taken_back_is_closed_to_everybody(house: House) -> None:
    case = await house.opened()
    await house.desk.withdraw(case.id, ANA, key="1")

    for doing in (
        house.desk.claim(case.id, MARTA, key="2"),
        house.desk.answer_back(case.id, ANA, "But…", key="3"),
    ):
        assert (await refused(doing)).wrong is Wrong.WITHDRAWN
    assert await house.desk.due(now() + timedelta(days=9)) == []


async def test_what_the_employee_writes_after_the_answer_gives_hr_its_time_anew(
    house: House,
) -> None:
    case = await house.opened()
    await house.desk.claim(case.id, MARTA, key="1")
    await house.desk.reply(case.id, MARTA, "Two.", key="2")

    again = await house.desk.answer_back(case.id, ANA, "Even within Madrid?", key="3")

    assert again.state is State.CLAIMED
    assert again.due_at > case.due_at
    assert again.reminder != case.reminder
    await house.desk.resolve(case.id, MARTA, key="4")  # it was answered once


async def test_hr_is_reminded_once_for_each_period_that_passes(house: House) -> None:
    case = await house.opened()
    other = await house.opened()
    await house.desk.claim(other.id, MARTA, key="1")
    await house.desk.ask_back(other.id, MARTA, "Which?", key="2")
    told: list[str] = []

    async def remind(of: Case) -> bool:
        told.append(of.reminder)
        return True

    for hours in (HOURS - 1, HOURS + 1, HOURS + 2, 3 * HOURS + 1, 3 * HOURS + 2, 4 * HOURS + 1):
        await house.desk.reminders(case.opened_at + timedelta(hours=hours), remind)

    assert len(told) == 3
    assert len(set(told)) == 3
    assert all(key.startswith(f"{case.id}/") for key in told)


async def test_a_reminder_that_did_not_go_out_goes_out_later_under_the_same_key(
    house: House,
) -> None:
    case = await house.opened()
    at = case.due_at + timedelta(minutes=1)

    async def fail(_: Case) -> bool:
        raise ConnectionError

    async def reach_nobody(_: Case) -> bool:
        return False

    with pytest.raises(ConnectionError):
        await house.desk.reminders(at, fail)
    assert await house.desk.reminders(at, reach_nobody) == 0
    (again,) = await house.desk.due(at + timedelta(minutes=5))
    assert again.reminder == case.reminder


def test_every_reason_is_told_in_every_language() -> None:
    error = CaseError(Wrong.TAKEN, who=MARTA, since=now())

    assert set(_SENTENCES) == {"en", "es"}
    for sentences in _SENTENCES.values():
        assert set(sentences) == set(Wrong)
    assert "<@U1> tiene este caso desde" in error.told("es", who="<@U1>")
    assert error.told("fr") == str(error)
