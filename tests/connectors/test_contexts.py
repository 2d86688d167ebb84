import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from connectors.contexts import Contexts, Spent, Writing, Written
from connectors.stores import Stores
from connectors.sync import Cutting, Progress, Sync
from retrieval.access import AccessBook, Admission, access_from_canonical, reader
from retrieval.chunking import Limits, chunks
from retrieval.documents import Chunk, Document, Passage, Status
from retrieval.embedding import FastEmbedder
from retrieval.engine.launch import Engine
from retrieval.enrichment import indexed_text
from retrieval.index.collections import Model
from retrieval.recipe import Recipe
from retrieval.reranking import LateInteraction
from retrieval.search import Query, Search
from retrieval.timing import Timings
from retrieval.vector_cache import CachedEmbedder
from storage.database import Database
from storage.ledger import Entry, Ledger
from storage.moments import now
from storage.tables import SyncRun
from tests.fakes.served import served
from tests.fakes.shelf import Shelf

LEAVE = "Everybody has 23 working days of annual leave a year."
SAID = "It stands in the handbook of Zanzibar."


@dataclass
class Clerk:
    """Writes the same of every chunk; `asked` counts documents."""

    says: str = SAID
    version: str = "clerk.1"
    answers: bool = True
    asked: list[str] = field(default_factory=list)

    async def contexts(self, document: Document, chunks: Sequence[Chunk]) -> Written:
        self.asked.append(document.path)
        if not self.answers:
            return Written(("",) * len(chunks), warnings=("The clerk is out.",), complete=False)
        return Written((self.says,) * len(chunks), Spent(output=10, dollars=0.5))

    async def close(self) -> None:
        """Nothing is held open."""


@dataclass
class House:
    """A shelf, and what is written and indexed of it."""

    shelf: Shelf
    clerk: Clerk
    stores: Stores
    cutting: Cutting
    database: Database
    progress: Progress = field(default_factory=Progress)
    admission: Admission = field(default_factory=lambda: Admission(frozenset()))

    async def sync(self) -> SyncRun:
        def watch(progress: Progress) -> None:
            self.progress = progress

        return await Sync(self.shelf, self.stores, self.cutting, progress=watch).run()

    def switch(self, writing: Writing | None) -> None:
        self.cutting = replace(self.cutting, writing=writing)

    def restrict(self, *, too: bool) -> None:
        self.switch(Writing(self.clerk, restricted=too))

    async def found(self, question: str) -> list[Passage]:
        accesses = await self.stores.accesses.all()
        book = AccessBook({i: access_from_canonical(a) for i, a in accesses.items()})
        self.admission = book.admission(reader("everyone", "group:hr"), now())
        search = Search(
            self.cutting.embedder,
            self.stores.index,
            self.stores.states,
            LateInteraction(Recipe()),
            Recipe(),
        )
        (sought,) = await search.candidates(Query(question, "en"), self.admission, Timings())
        return list(sought.passages)

    async def contexts(self) -> dict[str, str]:
        """The context of each page's chunk, as it stands on its point."""
        passages = await self.found("leave")
        ids = {passage.chunk_id: passage.path for passage in passages}
        async with self.stores.index._answering() as client:  # noqa: SLF001  # read for nobody else
            points = await client.retrieve(self.stores.index.name, list(ids), with_payload=True)
        return {ids[str(p.id)]: str((p.payload or {})["context"]) for p in points}


@pytest.fixture
async def house(engine: Engine, embedder: FastEmbedder, tmp_path: Path) -> AsyncIterator[House]:
    index = served(engine, Model(embedder.model, embedder.size))
    await index.open()
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    cached = CachedEmbedder(embedder, tmp_path / "vectors.sqlite")
    clerk = Clerk()
    cutting = Cutting(cached, ("en", "es"), Limits(), Writing(clerk))
    yield House(Shelf(), clerk, Stores.over(database, index), cutting, database)
    await index.close()
    await database.close()


async def test_what_was_written_is_stored_and_found_by_both_legs_and_never_shown(
    house: House,
) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.put("travel.md", "Trips abroad need the approval of the head of department.")
    house.clerk.says = SAID
    await house.sync()
    house.switch(None)

    found = await house.found("Zanzibar")

    assert all(passage.sparse and passage.dense for passage in found)
    assert not any("Zanzibar" in passage.text + passage.lead for passage in found)
    assert await house.contexts() == {
        "leave.md": f"Leave\n{SAID}",
        "travel.md": f"Travel\n{SAID}",
    }


