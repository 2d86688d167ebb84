"""`python -m bot doctor`: each part tried in turn, a line for each."""

import argparse
import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from bot.app import Application, application, home
from bot.commands import terminal
from bot.commands.failures import KNOWN, UnsoundError
from bot.logs import set_logging
from bot.settings import PREFIX, Settings, read_settings
from retrieval.embedding import Text
from storage.moments import now

Check = Callable[[Application], Awaitable[str]]


async def run(asked: argparse.Namespace) -> int:
    """Try everything; the exit status is 1 where something does not work."""
    settings = read_settings()
    set_logging(settings.log)
    console = terminal.console()
    _say(console, "settings", "read; nothing unknown is set")
    try:
        _say(console, "data folder", _writable(settings))
        async with application(settings) as app:
            _say(console, "embedding model", f"{app.cutting.embedder.model}, loaded")
            return max(
                await _all(app, console),
                await _slack(app, console),
                await _teams(app, console, asked.teams_package),
            )
    except KNOWN as error:
        _say(console, "opening", str(error), good=False)
        return 1


async def _all(app: Application, console: Console) -> int:
    failed = 0
    checks: dict[str, Check] = {
        "index": _index,
        "source": _source,
        "verified answers": _verified,
        "ledger": _ledger,
        "embedding": _embedding,
    }
    for name, check in checks.items():
        try:
            _say(console, name, await check(app))
        except KNOWN as error:
            failed = 1
            _say(console, name, str(error), good=False)
    return failed


async def _slack(app: Application, console: Console) -> int:
    slack = app.settings.slack
    if (slack.bot_token, slack.app_token, slack.signing_secret) == (None, None, None):
        return 0
    from bot.commands.slack import setup  # noqa: PLC0415  # brings Slack's library
    from bot.surfaces.slack.checks import findings  # noqa: PLC0415

    failed = 0
    async for finding in findings(setup(app.settings), partial(_known, app)):
        _say(console, finding.part, finding.words, good=finding.good)
        failed = failed or int(not finding.good)
    return failed


async def _teams(app: Application, console: Console, package: Path | None) -> int:
    teams = app.settings.teams
    if teams.development:
        words = "whatever runs on this computer is taken for Teams, to try things out"
        _say(console, "teams development", words)
    if teams.app_id is None and package is None:
        return 0
    from bot.commands.teams import setup  # noqa: PLC0415  # brings Microsoft's libraries
    from bot.surfaces.teams.checks import findings  # noqa: PLC0415

    set_up = setup(app.settings, package)
    if set_up is None:
        words = f"{PREFIX}TEAMS__APP_ID is not set: there is nothing to compare {package} with."
        _say(console, "teams package", words, good=False)
        return 1
    failed = 0
    async for finding in findings(set_up, partial(_known, app)):
        _say(console, finding.part, finding.words, good=finding.good)
        failed = failed or int(not finding.good)
    return failed


async def _known(app: Application, email: str) -> bool:
    return await app.stores.people.principals(email, now()) is not None


async def _index(app: Application) -> str:
    points = await app.stores.index.count()
    _, chunks = await app.stores.ledger.size()
    if points != chunks:
        raise UnsoundError(
            f"It holds {points} passages and the ledger {chunks}. Run `python -m bot sync`."
        )
    return f"answers; {points} passages"


async def _source(app: Application) -> str:
    listing = await app.source.listing()
    if listing.problems:
        first = listing.problems[0]
        raise UnsoundError(
            f"{len(listing.problems)} problems, the first: {first.path or 'whole source'}: "
            f"{first.sentence}"
        )
    return f"{len(listing.items)} pages, {len(listing.members)} people"


async def _verified(app: Application) -> str:
    items = (await app.verified.listing()).items
    shut = sum(not item.access.clauses for item in items)
    lost = f"; {shut} for nobody: a page that they rest on is gone" if shut else ""
    return f"{len(items)} in force{lost}"


async def _ledger(app: Application) -> str:
    documents, _ = await app.stores.ledger.size()
    newest = await app.stores.runs.newest(app.source.name)
    if newest is None:
        raise UnsoundError("Nothing was ever synced. Run `python -m bot sync`.")
    return f"{documents} documents in force; last sync ended {newest.finished_at[:16]} UTC"


async def _embedding(app: Application) -> str:
    placed = await app.cutting.embedder.question(Text("How many days of leave do I have?", "en"))
    if len(placed.dense) != app.cutting.embedder.size:
        raise UnsoundError(f"A vector has {len(placed.dense)} numbers.")
    return f"places a question in {len(placed.dense)} dimensions"


def _writable(settings: Settings) -> str:
    folder = home(settings)
    probe = folder / f".doctor-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise UnsoundError(
            f"{folder} cannot be written: {error.strerror}. Make room, correct its rights, or set "
            "POLICYBOT_DATA to another folder."
        ) from error
    return f"{folder} can be written"


def _say(console: Console, part: str, words: str, *, good: bool = True) -> None:
    mark = "[green]ok[/green]  " if good else "[red]FAIL[/red]"
    console.print(f"{mark} {part}: {escape(words)}", highlight=False, soft_wrap=True)
