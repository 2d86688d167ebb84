from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from retrieval.access import Access, AccessBook, Admission, Reader, access, clause, reader
from retrieval.bm25 import Sparse
from retrieval.centring import Vector
from retrieval.documents import Chunk, Document, Passage, Status
from retrieval.engine.launch import Engine, running_engine
from retrieval.fusion import fused
from retrieval.index import (
    Entry,
    Index,
    IndexMismatchError,
    IndexUnavailableError,
    Server,
    Words,
    readable_by,
)
from retrieval.index.collections import Model
from retrieval.payload import Filed, Payload, passage, passage_text
from tests.fakes.served import served
from tests.retrieval.test_access import accesses, readers

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
MODEL = Model("tests/tiny", 4)
ANYWHERE = np.array([1, 0, 0, 0], np.float32)
WORDS = Words(Sparse([1, 2], [1.0, 1.0]), "en")
OPEN = access(clause("everyone"))


@pytest.fixture
async def index(engine: Engine) -> AsyncIterator[Index]:
    index = served(engine, MODEL)
    await index.open()
    yield index
    await index.close()


def page(name: str) -> Document:
    return Document(
        id=name,
        source="tests",
        path=name,
        title=name,
        url=f"file:///{name}",
        version="1",
        sections=(),
    )


def entry(ordinal: int = 0, text: str = "Leave is 23 days.") -> Entry:
    chunk = Chunk(
        ordinal=ordinal, heading=("Leave",), text=text, language="en", context="a.md › Leave"
    )
    return Entry(chunk, ANYWHERE, WORDS.terms)


async def found(
    index: Index, admission: Admission, *, near: Vector = ANYWHERE, words: Words = WORDS
) -> list[Passage]:
    legs = await index.nearest(near, [words], admission, depth=50)
    candidates = fused(legs, each=50, most=50)
    payloads = await index.payloads([one.id for one in candidates], admission)
    return [passage(c.id, payloads[c.id], c) for c in candidates]


async def paths(index: Index, admission: Admission) -> list[str]:
    return [passage.path for passage in await found(index, admission)]


def admission(of: Reader, *open_: Access) -> Admission:
    return AccessBook({a.id: a for a in open_}).admission(of, NOW)


EVERYONE = admission(reader("everyone"), OPEN)


async def test_a_chunk_comes_back_with_all_that_a_citation_needs(index: Index) -> None:
    await index.write(Filed(page("leave.md"), "g1", OPEN), [entry(3)])

    (one,) = await found(index, EVERYONE)

    assert one.path == "leave.md"
    assert one.text == "Leave is 23 days."
    assert (one.ordinal, one.heading, one.generation) == (3, ("Leave",), "g1")
    assert one.access_id == OPEN.id
    assert one.dense is not None
    assert one.dense.rank == 1
    assert one.sparse is not None
    assert one.sparse.rank == 1


async def test_both_legs_are_fused_by_rank_with_sixty(index: Index) -> None:
    await index.write(Filed(page("both.md"), "g1", OPEN), [entry()])

    (one,) = await found(index, EVERYONE)

    assert one.score == pytest.approx(2 / 60, rel=0.02)


async def test_words_of_another_language_do_not_vote(index: Index) -> None:
    await index.write(Filed(page("leave.md"), "g1", OPEN), [entry()])

    (one,) = await found(index, EVERYONE, words=replace(WORDS, language="es"))

    assert one.sparse is None


async def test_where_nothing_is_open_the_index_is_not_asked() -> None:
    async def connect() -> Server:
        raise AssertionError("the index was asked")

    nothing = Admission(frozenset())
    assert await found(Index(connect, MODEL), nothing) == []
    with pytest.raises(ValueError, match="must not be asked"):
        readable_by(nothing)


async def test_a_changed_access_is_matched_at_once(index: Index) -> None:
    managers = access(clause("group:managers"))
    await index.write(Filed(page("bands.md"), "g1", OPEN), [entry()])
    assert await paths(index, EVERYONE) == ["bands.md"]

    await index.set_access("bands.md", managers, Status.APPROVED)

    assert await paths(index, EVERYONE) == []
    assert await paths(index, admission(reader("group:managers"), managers)) == ["bands.md"]


