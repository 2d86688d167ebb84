"""`python -m bot conflicts`: what the source says twice, and what it says in two ways."""

import argparse
import json

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from bot.app import Application, application
from bot.commands import terminal
from bot.commands.progress import bar
from bot.logs import set_logging
from bot.settings import read_settings
from connectors.source import UnreadableError
from connectors.supersession import supersession
from retrieval.conflicts import (
    Contradiction,
    Duplicates,
    Stated,
    answering,
    contradictions,
    duplicates,
    stated,
)
from retrieval.documents import Document
from storage.moments import now


async def run(asked: argparse.Namespace) -> int:
    """Read the source and report; the exit status is 0 whatever is found."""
    settings = read_settings()
    set_logging(settings.log)
    console = terminal.console()
    async with application(settings) as app:
        with bar(console) as progress:
            documents = await _read(app, progress)
            apart = _by_organisation(app, documents)
            twins = [twin for some in apart for twin in duplicates(some)]
            found = [one for some in apart for one in _contradictions(app, some, progress)]
    if asked.json:
        print(json.dumps(_written(twins, found), ensure_ascii=False, indent=2))  # noqa: T201
    else:
        _print(console, len(documents), twins, found)
    return 0


async def _read(app: Application, progress: Progress) -> list[Document]:
    """Read every page that may answer today; one that cannot be read is told by `sync`."""
    listing = await app.source.listing()
    task = progress.add_task("Reading pages", total=len(listing.items), note="")
    documents = []
    for item in listing.items:
        try:
            documents.append(await app.source.document(item))
        except UnreadableError:
            continue
        finally:
            progress.advance(task)
    on = now().date()
    replaced = supersession(documents, on).by
    return [d for d in answering(documents, on) if d.id not in replaced]


def _by_organisation(app: Application, documents: list[Document]) -> list[list[Document]]:
    """Keep organisations apart: what one says is no contradiction of another's rule."""
    if not app.settings.folder.organisations:
        return [documents]
    apart: dict[str, list[Document]] = {}
    for document in documents:
        apart.setdefault(document.path.split("/")[0], []).append(document)
    return list(apart.values())


def _contradictions(
    app: Application, documents: list[Document], progress: Progress
) -> list[Contradiction]:
    task = progress.add_task("Looking for figures", total=len(documents), note="")
    found: list[Stated] = []
    for document in documents:
        found += stated(document, app.settings.language_codes)
        progress.advance(task)
    return contradictions(found)


def _print(
    console: Console, read: int, twins: list[Duplicates], found: list[Contradiction]
) -> None:
    for twin in twins:
        _say(console, f"[bold]Nearly the same[/bold] ({twin.likeness:.0%} of the words in a row)")
        for document in twin.documents:
            _say(console, f"  {_named(document)}")
    for one in found:
        _say(console, "[bold]Other figures for the same[/bold]")
        for side in (one.one, one.other):
            _say(console, f"  {_named(side.document)}{escape(_heading(side))}")
            _say(console, f"    “{escape(side.statement.text)}”")
    _say(
        console,
        f"{read} pages that answer today: {len(twins)} groups of pages that are nearly the same, "
        f"{len(found)} pairs of sentences with other figures for the same.",
    )


def _named(document: Document) -> str:
    since = document.effective_from
    return escape(document.path + (f", in force since {since}" if since else ""))


def _heading(side: Stated) -> str:
    return "".join(f" › {part}" for part in side.section.heading)


def _say(console: Console, line: str) -> None:
    console.print(line, highlight=False, soft_wrap=True)


def _written(twins: list[Duplicates], found: list[Contradiction]) -> dict[str, object]:
    return {
        "duplicates": [
            {"likeness": round(twin.likeness, 2), "pages": [_page(d) for d in twin.documents]}
            for twin in twins
        ],
        "contradictions": [[_side(one.one), _side(one.other)] for one in found],
    }


def _page(document: Document) -> dict[str, str | None]:
    since = document.effective_from
    return {
        "path": document.path,
        "title": document.title,
        "version": document.version,
        "effective_from": None if since is None else since.isoformat(),
    }


def _side(side: Stated) -> dict[str, object]:
    return {
        **_page(side.document),
        "heading": list(side.section.heading),
        "quote": side.statement.text,
        "figures": {unit: sorted(values) for unit, values in side.statement.figures.items()},
    }
