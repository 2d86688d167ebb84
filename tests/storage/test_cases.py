import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.cases import Action, Case, Change, Cited, Deed, State, Told
from storage.database import Database
from storage.exchanges import Opening
from storage.moments import now
from storage.people import Known, People
from storage.verified import Approval, Entry, EntryState, Proposal, Refusal, Withdrawal
from tests.sealed import cases_in, entries_in, recorded, sealer

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


async def opened(database: Database, due_at: datetime = DUE, asker: str = ANA) -> Case:
    exchange_id = await recorded(database).open(Opening(asker, "tests", private=True), {}, [])
    return await cases_in(database).open(exchange_id, asker, TOLD, due_at=due_at, key="k0")


def taking(by: str) -> Action:
    return Action(Deed.CLAIMED, by, key=f"claim of {by}")


async def test_a_case_is_read_back_as_it_was_told_after_a_restart(
    database: Database, tmp_path: Path
) -> None:
    case = await opened(database)
    again = Database(tmp_path / "policybot.sqlite")
    await again.open()

    assert await cases_in(again).get(case.id) == case
    await again.close()
    assert (case.told, case.state, case.assignee, case.due_at) == (TOLD, State.OPEN, None, DUE)
    assert [(event.deed, event.by, event.text) for event in case.events] == [("opened", ANA, "")]


async def test_an_exchange_has_one_case_however_often_and_however_fast_it_is_opened(
    database: Database,
) -> None:
    exchange_id = await recorded(database).open(Opening(ANA, "tests", private=True), {}, [])
    cases = cases_in(database)

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

        await cases_in(database).change(case.id, taking(by), decide)

    await asyncio.gather(take(MARTA), take(IVO))

    assert seen[0] is None
    after = await cases_in(database).get(case.id)
    assert after is not None
    assert after.assignee == seen[1]
    assert len(after.events) == 2


async def test_an_action_under_a_known_key_is_not_even_considered(database: Database) -> None:
    case = await opened(database)
    cases = cases_in(database)
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
        await cases_in(database).change(case.id, taking(MARTA), refuse)
    assert await cases_in(database).get(case.id) == case


async def test_no_text_of_a_case_is_stored_unsealed(database: Database) -> None:
    case = await opened(database)
    action = Action(Deed.ANSWERED, MARTA, "k1", text="secret")
    await cases_in(database).change(case.id, action, lambda _: Change(State.ANSWERED, MARTA))

    async with database.reading() as connection:
        bodies = (await connection.execute(text("SELECT body FROM hr_case_event"))).scalars().all()
        rows = (await connection.execute(text("SELECT * FROM hr_case"))).all()
        exchange = (await connection.execute(text("SELECT body FROM exchange_event"))).scalars()
        on_exchange = " ".join(exchange)
    read = " ".join([str(await sealer(database).unseal(body)) for body in bodies])
    for part in ("secret", "mudo", "Two days", "urgent"):
        assert part in read
        assert part not in str(bodies) + str(rows) + on_exchange


async def test_hr_sees_first_what_is_due_first_and_last_what_is_closed(database: Database) -> None:
    cases = cases_in(database)
    late, soon, closed = [
        (await opened(database, DUE + timedelta(hours=hours))).id for hours in (5, 1, 0)
    ]
    await cases.change(
        closed, Action(Deed.WITHDRAWN, ANA, "k"), lambda _: Change(State.WITHDRAWN, None)
    )

    assert [case.id for case in await cases.queue()] == [soon, late, closed]
    assert [case.id for case in await cases.queue(most=1, skip=1)] == [late]
    assert [case.id for case in await cases.of_asker(ANA)] == [closed, soon, late]
    assert await cases.of_asker(MARTA) == []


async def test_hr_is_reminded_once_a_period_and_only_while_it_is_its_turn(
    database: Database,
) -> None:
    cases = cases_in(database)
    case = await opened(database)
    second = timedelta(seconds=1)

    assert await cases.due(DUE - second) == []
    assert [one.id for one in await cases.due(DUE)] == [case.id]

    next_at = DUE + timedelta(hours=24)
    await cases.reminded(case.id, DUE, next_at)
    assert await cases.due(next_at - second) == []
    await cases.reminded(case.id, DUE, next_at + timedelta(hours=24))  # done again: no effect
    assert [one.id for one in await cases.due(next_at)] == [case.id]

    answered = Action(Deed.ANSWERED, MARTA, "k1")
    await cases.change(case.id, answered, lambda _: Change(State.ANSWERED, MARTA))
    assert await cases.due(next_at) == []


async def test_the_texts_of_closed_cases_go_and_those_of_open_ones_stay(
    database: Database,
) -> None:
    cases = cases_in(database)
    closed, answered = await opened(database), await opened(database)
    for case, state in ((closed, State.RESOLVED), (answered, State.ANSWERED)):
        action = Action(Deed(state), MARTA, "k1", text="secret")
        await cases.change(case.id, action, lambda _, state=state: Change(state, MARTA))  # type: ignore[misc]  # bound at once
    later = now() + timedelta(minutes=1)

    assert await cases.forget_closed(now() - timedelta(minutes=1)) == 0
    assert await cases.forget_closed(later) == 2
    assert await cases.forget_closed(later) == 0

    gone, there = await cases.get(closed.id), await cases.get(answered.id)
    assert gone is not None
    assert there is not None
    assert (gone.erased, gone.told.question, gone.told.note) == (True, None, "")
    assert [(event.deed, event.by, event.text) for event in gone.events] == [
        ("opened", ANA, ""),
        ("resolved", MARTA, ""),
    ]
    assert (there.erased, there.told, there.events[1].text) == (False, TOLD, "secret")


async def test_the_texts_of_verified_answers_go_once_they_are_out_of_use(
    database: Database,
) -> None:
    case, entries = await opened(database), entries_in(database)
    proposal = Proposal(case.id, "For a second move?", "One.", MARTA, None, (), None)
    made = [
        await entries.propose(proposal, MARTA, key=f"k{n}", decide=lambda _: None) for n in range(4)
    ]
    _, approved, refused, withdrawn = made
    for entry in (approved, withdrawn):
        await entries.change(entry.id, IVO, lambda _: Approval(("group:hr",)))
    await entries.change(refused.id, IVO, lambda _: Refusal(), reason="Too long.")
    await entries.change(withdrawn.id, IVO, lambda _: Withdrawal())

    assert await entries.forget_dead(now() - timedelta(minutes=1)) == 0
    assert await entries.forget_dead(now() + timedelta(minutes=1)) == 2

    left = {entry.id: entry.proposal.answer for entry in await entries.of_case(case.id)}
    assert [left[entry.id] for entry in made] == ["One.", "One.", "", ""]


async def test_verified_answers_are_kept_with_who_decided_what_and_on_the_exchanges_record(
    database: Database,
) -> None:
    case = await opened(database)
    entries = entries_in(database)
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