async def test_the_run_says_how_many_were_written_and_for_how_much(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.put("travel.md", LEAVE)

    with capture_logs() as logs:
        await house.sync()
    (bill,) = [line for line in logs if line["event"] == "contexts written"]
    assert (bill["contexts"], bill["output"], bill["dollars"]) == (2, 20, 1.0)
    assert house.progress.contexts == 2
    assert house.progress.spent == Spent(output=20, dollars=1.0)

    again = await house.sync()
    assert (again.chunks, house.progress.spent) == (0, Spent())


async def test_another_writer_and_none_write_every_page_anew(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)
    await house.sync()

    house.clerk.version, house.clerk.says = "clerk.2", "It stands in the handbook of Peru."
    other = await house.sync()
    assert other.changed == 1
    assert (await house.contexts())["leave.md"] == "Leave\nIt stands in the handbook of Peru."

    house.switch(None)
    none = await house.sync()
    assert none.changed == 1
    assert (await house.contexts())["leave.md"] == "Leave"


async def test_only_what_everyone_may_read_leaves_the_house_unless_it_is_said(
    house: House,
) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.shelf.put("pay.md", LEAVE, "group:hr")

    await house.sync()
    assert house.clerk.asked == ["leave.md"]

    house.restrict(too=True)
    await house.sync()
    assert house.clerk.asked == ["leave.md", "pay.md"]


async def test_a_page_that_is_opened_to_everyone_is_written_of_and_one_that_is_closed_no_more(
    house: House,
) -> None:
    house.shelf.put("leave.md", LEAVE, "group:hr")
    await house.sync()
    assert not house.clerk.asked

    house.shelf.put("leave.md", LEAVE)
    await house.sync()
    assert (await house.contexts())["leave.md"] == f"Leave\n{SAID}"

    house.shelf.put("leave.md", LEAVE, "group:hr")
    await house.sync()
    assert (await house.contexts())["leave.md"] == "Leave"


async def test_what_does_not_answer_is_not_paid_for(house: House) -> None:
    house.shelf.put("leave.md", LEAVE, status=Status.DRAFT)

    await house.sync()
    again = await house.sync()

    assert not house.clerk.asked
    assert again.changed == 0


async def test_a_writer_that_is_out_keeps_no_page_back_and_is_asked_again_by_the_next_run(
    house: House,
) -> None:
    house.shelf.put("leave.md", LEAVE)
    house.clerk.answers = False

    run = await house.sync()
    assert (run.added, run.failed) == (1, 0)
    assert run.problems == [{"path": "leave.md", "sentence": "The clerk is out."}]
    assert (await house.contexts())["leave.md"] == "Leave"

    still = await house.sync()
    assert (still.changed, still.chunks) == (0, 0)
    assert still.problems == run.problems

    house.clerk.answers = True
    back = await house.sync()
    assert (back.changed, back.problems) == (1, [])
    assert (await house.contexts())["leave.md"] == f"Leave\n{SAID}"


async def test_what_a_run_that_is_ended_spent_is_logged(house: House) -> None:
    house.shelf.put("leave.md", LEAVE)

    class Ended(Ledger):
        async def put(self, entry: Entry) -> None:
            raise asyncio.CancelledError

    stores = replace(house.stores, ledger=Ended(house.database))
    with capture_logs() as logs, pytest.raises(asyncio.CancelledError):
        await Sync(house.shelf, stores, house.cutting).run()

    assert [line["dollars"] for line in logs if line["event"] == "contexts written"] == [0.5]


async def test_a_writer_that_stays_silent_is_left_in_peace_for_the_rest_of_the_run(
    house: House,
) -> None:
    for number in range(30):
        house.shelf.put(f"page-{number:02}.md", LEAVE)
    house.clerk.answers = False

    run = await house.sync()

    assert run.added == 30
    assert len(house.clerk.asked) == 3
    (told,) = [told for told in run.problems if told["path"] is None]
    assert "3 pages in a row" in str(told["sentence"])


async def test_no_passage_grows_longer_than_the_model_reads(embedder: FastEmbedder) -> None:
    rules = " ".join(f"Rule {n} says that nobody leaves early without a word." for n in range(200))
    shelf = Shelf()
    shelf.put("leave.md", rules)
    document, everyone = shelf.pages["leave.md"], shelf.accesses["leave.md"]
    clerk = Clerk("It stands in the handbook. " + "The handbook holds for all of them. " * 20)
    contexts = Contexts(Writing(clerk), embedder.count, Limits(), now())
    limits = contexts.limits(everyone)
    cut = chunks(document, embedder.count, ("en", "es"), limits)

    given = await contexts.given(document, everyone, cut)

    assert len(cut) > 3
    for chunk in given.chunks:
        assert chunk.context.startswith("Leave\nIt stands in the handbook. The handbook")
        assert chunk.context.endswith(".")
        (length,) = embedder.count([indexed_text(chunk)])
        assert length <= Limits().whole
    assert "".join(chunk.text for chunk in given.chunks) == rules


async def test_words_that_have_no_room_at_all_are_left_out(embedder: FastEmbedder) -> None:
    shelf = Shelf()
    shelf.put("leave.md", LEAVE)
    document, everyone = shelf.pages["leave.md"], shelf.accesses["leave.md"]
    contexts = Contexts(
        Writing(Clerk(f"It is {'very ' * 600}long.")), embedder.count, Limits(), now()
    )
    cut = chunks(document, embedder.count, ("en", "es"), Limits())

    assert (await contexts.given(document, everyone, cut)).chunks == cut
