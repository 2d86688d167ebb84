import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.cases import Action, Case, Cases, Change, Cited, State, Told
from storage.database import Database
from storage.exchanges import Opening
from storage.people import Known, People
from storage.sealing import sealed, unsealed
from storage.verified import Approval, Entry, EntryState, Proposal, VerifiedEntries
from tests.sealed import recorded

ANA, MARTA, IVO = "ana@corp.example", "marta@corp.example", "ivo@corp.example"
DUE = datetime(2026, 12, 1, 12, tzinfo=UTC)
TOLD = Told(
    question="¿Y si me mudo dos veces?",
    answer="Two days.",
    citations=(Cited("folder:leave.md", "Leave", ("Moving",), "https://wiki.example/leave"),),
    note="It is urgent.",
    outcome="grounded",
    language="es",
    origin={"channel": "C1", "message": "1.0"},
)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    yield database
    await database.close()


async def opened(database: Database, due_at: datetime = DUE, asker: str = ANA) -> Case:
    exchange_id = await recorded(database).open(Opening(asker, "tests", private=True), {}, [])
    return await Cases(database).open(exchange_id, asker, TOLD, due_at=due_at, key="k0")


def taking(by: str) -> Action:
    return Action("claimed", by, key=f"claim of {by}")


async def test_a_case_is_read_back_as_it_was_told_after_a_restart(
    database: Database, tmp_path: Path
) -> None:
    case = await opened(database)
    again = Database(tmp_path / "policybot.sqlite")
    await again.open()

    assert await Cases(again).get(case.id) == case
    await again.close()
    assert (case.told, case.state, case.assignee, case.due_at) == (TOLD, State.OPEN, None, DUE)
    assert [(event.kind, event.by, event.text) for event in case.events] == [("opened", ANA, "")]


async def test_an_exchange_has_one_case_however_often_and_however_fast_it_is_opened(
    database: Database,
) -> None:
    exchange_id = await recorded(database).open(Opening(ANA, "tests", private=True), {}, [])
    cases = Cases(database)

    twice = await asyncio.gather(
        *(cases.open(exchange_id, ANA, TOLD, due_at=DUE, key=f"k{n}") for n in range(5))
    )

    assert len({case.id for case in twice}) == 1
    kinds = [event.kind for event in await recorded(database).events(exchange_id)]
    assert kinds == ["opened", "escalated"]


async def test_of_those_who_take_a_case_at_once_the_later_ones_see_who_was_first(
    database: Database,
) -> None:
    case = await opened(database)
    seen: list[str | None] = []

    async def take(by: str) -> None:
        def decide(now: Case) -> Change | None:
            seen.append(now.assignee)
            return Change(State.CLAIMED, by) if now.assignee is None else None

        await Cases(database).change(case.id, taking(by), decide)

    await asyncio.gather(take(MARTA), take(IVO))

    assert seen[0] is None
    after = await Cases(database).get(case.id)
    assert after is not None
    assert after.assignee == seen[1]
    assert len(after.events) == 2


async def test_an_action_under_a_known_key_is_not_even_considered(database: Database) -> None:
    case = await opened(database)
    cases = Cases(database)
    done = await cases.change(case.id, taking(MARTA), lambda _: Change(State.CLAIMED, MARTA))

    def refuse(_: Case) -> Change:
        raise AssertionError

    assert await cases.change(case.id, taking(MARTA), refuse) == done
    assert await cases.change("NOWHERE", taking(MARTA), refuse) is None


async def test_what_may_not_be_done_leaves_nothing_behind(database: Database) -> None:
    case = await opened(database)

    def refuse(_: Case) -> Change:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await Cases(database).change(case.id, taking(MARTA), refuse)
    assert await Cases(database).get(case.id) == case


