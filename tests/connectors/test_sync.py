import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from connectors.source import Item, SourceUnavailableError
from connectors.stores import Stores
from connectors.sync import Cutting, Progress, Sync
from retrieval.access import AccessBook, Admission, access_from_canonical, reader
from retrieval.chunking import Limits
from retrieval.documents import Document
from retrieval.embedding import FastEmbedder
from retrieval.engine.launch import Engine
from retrieval.index import Index, IndexUnavailableError, Server
from retrieval.index.collections import Model
from retrieval.recipe import Recipe
from retrieval.reranking import LateInteraction
from retrieval.search import Query, Search
from retrieval.timing import Timings
from retrieval.vector_cache import CachedEmbedder
from storage.accesses import Accesses
from storage.database import Database
from storage.ledger import Entry, Ledger
from storage.moments import now
from storage.tables import SyncRun
from tests.fakes.served import served
from tests.fakes.shelf import Shelf

LEAVE = "Everybody has 23 working days of annual leave a year."
TRAVEL = "Trips abroad need the approval of the head of department."


@dataclass
class House:
    """A shelf, and all that is kept of it."""

    shelf: Shelf
    stores: Stores
    cutting: Cutting
    embedder: CachedEmbedder
    database: Database

    async def sync(self) -> SyncRun:
        return await Sync(self.shelf, self.stores, self.cutting).run()

    async def found(self, *principals: str) -> set[str]:
        """The pages that a reader of these principals is offered by the index."""
        accesses = await self.stores.accesses.all()
        book = AccessBook({i: access_from_canonical(a) for i, a in accesses.items()})
        admission: Admission = book.admission(reader(*principals), now())
        search = Search(
            self.embedder,
            self.stores.index,
            self.stores.states,
            LateInteraction(Recipe()),
            Recipe(),
        )
        sought = await search.candidates(Query("leave", "en"), admission, Timings())
        return {passage.path for one in sought for passage in one.passages}


@pytest.fixture
async def house(engine: Engine, embedder: FastEmbedder, tmp_path: Path) -> AsyncIterator[House]:
    index = served(engine, Model(embedder.model, embedder.size))
    await index.open()
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    cached = CachedEmbedder(embedder, tmp_path / "vectors.sqlite")
    yield House(
        Shelf(),
        Stores.over(database, index),
        Cutting(cached, ("en", "es"), Limits()),
        cached,
        database,
    )
    await index.close()
    await database.close()


