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
from bot.commands.failures import UnsoundError
from bot.commands.progress import bar, syncing
from bot.evaluation import spending
from bot.evaluation.answers import Pages
from bot.evaluation.fingerprint import fingerprint
from bot.evaluation.judging import Judged, judged, sample, summed_up
from bot.evaluation.questions import Golden, read_questions
from bot.evaluation.report import actions, altogether, answered, quality, safety, speed
from bot.evaluation.run import Outcome, outcomes
from bot.evaluation.spending import Spent
from bot.logs import set_logging
from bot.settings import PREFIX, FolderSettings, Settings, read_settings
from retrieval.embedding import Embedder
from retrieval.language import STEMMED
from retrieval.vector_cache import CachedEmbedder
from storage.moments import now

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
    sample: int | None  # of judged answers, to be printed; None where none is judged


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
        answers=arguments.answers or arguments.judge is not None,
        sample=arguments.judge,
    )
    questions = read_questions(asked.questions)[: asked.limit]
    _check_writable(asked.out)
    own = _own_settings(asked, settings)

    def remembering(embedder: Embedder) -> Embedder:
        return CachedEmbedder(embedder, settings.data / "evaluation" / "vectors.sqlite")

    async with application(own, around=remembering) as app:
        await syncing(app, console)
        done = await _ask(app, questions, asked, console)
        pages = _pages(asked.corpus)
        took = await _took(app, done) if asked.answers else []
        verdicts = [] if asked.sample is None else await _judged(app, done, pages, console)
    _write(done, (took, verdicts), asked.out)
    console.print(quality(done), speed(done), safety(done), sep="\n")
    if asked.answers:
        console.print(spending.told(app.assistant.answerer, took), answered(done, pages), sep="\n")
        console.print(altogether(done, pages), actions(done, pages), sep="\n")
        console.print(
            spending.table(took),
            *spending.remarks(took, [one.golden.language for one in done]),
            sep="\n",
        )
    if verdicts:
        _tell(verdicts, app.settings, asked.sample or 0, console)
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


async def _took(app: Application, done: Sequence[Outcome]) -> list[Spent]:
    """Look up what each answer took."""
    asked_in = (one.golden.language for one in done)
    languages = dict.fromkeys([*app.settings.language_codes, *filter(STEMMED.get, asked_in)])
    return [await spending.spent(one, app.calls, app.exchanges, tuple(languages)) for one in done]


async def _judged(
    app: Application, done: Sequence[Outcome], pages: Pages, console: Console
) -> list[Judged | None]:
    """Have answers judged, where a key is there."""
    set_to = app.settings.claude
    if set_to.api_key is None:
        console.print(
            f"Nothing was judged: a judge needs a key. Set {PREFIX}CLAUDE__API_KEY.",
            highlight=False,
        )
        return []
    from bot.claude.client import Claude  # noqa: PLC0415  # seconds: for those who ask
    from bot.claude.judge import PURPOSE, ClaudeJudge  # noqa: PLC0415

    began = now()
    claude = Claude(set_to.api_key.get_secret_value(), set_to.base_url, record=app.calls.add)
    verdicts = []
    try:
        judge = ClaudeJudge(claude, set_to.judge_model)
        with bar(console) as progress:
            task = progress.add_task("Judging", total=len(done), note="")
            async for verdict in judged(judge, done, pages):
                verdicts.append(verdict)
                progress.advance(task)
    finally:
        await claude.close()
    took = [usage for usage in await app.calls.usage(began) if usage.purpose == PURPOSE]
    console.print(
        f"Judging took {sum(one.calls for one in took)} calls and about "
        f"${sum(one.dollars for one in took):.4f}.",
        highlight=False,
    )
    return verdicts


def _pages(corpus: Path) -> Pages:
    """Read pages as they stand in the corpus, each once; of a PDF, no text can be compared."""

    @cache
    def read(path: str) -> str | None:
        file = corpus / path
        return file.read_text(encoding="utf-8") if file.suffix in _TEXTS else None

    return read


def _check_writable(out: Path) -> None:
    """Say so before an hour of questions, not after it."""
    try:
        out.touch()
    except OSError as error:
        raise UnsoundError(f"{out} cannot be written: {error.strerror}.") from error


def _tell(
    verdicts: Sequence[Judged | None], settings: Settings, size: int, console: Console
) -> None:
    """Print what a judge said, and some answers to be reviewed by hand."""
    known = [verdict for verdict in verdicts if verdict is not None]
    said = summed_up(known, settings.claude.judge_model)
    for text in (*said, "", *sample(known, size)):
        console.print(text, highlight=False, markup=False)


def _write(
    done: Sequence[Outcome], more: Sequence[Sequence[Spent | Judged | None]], out: Path
) -> None:
    """Write a line for each question, with what else is known of it."""
    lines = [outcome.line() for outcome in done]
    for known in more:
        for line, one in zip(lines, known, strict=False):
            line.update({} if one is None else one.line())
    written = (json.dumps(line, ensure_ascii=False) for line in lines)
    out.write_text("".join(line + "\n" for line in written), encoding="utf-8")
