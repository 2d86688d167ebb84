"""`python -m bot sync`."""

import argparse

from rich.console import Console

from bot.app import application, reembed
from bot.commands import terminal
from bot.commands.progress import bar, syncing
from bot.logs import set_logging
from bot.settings import Settings, read_settings
from storage.tables import SyncRun


async def run(asked: argparse.Namespace) -> int:
    """Bring the index in step with what is set to be read."""
    settings = read_settings()
    set_logging(settings.log)
    console = terminal.console()
    if asked.reembed:
        return await _reembed(settings, console)
    async with application(settings) as app:
        runs = await syncing(app, console)
    return 1 if any(map(_went_wrong, runs)) else 0


def _went_wrong(run: SyncRun) -> bool:
    return bool(run.failed) or any(told["path"] is None for told in run.problems)


async def _reembed(settings: Settings, console: Console) -> int:
    with bar(console) as progress:
        task = progress.add_task("Embedding passages", total=None, note="")

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        placed = await reembed(settings, tell)
    console.print(
        f"{placed} passages embedded with {settings.embedding.model}; the index was switched over."
        if placed
        else f"The index is made with {settings.embedding.model} already."
    )
    return 0
