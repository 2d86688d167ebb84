"""`python -m bot evaluate`: index a folder of pages, ask every question, print the figures."""

import argparse
import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rich.console import Console

from bot.app import Application, application
from bot.commands import terminal
from bot.commands.progress import bar, syncing
from bot.evaluation.answers import Pages
from bot.evaluation.fingerprint import fingerprint
from bot.evaluation.questions import Golden, read_questions
from bot.evaluation.report import actions, altogether, answered, quality, safety, speed
from bot.evaluation.run import Outcome, outcomes
from bot.logs import set_logging
from bot.settings import FolderSettings, Settings, read_settings
from retrieval.embedding import Embedder
from retrieval.vector_cache import CachedEmbedder

_TEXTS = {".md", ".markdown", ".txt", ".html", ".htm"}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What is evaluated on what."""

    corpus: Path
    access: Path
    questions: Path
    out: Path
    limit: int | None
    answers: bool


async def run(arguments: argparse.Namespace) -> int:
    """Run an evaluation; the exit status is 1 where a restricted page was retrieved."""
    settings = read_settings()
    set_logging(settings.log)
    console = terminal.console()
    asked = Evaluation(
        corpus=arguments.corpus,
        access=arguments.access,
        questions=arguments.questions,
        out=arguments.out,
        limit=arguments.limit,
        answers=arguments.answers,
    )
    questions = read_questions(asked.questions)[: asked.limit]
    own = _own_settings(asked, settings)

    def remembering(embedder: Embedder) -> Embedder:
        return CachedEmbedder(embedder, settings.data / "evaluation" / "vectors.sqlite")

    async with application(own, around=remembering) as app:
        await syncing(app, console)
        done = await _ask(app, questions, asked, console)
    _write(done, asked.out)
    console.print(quality(done), speed(done), safety(done), sep="\n")
    if asked.answers:
        pages = _pages(asked.corpus)
        console.print(f"Answered by {app.assistant.answerer}.", answered(done, pages), sep="\n")
        console.print(altogether(done, pages), actions(done, pages), sep="\n")
    measured_on = await asyncio.to_thread(_measured_on, asked)
    console.print(f"{len(done)} questions, written to {asked.out}. {measured_on}")
    return 1 if any(outcome.leaked for outcome in done) else 0


def _measured_on(asked: Evaluation) -> str:
    """Two runs are compared only where both of these are the same."""
    return (
        f"Fingerprints: pages {fingerprint(asked.corpus, asked.access)}, "
        f"questions {fingerprint(asked.questions)}."
    )


def _own_settings(asked: Evaluation, settings: Settings) -> Settings:
    """Keep each corpus's index in a place of its own, apart from the one that answers people."""
    place = f"{asked.corpus.resolve()}\n{asked.access.resolve()}"
    folder = hashlib.sha256(place.encode()).hexdigest()[:16]
    update = {
        "data": settings.data / "evaluation" / folder,
        "folder": FolderSettings(
            path=asked.corpus, access=asked.access, name="evaluation", organisations=True
        ),
    }
    return settings.model_copy(update=update)


async def _ask(
    app: Application, questions: Sequence[Golden], asked: Evaluation, console: Console
) -> list[Outcome]:
    listing = await app.source.listing()
    accesses = {item.path: item.access for item in listing.items}
    asking = outcomes(app.assistant, questions, accesses, answers=asked.answers)
    with bar(console) as progress:
        task = progress.add_task("Asking", total=len(questions), note="")
        done = []
        async for outcome in asking:
            done.append(outcome)
            progress.advance(task)
    return done


def _pages(corpus: Path) -> Pages:
    """Read pages as they stand in the corpus, each once; of a PDF, no text can be compared."""

    @cache
    def read(path: str) -> str | None:
        file = corpus / path
        return file.read_text(encoding="utf-8") if file.suffix in _TEXTS else None

    return read


def _write(done: Sequence[Outcome], out: Path) -> None:
    lines = (json.dumps(outcome.line(), ensure_ascii=False) for outcome in done)
    out.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
