"""`python -m bot sync`."""

import argparse

from rich.console import Console

from bot.app import application
from bot.commands.progress import syncing
from bot.logs import set_logging
from bot.settings import read_settings


async def run(_asked: argparse.Namespace) -> int:
    """Bring the index in step with the source that is set."""
    settings = read_settings()
    set_logging(settings.log)
    console = Console()
    async with application(settings) as app:
        run = await syncing(app, console)
    return 0 if run.failed == 0 else 1
