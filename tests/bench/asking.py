"""One loop for all that is measured on questions: index once, ask through the product, score.

Pages are indexed anew in each run, for code that cuts or writes them may have changed; vectors
come from one file that all runs share, so that only new texts are embedded.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from bot.app import Application, application
from bot.commands.progress import bar, summary
from bot.evaluation.fingerprint import fingerprint
from bot.evaluation.questions import Golden
from bot.evaluation.run import Outcome, outcomes
from bot.settings import ChunkSettings, Settings
from connectors.sync import Cutting
from retrieval import centring
from retrieval.access import Access
from retrieval.embedding import FastEmbedder, Question, Text
from retrieval.enrichment import Parts
from retrieval.recipe import Recipe
from retrieval.vector_cache import CachedEmbedder
from storage.tables import SyncRun
from tests.bench.corpus import Uncentred
from tests.bench.sets import Pages

_TIMED = 20  # questions after which the time for all of them is told
_LONG = 30  # seconds that are worth telling before they pass

STANDARD = Recipe()


@dataclass(frozen=True, slots=True)
class Cut:
    """What differs from the default when pages are indexed; None is the default."""

    tokens: int | None = None
    overlap: float | None = None
    parts: Parts | None = None


DEFAULT = Cut()


class Remembering(CachedEmbedder):
    """Keeps passages in the shared file, and the questions of this run in memory."""

    def __init__(self, model: FastEmbedder, file: Path) -> None:
        super().__init__(model, file)
        self._asked: dict[Text, Question] = {}

    async def question(self, text: Text) -> Question:
        """Place a question once in a run, for it is asked in many ways."""
        if text not in self._asked:
            self._asked[text] = await super().question(text)
        return self._asked[text]


@dataclass(frozen=True, slots=True)
class Bench:
    """What all runs share: the model, loaded once, and the file of vectors."""

    model: FastEmbedder
    vectors: Remembering
    console: Console

    @classmethod
    def over(cls, model: FastEmbedder, folder: Path, console: Console) -> "Bench":
        """Keep vectors in a folder; where the middles of languages change, in another file."""
        middles = "none" if isinstance(model, Uncentred) else fingerprint(centring.SHIPPED)
        return cls(model, Remembering(model, folder / f"vectors-{middles}.sqlite"), console)


@dataclass(frozen=True, slots=True)
class Indexed:
    """Pages in an index, ready to be asked, with the source's own word on who may read them."""

    bench: Bench
    settings: Settings
    accesses: Mapping[str, Access]
    passages: int
    answerer: str

    async def asked(
        self, questions: Sequence[Golden], recipe: Recipe = STANDARD, *, answers: bool = False
    ) -> list[Outcome]:
        """Ask every question through the product, by a recipe, for what is found or answered."""
        done: list[Outcome] = []
        began = time.perf_counter()
        console = self.bench.console
        async with opened(self.settings, self.bench, recipe) as app:
            asking = outcomes(app.assistant, questions, dict(self.accesses), answers=answers)
            with bar(console) as progress:
                task = progress.add_task("Asking", total=len(questions), note="")
                async for outcome in asking:
                    done.append(outcome)
                    progress.advance(task)
                    if len(done) == _TIMED:
                        _tell_budget(console, len(questions), time.perf_counter() - began)
        return done


@asynccontextmanager
async def indexed(pages: Pages, bench: Bench, cut: Cut = DEFAULT) -> AsyncIterator[Indexed]:
    """Index pages in a folder that goes away again."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        settings = Settings(
            data=folder / "data",
            languages=pages.languages,
            chunks=ChunkSettings() if cut.tokens is None else ChunkSettings(tokens=cut.tokens),
            folder=await asyncio.to_thread(pages.folder, folder / "pages"),
        )
        began, placed = time.perf_counter(), bench.vectors.placed
        async with opened(settings, bench, STANDARD) as app:
            run = await _synced(replace(app, cutting=_cutting(app, cut)), bench.console)
            listing = await app.source.listing()
        bench.console.print(
            f"  {bench.vectors.placed - placed:,} of them were new; "
            f"{time.perf_counter() - began:.0f} s.",
            style="dim",
        )
        accesses = {item.path: item.access for item in listing.items}
        yield Indexed(bench, settings, accesses, run.chunks, app.assistant.answerer)


def opened(
    settings: Settings, bench: Bench, recipe: Recipe = STANDARD
) -> AbstractAsyncContextManager[Application]:
    """Open the product over an index, with the model and the vectors of all runs."""
    return application(settings, model=bench.model, around=lambda _: bench.vectors, recipe=recipe)


async def _synced(app: Application, console: Console) -> SyncRun:
    """Index with a bar; of what is wrong, tell the pages: the rules are those of all sets."""
    with bar(console) as progress:
        task = progress.add_task("Indexing pages", total=None, note="")
        run, _ = await app.sync(
            lambda at: progress.update(
                task, total=at.total, completed=at.done, note=f"{at.chunks} passages"
            )
        )
    console.print(summary(run), highlight=False)
    for problem in run.problems:
        if problem["path"] is not None:
            console.print(f"  {problem['path']}: {problem['sentence']}", markup=False)
    return run


def _cutting(app: Application, cut: Cut) -> Cutting:
    limits, parts = app.cutting.limits, app.cutting.parts
    return replace(
        app.cutting,
        limits=limits if cut.overlap is None else replace(limits, overlap=cut.overlap),
        parts=parts if cut.parts is None else cut.parts,
    )


def _tell_budget(console: Console, total: int, seconds: float) -> None:
    whole = seconds / _TIMED * total
    if whole > _LONG:
        console.print(f"  {total:,} questions take about {whole:.0f} s.", style="dim")
