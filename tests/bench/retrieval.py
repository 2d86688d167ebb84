"""How long does a search take, how much of it is ours, and what do ten thousand accesses cost?"""

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from sqlmodel import insert

from bot.library import Library
from bot.vocabulary import Vocabulary
from retrieval.access import Access, Reader, access, clause, reader
from retrieval.bm25 import passage_terms
from retrieval.documents import Chunk, Document
from retrieval.embedding import FastEmbedder
from retrieval.engine.launch import running_engine
from retrieval.glossary import Edited
from retrieval.index import Entry, Index
from retrieval.index.collections import Model
from retrieval.payload import Filed
from retrieval.recipe import Recipe
from retrieval.reranking import LateInteraction
from retrieval.search import Query, Search
from retrieval.timing import Timings
from storage.accesses import Accesses
from storage.database import Database
from storage.glossary import Glossary
from storage.ledger import Ledger
from storage.moments import now, written
from storage.tables import DocumentRow
from storage.token_states import TokenStates
from tests.bench import corpus
from tests.bench.figures import p50, p95
from tests.bench.process import resident
from tests.fakes.served import served

_ROUNDS = 150
STAGES = (
    "embedding",
    "engine",
    "access",
    "second_lock",
    "reranking",
    "folding",
    "total",
)
_VOCABULARY = 30_000
_TEXTS = 5_000  # different ones; more passages than that repeat them
_TOKENS = 250  # of a passage: what the real collections have on average
_TOPICS = (
    "leave moving house days",
    "expense lunch client receipt",
    "flight hotel cap approves",
    "laptop stolen incident report",
    "overtime paid holiday",
    "remote work abroad",
    "parental leave weeks",
    "training budget course",
)
_QUESTIONS = (
    "how many days of leave do I get for moving house?",
    "can I expense lunch with a client?",
    "who approves a flight over the hotel cap?",
    "what do I do when my laptop is stolen?",
    "is overtime paid on a holiday?",
)


def _text(dice: random.Random, rng: np.random.Generator) -> str:
    """Write 180 words, few of them often, as languages do (Zipf), with some of one topic."""
    words = [f"word{n % _VOCABULARY}" for n in rng.zipf(1.2, size=170)]
    topic = dice.choice(_TOPICS).split()
    return " ".join([*words, *dice.choices(topic, k=10)]) + "."


