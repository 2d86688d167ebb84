import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.database import Database
from storage.inbox import Arrival, Inbox
from tests.sealed import inbox_in

START = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at

    def passes(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "policybot.sqlite"


@pytest.fixture
async def database(file: Path) -> AsyncIterator[Database]:
    database = Database(file)
    await database.open()
    yield database
    await database.close()


@pytest.fixture
async def other_database(database: Database, file: Path) -> AsyncIterator[Database]:
    """What another process has: pools and a queue of its own over the same file."""
    other = Database(file)
    yield other
    await other.close()


@pytest.fixture
def inbox(database: Database, clock: Clock) -> Inbox:
    return inbox_in(database, clock=clock)


@pytest.fixture
def other(other_database: Database, clock: Clock) -> Inbox:
    return inbox_in(other_database, clock=clock)


def arrival(event_id: str, lane: str = "C1", subject: str | None = None) -> Arrival:
    return Arrival("slack", event_id, lane, {"text": f"ask {event_id} ¿sí? \ud83d"}, subject)


async def ids(inbox: Inbox, owner: str = "a", most: int = 9) -> list[str]:
    return [claimed.event_id for claimed in await inbox.claim(owner, most, 10)]


async def test_a_copy_of_an_event_is_known(inbox: Inbox) -> None:
    assert await inbox.put([arrival("E1"), arrival("E2"), arrival("E1")]) == [True, True, False]
    assert await inbox.put([arrival("E2"), arrival("E3")]) == [False, True]
    assert await inbox.put([]) == []


async def test_a_subject_under_another_event_is_known(inbox: Inbox) -> None:
    first = [arrival("E1", subject="1.0"), arrival("E2", subject="1.0"), arrival("E3")]

    assert await inbox.put(first) == [True, False, True]
    assert await inbox.put([arrival("E4", subject="1.0"), arrival("E5")]) == [False, True]


async def test_surfaces_do_not_share_their_keys(inbox: Inbox) -> None:
    teams = Arrival("teams", "E1", "C1", {}, "1.0")

    assert await inbox.put([arrival("E1", subject="1.0"), teams]) == [True, True]
    assert len(await inbox.claim("a", 9, 10)) == 2


@pytest.mark.parametrize("key", ["", "a\0b", "half \ud83d", "x" * 1001])
@pytest.mark.parametrize("name", ["surface", "event_id", "lane", "subject"])
def test_a_key_that_no_database_keeps_is_refused_alone(name: str, key: str) -> None:
    keys = {"surface": "s", "event_id": "e", "lane": "l", "subject": "t"} | {name: key}
    with pytest.raises(ValueError, match=name):
        Arrival(keys["surface"], keys["event_id"], keys["lane"], {}, keys["subject"])


def test_a_body_that_is_not_json_is_refused_alone() -> None:
    with pytest.raises(TypeError):
        Arrival("slack", "E1", "C1", {"at": START})


async def test_what_is_claimed_is_what_came_in(inbox: Inbox) -> None:
    await inbox.put([arrival("E1", subject="1.0")])
    (claimed,) = await inbox.claim("a", 1, 10)

    assert claimed.body == {"text": "ask E1 ¿sí? \ud83d"}
    assert (claimed.surface, claimed.lane, claimed.subject) == ("slack", "C1", "1.0")
    assert (claimed.attempts, claimed.received_at, claimed.given_up_at) == (1, START, None)


async def test_a_lane_is_claimed_one_after_another_and_lanes_side_by_side(inbox: Inbox) -> None:
    await inbox.put([arrival("E1"), arrival("E2"), arrival("E3", lane="C2"), arrival("E4")])

    first = await inbox.claim("a", 9, 10)
    assert [one.event_id for one in first] == ["E1", "E3"]
    assert await ids(inbox) == []
    assert await inbox.finish(first[0])
    assert await ids(inbox) == ["E2"]


async def test_the_oldest_are_claimed_first_and_no_more_than_asked(inbox: Inbox) -> None:
    await inbox.put([arrival(f"E{n}", lane=f"C{9 - n}") for n in range(9)])

    assert await ids(inbox, most=3) == ["E0", "E1", "E2"]
    assert await ids(inbox, most=3) == ["E3", "E4", "E5"]


async def test_only_the_surfaces_asked_for_are_claimed(inbox: Inbox) -> None:
    await inbox.put([arrival("E1"), Arrival("teams", "E2", "C1", {})])

    (claimed,) = await inbox.claim("a", 9, 10, surfaces=["teams"])
    assert claimed.event_id == "E2"


async def test_a_lease_that_ran_out_is_claimed_by_another_and_fences_the_first(
    inbox: Inbox, other: Inbox, clock: Clock
) -> None:
    await inbox.put([arrival("E1"), arrival("E2")])
    (late,) = await inbox.claim("a", 9, 10)

    clock.passes(9)
    assert await ids(other, "b") == []
    clock.passes(2)
    (again,) = await other.claim("b", 9, 10)

    assert (again.id, again.attempts) == (late.id, 2)
    assert again.fence > late.fence
    for refused in (inbox.finish(late), inbox.renew(late, 10), inbox.release(late, clock.at)):
        assert not await refused
    assert not await inbox.give_up(late, clock.at)
    assert await other.finish(again)
    assert not await other.finish(again)


async def test_a_renewed_lease_holds(inbox: Inbox, other: Inbox, clock: Clock) -> None:
    await inbox.put([arrival("E1")])
    (claimed,) = await inbox.claim("a", 9, 10)
    clock.passes(9)
    assert await inbox.renew(claimed, 10)
    clock.passes(9)

    assert await ids(other, "b") == []
    assert await inbox.finish(claimed)


async def test_a_clock_that_jumps_takes_no_lease_from_its_own_process(
    inbox: Inbox, clock: Clock
) -> None:
    await inbox.put([arrival("E1")])
    (claimed,) = await inbox.claim("a", 9, 10)
    clock.passes(600)

    assert await ids(inbox, "a") == []
    assert await inbox.finish(claimed)


async def test_what_is_to_be_tried_later_holds_its_lane_until_then(
    inbox: Inbox, clock: Clock
) -> None:
    await inbox.put([arrival("E1"), arrival("E2")])
    (claimed,) = await inbox.claim("a", 9, 10)
    await inbox.release(claimed, clock.at + timedelta(seconds=5))

    assert await ids(inbox) == []
    clock.passes(6)
    (again,) = await inbox.claim("a", 9, 10)
    assert (again.event_id, again.attempts) == ("E1", 2)


async def test_what_is_given_up_frees_its_lane_and_is_still_told(
    inbox: Inbox, clock: Clock
) -> None:
    await inbox.put([arrival("E1"), arrival("E2")])
    (claimed,) = await inbox.claim("a", 9, 10)
    await inbox.give_up(claimed, clock.at + timedelta(seconds=5))

    assert await ids(inbox) == ["E2"]
    clock.passes(6)
    (told,) = await inbox.claim("a", 9, 10)
    assert (told.event_id, told.given_up_at) == ("E1", START)
    await inbox.give_up(told, clock.at)
    (told,) = await inbox.claim("a", 9, 10)
    assert told.given_up_at == START
    assert await inbox.finish(told)


async def test_what_is_given_back_can_be_claimed_at_once_and_was_no_attempt(
    inbox: Inbox, other: Inbox
) -> None:
    await inbox.put([arrival("E1"), arrival("E2", lane="C2"), arrival("E3", lane="C3")])
    done, _ = await inbox.claim("a", 2, 10)
    await inbox.finish(done)
    await other.claim("b", 1, 10)

    assert await inbox.give_back("a") == 1
    (again,) = await other.claim("b", 9, 10)
    assert (again.event_id, again.attempts) == ("E2", 1)


async def test_a_finished_event_leaves_its_keys_and_no_text(
    inbox: Inbox, file: Path, clock: Clock
) -> None:
    await inbox.put([arrival("E1", subject="1.0")])
    (claimed,) = await inbox.claim("a", 9, 10)
    await inbox.finish(claimed)

    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT body FROM inbox").fetchall() == [(None,)]
    assert await inbox.put([arrival("E1"), arrival("E9", subject="1.0")]) == [False, False]
    clock.passes(23 * 3_600)
    assert await inbox.drop_old(clock.at) == 0
    clock.passes(2 * 3_600)
    assert await inbox.drop_old(START) == 0
    assert await inbox.drop_old(clock.at) == 1
    assert await inbox.put([arrival("E1")]) == [True]


async def test_what_is_not_finished_is_never_dropped(inbox: Inbox, clock: Clock) -> None:
    await inbox.put([arrival("E1")])
    clock.passes(10 * 24 * 3_600)

    assert await inbox.drop_old(clock.at) == 0
    assert await ids(inbox) == ["E1"]


async def test_what_waits_is_counted(inbox: Inbox, clock: Clock) -> None:
    await inbox.put([arrival("E0", lane="C0"), arrival("E1", lane="C1")])
    clock.passes(1)
    await inbox.put([arrival("E2"), arrival("E3", lane="C3"), arrival("E4", lane="C4")])
    done, given_up, in_work = await inbox.claim("a", 3, 10)
    await inbox.finish(done)
    await inbox.give_up(given_up, clock.at)
    assert in_work.event_id == "E3"
    told = await inbox.waiting()

    assert (told.waiting, told.in_work, told.given_up) == (2, 1, 1)
    assert told.oldest == START + timedelta(seconds=1)
    clock.passes(11)
    told = await inbox.waiting()
    assert (told.waiting, told.in_work, told.given_up) == (3, 0, 1)


async def test_an_empty_inbox_has_no_oldest(inbox: Inbox) -> None:
    assert (await inbox.waiting()).oldest is None


async def test_a_body_that_can_no_longer_be_unsealed_is_empty(inbox: Inbox, file: Path) -> None:
    await inbox.put([arrival("E1"), arrival("E2", lane="C2")])
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE inbox SET body = 'of another version' WHERE event_id = 'E1'")

    torn, whole = await inbox.claim("a", 9, 10)
    assert torn.body == {}
    assert whole.body != {}


async def test_two_processes_never_hold_one_lane(inbox: Inbox, other: Inbox) -> None:
    await inbox.put([arrival(f"E{n:03}", lane=f"C{n % 7}") for n in range(140)])
    held = set[str]()
    order: dict[str, list[str]] = {}

    async def works(inbox: Inbox, owner: str) -> None:
        while (await inbox.waiting()).oldest is not None:
            for claimed in await inbox.claim(owner, 2, 60):
                assert claimed.lane not in held
                held.add(claimed.lane)
                order.setdefault(claimed.lane, []).append(claimed.event_id)
                await asyncio.sleep(0)
                held.remove(claimed.lane)
                assert await inbox.finish(claimed)

    await asyncio.gather(*(works(one, name) for one, name in [(inbox, "a"), (other, "b")]))

    assert sum(map(len, order.values())) == 140
    assert all(lane == sorted(lane) for lane in order.values())