async def test_an_access_that_comes_to_need_two_clauses_is_no_longer_matched_by_one(
    index: Index,
) -> None:
    both = access(clause("everyone"), clause("group:hr"))
    await index.write(Filed(page("bands.md"), "g1", OPEN), [entry()])

    await index.set_access("bands.md", both, Status.APPROVED)

    assert await paths(index, admission(reader("everyone"), OPEN, both)) == []
    assert await paths(index, admission(reader("everyone", "group:hr"), OPEN, both)) == ["bands.md"]


async def test_only_the_other_generations_of_a_document_are_removed(index: Index) -> None:
    for generation in ("g1", "g2"):
        await index.write(Filed(page("a.md"), generation, OPEN), [entry(0), entry(1)])
    await index.write(Filed(page("b.md"), "g1", OPEN), [entry()])

    await index.remove("a.md", except_generation="g2")
    assert (await index.count(document_id="a.md"), await index.count(document_id="b.md")) == (2, 1)

    await index.remove("a.md")
    assert (await index.count(document_id="a.md"), await index.count()) == (0, 1)


async def test_equal_scores_are_told_in_one_order(index: Index) -> None:
    for name in ("c.md", "a.md", "b.md"):
        await index.write(Filed(page(name), name, OPEN), [entry(1), entry(0)])

    told = [p.chunk_id for p in await found(index, EVERYONE)]

    assert told == sorted(told)


async def test_a_point_that_a_reader_may_not_match_is_not_read_by_its_id(index: Index) -> None:
    managers = access(clause("group:managers"))
    await index.write(Filed(page("bands.md"), "g1", managers), [entry()])
    may = admission(reader("group:managers"), managers)
    ids = [p.chunk_id for p in await found(index, may)]

    assert set(await index.payloads(ids, may)) == set(ids)
    assert await index.payloads(ids, EVERYONE) == {}


async def test_an_index_made_for_another_model_is_refused(engine: Engine, index: Index) -> None:
    other = served(engine, replace(MODEL, name="tests/other", size=8))

    with pytest.raises(IndexMismatchError, match=r"tests/tiny.*tests/other.*--reembed"):
        await other.open()
    await other.close()


async def test_another_model_is_built_beside_and_switched_to(engine: Engine, index: Index) -> None:
    await index.write(Filed(page("a.md"), "g1", OPEN), [entry(0), entry(1, "Trips need a yes.")])
    other = served(engine, replace(MODEL, name="tests/other", size=8))
    placed: list[str] = []

    async def place(points: dict[str, Payload]) -> list[Vector]:
        placed.extend(passage_text(payload) for payload in points.values())
        return [np.eye(8, dtype=np.float32)[0] for _ in points]

    assert await other.reembed(place, lambda _done, _total: None) == 2
    assert await other.reembed(place, lambda _done, _total: None) == 0
    await other.open()

    assert placed[0] == "a.md › Leave\nLeave is 23 days."
    passages = await found(other, EVERYONE, near=np.eye(8, dtype=np.float32)[0])
    assert {p.text for p in passages} == {"Leave is 23 days.", "Trips need a yes."}
    assert all(p.sparse for p in passages)
    with pytest.raises(IndexUnavailableError):
        await paths(index, EVERYONE)
    await other.close()


async def test_the_engine_may_go_and_come_back(tmp_path: Path) -> None:
    async with running_engine(tmp_path, grace=0) as engine:
        index = served(engine, MODEL)
        await index.open()
        await index.write(Filed(page("a.md"), "g1", OPEN), [entry()])
        await index.close()
    async with running_engine(tmp_path, grace=0) as engine:
        index = served(engine, MODEL)
        await index.open()
        assert await paths(index, EVERYONE) == ["a.md"]
        await index.close()


@hypothesis(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(several=st.lists(accesses, min_size=1, max_size=8), who=st.lists(readers, max_size=3))
async def test_the_filter_lets_through_exactly_what_the_accesses_admit(
    index: Index, several: Sequence[Access], who: Sequence[Reader]
) -> None:
    for number, each in enumerate(several):
        await index.remove(f"{number}.md")
        await index.write(Filed(page(f"{number}.md"), "g", each), [entry()])
    for number in range(len(several), 8):
        await index.remove(f"{number}.md")
    book = AccessBook({a.id: a for a in several})

    for each_reader in who:
        matched = await paths(index, book.admission(each_reader, NOW))
        admitted = {f"{n}.md" for n, a in enumerate(several) if a.admits(each_reader, NOW)}
        assert set(matched) == admitted