@dataclass
class House:
    """A library over made-up passages, and what writes them."""

    library: Library
    index: Index
    embedder: FastEmbedder
    database: Database

    async def fill(self, documents: int, each: int, access_of: Callable[[int], Access]) -> None:
        """Write documents of `each` passages; vectors are random, words as rare as words are."""
        dice, rng = random.Random(1), np.random.default_rng(1)  # noqa: S311  # made-up passages
        texts = [_text(dice, rng) for _ in range(min(documents * each, _TEXTS))]
        terms = [passage_terms(text, "en") for text in texts]
        accesses: dict[str, str] = {}
        rows = []
        for number in range(documents):
            document = _document(number)
            filed = Filed(document, "g", access_of(number))
            accesses[filed.access.id] = filed.access.canonical()
            rows.append(_row(document, filed, each))
            entries = []
            codes = {}
            for ordinal in range(each):
                which = (number * each + ordinal) % len(texts)
                vector = rng.normal(size=self.embedder.size).astype(np.float32)
                chunk = Chunk(ordinal=ordinal, heading=("Rules",), text=texts[which], language="en")
                codes[filed.chunk_id(chunk)] = rng.bytes(_TOKENS * self.embedder.size // 8)
                entries.append(Entry(chunk, vector / np.linalg.norm(vector), terms[which]))
            await TokenStates(self.database, self.index.name).put(document.id, "g", codes)
            await self.index.write(filed, entries)
        await Accesses(self.database).add(accesses)
        async with self.database.writing() as connection:
            await connection.execute(insert(DocumentRow), rows)

    async def times(self, who: Reader) -> list[Timings]:
        """Ask again and again."""
        done = []
        for number in range(_ROUNDS + 10):
            timings = Timings()
            with timings.stage("total"):
                question = _QUESTIONS[number % len(_QUESTIONS)]
                found = await self.library.find(Query(question, "en"), who, timings)
            assert found.passages
            done.append(timings)
        return done[10:]


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    """Open everything on an empty folder."""
    embedder = corpus.embedder()
    database = Database(folder / "policybot.sqlite")
    await database.open()
    async with running_engine(folder / "index", grace=0) as engine:
        index = served(engine, Model(embedder.model, embedder.size))
        await index.open()
        recipe = Recipe()
        states = TokenStates(database, index.name)
        library = Library(
            Search(embedder, index, states, LateInteraction(recipe), recipe),
            Accesses(database),
            Ledger(database),
            Vocabulary(Glossary(database), Edited({})),
            recipe,
        )
        yield House(library, index, embedder, database)
        await index.close()
    await database.close()
    embedder.close()


async def latency(folder: Path, console: Console) -> None:
    """Search 5,000 passages of which a tenth is closed to the reader."""
    closed = access(clause("group:hr"))
    open_ = access(clause("everyone"))
    async with house(folder) as h:
        await h.fill(1000, 5, lambda n: closed if n % 10 == 0 else open_)
        times = await h.times(reader("everyone"))
    _tell("A search, 5,000 passages", times, console)


async def scale(folder: Path, console: Console) -> None:
    """Search 100,000 passages of which a tenth is open to the reader; takes minutes to fill."""
    closed = access(clause("group:hr"))
    open_ = access(clause("everyone"))
    async with house(folder) as h:
        await h.fill(2000, 50, lambda n: open_ if n % 10 == 0 else closed)
        times = await h.times(reader("everyone"))
        engine = json.loads((folder / "index" / "engine.json").read_text())["pid"]
        memory = resident(os.getpid()), resident(engine)
    _tell("A search, 100,000 passages, a tenth of them readable", times, console)
    disk = await asyncio.to_thread(_size, folder)
    console.print(
        f"Memory: {memory[0]:.0f} MB here, {memory[1]:.0f} MB the engine. Disk: {disk:.0f} MB."
    )


def _size(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1024**2


def _tell(title: str, times: Sequence[Timings], console: Console) -> None:
    table = Table(title=title, title_justify="left")
    for column in ("stage", "p50 ms", "p95 ms", "share of p50"):
        table.add_column(column)
    total = p50([t.milliseconds["total"] for t in times])
    for stage in STAGES:
        of = [t.milliseconds[stage] for t in times]
        table.add_row(stage, f"{p50(of):.1f}", f"{p95(of):.1f}", f"{p50(of) / total:.0%}")
    console.print(table)
    console.print(f"Ours, to embedding and engine: {_ours(times):.0%} (target: under 25 %).")


def _ours(times: Sequence[Timings]) -> float:
    shares = []
    for each in times:
        theirs = each.milliseconds["embedding"] + each.milliseconds["engine"]
        shares.append((each.milliseconds["total"] - theirs) / theirs)
    return p50(shares)


async def many_accesses(folder: Path, console: Console) -> None:
    """Search 20,000 passages under ten thousand accesses, half of them open to the reader."""
    shapes: dict[str, Callable[[int], Access]] = {
        "one access for all": lambda _: access(clause("group:0")),
        "10,000, one clause each": lambda n: access(clause(f"user:{n}", f"group:{n % 2}")),
        "10,000, two clauses each": lambda n: access(
            clause(f"user:{n}", f"group:{n % 2}"), clause("organisation:x")
        ),
    }
    table = Table(title="10,000 accesses, half open, 20,000 passages", title_justify="left")
    for column in ("accesses", "p50 ms", "p95 ms", "ratio of p50"):
        table.add_column(column)
    first = 0.0
    for number, (name, shape) in enumerate(shapes.items()):
        async with house(folder / str(number)) as h:
            await h.fill(10_000, 2, shape)
            who = reader(
                "everyone", "group:0", "organisation:x", *(f"group:{n}x" for n in range(50))
            )
            times = [t.milliseconds["total"] for t in await h.times(who)]
        first = first or p50(times)
        table.add_row(name, f"{p50(times):.1f}", f"{p95(times):.1f}", f"{p50(times) / first:.2f}")
    console.print(table)


def _document(number: int) -> Document:
    return Document(
        id=f"bench:{number}",
        source="bench",
        path=f"{number}.md",
        title=f"Policy {number}",
        url=f"file:///{number}.md",
        version="1",
        sections=(),
    )


def _row(document: Document, filed: Filed, chunks: int) -> dict[str, object]:
    return {
        "id": document.id,
        "source": "bench",
        "path": document.path,
        "revision": "1",
        "generation": filed.generation,
        "access_id": filed.access.id,
        "title": document.title,
        "url": document.url,
        "version": "1",
        "status": "approved",
        "language": "en",
        "chunks": chunks,
        "synced_at": written(now()),
    }
