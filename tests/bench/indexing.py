"""How much of bare fastembed's rate is left when pages are really indexed?"""

import os
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from connectors.stores import Stores
from connectors.sync import Cutting, Sync
from retrieval.chunking import Limits
from retrieval.embedding import FastEmbedder, Text
from retrieval.engine.launch import running_engine
from retrieval.index.collections import Model
from storage.database import Database
from tests.bench import corpus
from tests.fakes.served import served

LANGUAGES = ("en", "es")
_SAMPLE = 300  # passages that bare fastembed is timed on, taken evenly from all


class Remembering:
    """The embedder, with every text that it was given."""

    def __init__(self, embedder: FastEmbedder) -> None:
        self._embedder = embedder
        self.model, self.size = embedder.model, embedder.size
        self.count, self.question = embedder.count, embedder.question
        self.texts: list[str] = []

    async def passages(self, texts: list[Text]) -> object:
        self.texts += [text.words for text in texts]
        return await self._embedder.passages(texts)


async def rate(folder: Path, console: Console) -> None:
    """Index pages, place the same passages with bare fastembed, and print the ratio."""
    embedder = corpus.embedder()
    remembering = Remembering(embedder)
    source = corpus.pages()
    database = Database(folder / "policybot.sqlite")
    await database.open()
    async with running_engine(folder / "index", grace=0) as engine:
        index = served(engine, Model(embedder.model, embedder.size))
        await index.open()
        stores = Stores.over(database, index)
        cutting = Cutting(remembering, LANGUAGES, Limits())  # type: ignore[arg-type]  # it is one
        sync = Sync(source, stores, cutting)
        began = time.perf_counter()
        run = await sync.run()
        indexing = run.chunks / (time.perf_counter() - began)
        began = time.perf_counter()
        again = await sync.run()
        second = time.perf_counter() - began
        await index.close()
    bare, padded = _bare(remembering.texts)
    await source.close()
    await database.close()

    table = Table(title=f"Indexing {run.listed} pages, {run.chunks} passages", title_justify="left")
    for column in ("what", "passages/s", "ratio"):
        table.add_column(column)
    table.add_row("sync: read, cut, embed, write", f"{indexing:.1f}", f"{indexing / bare:.2f}")
    table.add_row("bare fastembed, one text at a time (its best)", f"{bare:.1f}", "1.00")
    table.add_row("bare fastembed, its default batches", f"{padded:.1f}", f"{padded / bare:.2f}")
    console.print(table)
    console.print(f"Second sync: {again.chunks} passages embedded, {second:.1f} s.")


def _bare(texts: list[str]) -> tuple[float, float]:
    embedder = corpus.embedder(threads=os.cpu_count() or 1)
    model = embedder._fastembed  # noqa: SLF001  # bare, as anybody would call it
    some = ["passage: " + text for text in texts[:: max(1, len(texts) // _SAMPLE)]]
    rates = []
    for batch in (1, 256):
        began = time.perf_counter()
        list(model.embed(some, batch_size=batch))
        rates.append(len(some) / (time.perf_counter() - began))
    embedder.close()
    return rates[0], rates[1]
