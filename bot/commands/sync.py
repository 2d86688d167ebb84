"""`python -m bot sync`."""

import argparse

from rich.console import Console

from bot.app import application, reembed
from bot.commands import terminal
from bot.commands.progress import bar, syncing
from bot.logs import set_logging
from bot.settings import Settings, read_settings


async def run(asked: argparse.Namespace) -> int:
    """Bring the index in step with the source that is set."""
    settings = read_settings()
    set_logging(settings.log)
    console = terminal.console()
    if asked.reembed:
        return await _reembed(settings, console)
    async with application(settings) as app:
        run = await syncing(app, console)
    return 0 if run.failed == 0 else 1


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