async def test_what_is_new_is_found_and_what_is_unchanged_costs_nothing(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.put("travel.md", TRAVEL)

    first = await house.sync()
    assert (first.added, first.chunks, house.embedder.placed) == (2, 2, 2)
    assert await house.found("everyone") == {"leave.md", "travel.md"}

    second = await house.sync()
    assert (second.added, second.changed, second.chunks) == (0, 0, 0)
    assert house.embedder.placed == 2
    assert house.shelf.reads == {"leave.md": 1, "travel.md": 1}


async def test_a_changed_page_takes_the_place_of_what_it_was(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    await house.sync()
    house.shelf.put("leave.md", LEAVE.replace("23", "25"))

    run = await house.sync()

    assert (run.added, run.changed) == (0, 1)
    assert await house.stores.index.count(document_id="shelf:leave.md") == 1


async def test_what_a_complete_listing_lacks_is_gone(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.put("travel.md", TRAVEL)
    await house.sync()
    house.shelf.remove("leave.md")

    run = await house.sync()

    assert run.removed == 1
    assert await house.stores.index.count(document_id="shelf:leave.md") == 0
    assert await house.found("everyone") == {"travel.md"}


async def test_what_a_partial_listing_lacks_stays(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    await house.sync()
    house.shelf.remove("leave.md")
    house.shelf.complete = False

    run = await house.sync()

    assert run.removed == 0
    assert await house.found("everyone") == {"leave.md"}


async def test_a_changed_access_is_in_force_without_reading_the_page(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    await house.sync()
    house.shelf.put("leave.md", LEAVE, "group:managers")

    run = await house.sync()

    assert (run.access_changed, run.changed) == (1, 0)
    assert house.shelf.reads == {"leave.md": 1}
    assert await house.found("everyone") == set()
    assert await house.found("group:managers") == {"leave.md"}


@dataclass
class Watched(Shelf):
    """A shelf that looks, while a page is read anew, at what may be found meanwhile."""

    house: House | None = None
    seen: list[set[str]] = field(default_factory=list)

    async def document(self, item: Item) -> Document:
        if self.house is not None:
            self.seen.append(await self.house.found("everyone"))
        return await super().document(item)


@pytest.mark.parametrize("breaks", [False, True])
async def test_whom_a_new_text_lets_in_never_finds_the_old_one(house: House, breaks: bool) -> None:
    house.shelf = shelf = Watched()
    shelf.put("leave.md", LEAVE + " The secret is 7.", "group:managers")
    await house.sync()
    shelf.house = house
    shelf.put("leave.md", LEAVE)
    shelf.broken.update({"leave.md"} if breaks else ())

    run = await house.sync()

    assert shelf.seen == [set()]
    assert run.access_changed == 1
    assert await house.found("everyone") == (set() if breaks else {"leave.md"})
    assert await house.found("everyone", "group:managers") == {"leave.md"}


async def test_one_bad_page_does_not_keep_the_others_back(house: House) -> None:
    house.shelf.put("a-broken.md", "x")
    house.shelf.put("leave.md", LEAVE)
    house.shelf.broken.add("a-broken.md")

    run = await house.sync()

    assert (run.added, run.failed) == (1, 1)
    assert run.problems == [{"path": "a-broken.md", "sentence": "It is damaged."}]
    assert await house.found("everyone") == {"leave.md"}


async def test_a_page_that_cannot_be_read_any_more_stays_and_obeys_its_new_access(
    house: House,
) -> None:
    house.shelf.put("leave.md", LEAVE)
    await house.sync()
    house.shelf.put("leave.md", LEAVE + " More.", "group:managers")
    house.shelf.broken.add("leave.md")

    await house.sync()

    assert await house.found("everyone") == set()
    assert await house.found("group:managers") == {"leave.md"}


async def test_a_page_that_was_broken_is_read_when_it_is_mended(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.broken.add("leave.md")
    await house.sync()
    house.shelf.broken.clear()

    run = await house.sync()

    assert (run.added, run.failed) == (1, 0)


async def test_a_source_that_is_down_changes_nothing(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    await house.sync()
    house.shelf.down = True

    with pytest.raises(SourceUnavailableError):
        await house.sync()
    assert await house.found("everyone") == {"leave.md"}


async def test_people_are_those_of_the_last_listing(house: House) -> None:
    house.shelf.people = {"ana@corp.example": {"group:hr"}, "ben@corp.example": set()}
    await house.sync()
    people = house.stores.people
    assert await people.principals("ANA@corp.example", now()) == frozenset({"group:hr"})
    assert await people.principals("ben@corp.example", now()) == frozenset()

    house.shelf.people = {"ben@corp.example": {"group:hr"}}
    await house.sync()

    assert await people.principals("ana@corp.example", now()) is None
    assert await people.principals("ben@corp.example", now()) == frozenset({"group:hr"})


async def test_a_run_that_was_ended_midway_is_finished_by_the_next(house: House) -> None:
    for number in range(12):
        house.shelf.put(f"page-{number}.md", f"{LEAVE} Rule number {number}.")
    seen: list[Progress] = []
    halfway = asyncio.Event()

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.done == 3:
            halfway.set()

    task = asyncio.create_task(Sync(house.shelf, house.stores, house.cutting, progress=watch).run())
    await halfway.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    known, _ = await house.stores.ledger.size()
    assert 3 <= known < 12

    run = await house.sync()

    assert run.added == 12 - known
    assert len(await house.found("everyone")) == 12


async def test_leftovers_of_a_write_that_was_never_finished_are_swept(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    await house.sync()
    left = await house.stores.index.count()
    house.shelf.put("leave.md", LEAVE + " More.")
    await _interrupt_after_writing(house, house.database)
    assert await house.stores.index.count() > left

    await house.sync()

    _, chunks = await house.stores.ledger.size()
    assert await house.stores.index.count() == chunks


async def test_points_that_the_index_lost_are_written_again(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.put("travel.md", TRAVEL)
    await house.sync()
    await house.stores.index.remove("shelf:leave.md")

    run = await house.sync()

    assert run.changed == 1
    assert await house.found("everyone") == {"leave.md", "travel.md"}


async def test_groups_are_given_when_the_pages_are_for_whom_they_should_be(house: House) -> None:
    """Until then people have what they had before and keep: so no half of a change counts."""
    house.shelf.put("bands.md", LEAVE, "group:board")
    house.shelf.people = {
        "ana@corp.example": {"group:staff", "group:hr"},
        "ben@corp.example": {"group:hr"},
    }
    await house.sync()
    house.shelf.put("bands.md", LEAVE, "group:hr")
    house.shelf.people = {
        "ana@corp.example": {"group:staff", "group:board"},
        "eva@corp.example": {"group:board"},
    }
    halfway = replace(house.stores, accesses=_Ended(house.database))
    with pytest.raises(asyncio.CancelledError):
        await Sync(house.shelf, halfway, house.cutting).run()

    people = house.stores.people
    assert await people.principals("ana@corp.example", now()) == frozenset({"group:staff"})
    assert await people.principals("ben@corp.example", now()) is None
    assert await people.principals("eva@corp.example", now()) is None

    await house.sync()
    assert await people.principals("ana@corp.example", now()) == frozenset(
        {"group:staff", "group:board"}
    )
    assert await people.principals("eva@corp.example", now()) == frozenset({"group:board"})


async def test_an_index_that_is_down_ends_the_run_with_its_own_words(house: House) -> None:
    async def connect() -> Server:
        return Server("http://127.0.0.1:9", None)

    nowhere = Index(connect, Model(house.embedder.model, house.embedder.size))
    down = replace(house.stores, index=nowhere)
    house.shelf.put("leave.md", LEAVE)

    with pytest.raises(IndexUnavailableError):
        await Sync(house.shelf, down, house.cutting).run()


class _Ended(Accesses):
    """Accesses whose process is ended before it can write any."""

    async def add(self, accesses: Mapping[str, str]) -> None:
        raise asyncio.CancelledError


class _Cut(Ledger):
    """A ledger whose process is ended before it can write a line."""

    async def put(self, entry: Entry) -> None:
        raise asyncio.CancelledError


async def _interrupt_after_writing(house: House, database: Database) -> None:
    """Write the next generation, and end before the ledger knows of it, as a kill would."""
    stores = replace(house.stores, ledger=_Cut(database))
    with pytest.raises(asyncio.CancelledError):
        await Sync(house.shelf, stores, house.cutting).run()


async def test_what_another_page_supersedes_is_found_by_nobody(house: House) -> None:
    house.shelf.put("leave-2024.md", LEAVE.replace("23", "21"))
    house.shelf.put("leave.md", LEAVE, "group:managers")
    house.shelf.say("leave.md", supersedes="leave-2024.md")

    await house.sync()

    assert await house.found("everyone") == set()
    assert await house.found("group:managers") == {"leave.md"}
    standings = await house.stores.ledger.standings(["shelf:leave-2024.md"])
    assert standings["shelf:leave-2024.md"].status == "superseded"


async def test_a_superseded_page_stays_so_when_it_is_written_anew_or_opened(house: House) -> None:
    house.shelf.put("leave-2024.md", LEAVE.replace("23", "21"), "group:managers")
    house.shelf.put("leave.md", LEAVE)
    house.shelf.say("leave.md", supersedes="leave-2024.md")
    await house.sync()
    house.shelf.put("leave-2024.md", LEAVE.replace("23", "22"))

    run = await house.sync()

    assert (run.changed, run.access_changed) == (1, 1)
    assert await house.found("everyone") == {"leave.md"}


async def test_a_page_that_nothing_supersedes_any_more_answers_again(house: House) -> None:
    house.shelf.put("leave-2024.md", LEAVE.replace("23", "21"))
    house.shelf.put("leave.md", LEAVE)
    house.shelf.say("leave.md", supersedes="leave-2024.md")
    await house.sync()
    house.shelf.say("leave.md", supersedes=None)

    await house.sync()

    assert await house.found("everyone") == {"leave-2024.md", "leave.md"}


async def test_a_superseded_name_that_is_unknown_is_told_with_the_run(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.say("leave.md", supersedes="HR-001")

    run = await house.sync()

    assert run.failed == 0
    assert [told["path"] for told in run.problems] == ["leave.md"]
    assert "'HR-001'" in str(run.problems[0]["sentence"])