async def test_no_text_of_a_case_is_stored_unsealed(database: Database) -> None:
    case = await opened(database)
    action = Action("answered", MARTA, "k1", text="secret")
    await Cases(database).change(case.id, action, lambda _: Change(State.ANSWERED, MARTA))

    async with database.reading() as connection:
        bodies = (await connection.execute(text("SELECT body FROM hr_case_event"))).scalars().all()
        rows = (await connection.execute(text("SELECT * FROM hr_case"))).all()
        exchange = (await connection.execute(text("SELECT body FROM exchange_event"))).scalars()
        on_exchange = " ".join(exchange)
    assert all(body == sealed(unsealed(body)) for body in bodies)
    for part in ("secret", "mudo", "Two days", "urgent"):
        assert part in " ".join(bodies)
        assert part not in str(rows) + on_exchange


async def test_hr_sees_first_what_is_due_first_and_last_what_is_closed(database: Database) -> None:
    cases = Cases(database)
    late, soon, closed = [
        (await opened(database, DUE + timedelta(hours=hours))).id for hours in (5, 1, 0)
    ]
    await cases.change(
        closed, Action("withdrawn", ANA, "k"), lambda _: Change(State.WITHDRAWN, None)
    )

    assert [case.id for case in await cases.queue()] == [soon, late, closed]
    assert [case.id for case in await cases.queue(most=1, skip=1)] == [late]
    assert [case.id for case in await cases.of_asker(ANA)] == [closed, soon, late]
    assert await cases.of_asker(MARTA) == []


async def test_hr_is_reminded_once_a_period_and_only_while_it_is_its_turn(
    database: Database,
) -> None:
    cases = Cases(database)
    case = await opened(database)
    second = timedelta(seconds=1)

    assert await cases.due(DUE - second) == []
    assert [one.id for one in await cases.due(DUE)] == [case.id]

    next_at = DUE + timedelta(hours=24)
    await cases.reminded(case.id, DUE, next_at)
    assert await cases.due(next_at - second) == []
    await cases.reminded(case.id, DUE, next_at + timedelta(hours=24))  # done again: no effect
    assert [one.id for one in await cases.due(next_at)] == [case.id]

    answered = Action("answered", MARTA, "k1")
    await cases.change(case.id, answered, lambda _: Change(State.ANSWERED, MARTA))
    assert await cases.due(next_at) == []


async def test_verified_answers_are_kept_with_who_decided_what_and_on_the_exchanges_record(
    database: Database,
) -> None:
    case = await opened(database)
    entries = VerifiedEntries(database)
    proposal = Proposal(
        case_id=case.id,
        question="How many days for a second move?",
        answer="One.",
        owner=MARTA,
        until=date(2027, 1, 31),
        cited=("folder:leave.md",),
        organisation=None,
    )
    seen: list[Entry] = []

    entry = await entries.propose(proposal, MARTA, key="k1", decide=seen.extend)
    again = await entries.propose(proposal, MARTA, key="k1", decide=seen.extend)
    await entries.propose(proposal, MARTA, key="k2", decide=seen.extend)

    assert again == entry
    assert seen == [entry]
    assert (entry.proposal, entry.state, entry.decided_by) == (proposal, EntryState.PROPOSED, None)

    approved = await entries.change(entry.id, IVO, lambda _: Approval(("group:hr",)))
    assert approved is not None
    assert (approved.state, approved.decided_by, approved.audience) == (
        EntryState.APPROVED,
        IVO,
        ("group:hr",),
    )
    assert approved.is_in_force(date(2027, 1, 31))
    assert not approved.is_in_force(date(2027, 2, 1))
    assert await entries.all(EntryState.APPROVED) == [approved]
    assert await entries.change("NOWHERE", IVO, lambda _: None) is None
    kinds = [event.kind for event in await recorded(database).events(case.exchange_id)]
    assert kinds[1:] == ["escalated", *["verified_proposed"] * 2, "verified_approved"]


async def test_names_and_principals_of_all_sources_are_known(database: Database) -> None:
    people = People(database)
    await people.replace("wiki", [Known(ANA, "Ana Ruiz", "", (("group:hr", None),))])
    await people.replace("drive", [Known(ANA, "Anita", "", (("google:x", None),))])

    assert await people.names(ANA.upper()) == {"Ana Ruiz", "Anita"}
    assert await people.names(MARTA) == frozenset()
    assert await people.known_principals() == {"group:hr", "google:x"}
