"""`python -m bot demo`: the chat page on this machine, over the sample company."""

import argparse
import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web
from rich.console import Console
from rich.markup import escape

from bot.app import Application, application
from bot.commands import terminal
from bot.commands.failures import KNOWN, UnsoundError
from bot.commands.ports import PortError
from bot.commands.progress import syncing
from bot.identity import Identity
from bot.logs import set_logging
from bot.reading import Reading
from bot.settings import read_settings
from bot.surfaces.web.asking import Person
from bot.surfaces.web.chat import Example, Progress, chat
from connectors import sync
from connectors.source import Member

_LOOPBACK = "127.0.0.1"
_EXAMPLES = (
    Example("¿Cuántos días tengo si me mudo?", "es"),
    Example("Can I expense lunch with a client?", "en"),
    Example("I lost my laptop on the train. What now?", "en"),
    Example("¿Cuánto pagan de dieta en Lisboa?", "es"),
)


async def run(asked: argparse.Namespace) -> int:
    """Open the page, index in the background, and stay until interrupted."""
    settings = read_settings()
    set_logging(settings.log)
    console = terminal.console()
    with console.status("Opening the embedding model and the index…"):
        stack = contextlib.AsyncExitStack()
        app = await stack.enter_async_context(application(settings))
    async with stack:
        at = sync.Progress()
        async with _served(app, at, asked.port) as address:
            console.print(f"Ask at [bold]{address}[/bold]  (Ctrl-C ends it)")
            indexing = asyncio.create_task(_index(app, at, console))
            await _interrupted()
            indexing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await indexing
    return 0


@asynccontextmanager
async def _served(app: Application, at: sync.Progress, port: int) -> AsyncIterator[str]:
    """Serve the page on loopback; `PortError` where the port is taken."""
    listing = await app.source.listing()
    if not listing.members:
        problems = " ".join(problem.sentence for problem in listing.problems)
        raise UnsoundError(
            f"The access file names nobody under `people`, so nobody could ask. {problems}".rstrip()
        )
    page = chat(
        app.assistant,
        _people(listing.members),
        company="Policybot",
        examples=_EXAMPLES if app.settings.folder.path is None else (),
        progress=lambda: Progress(at.done, at.total),
        documents=Reading(Identity(app.stores.people), *app.sources),
    )
    runner = web.AppRunner(page)
    await runner.setup()
    try:
        site = web.TCPSite(runner, _LOOPBACK, port)
        try:
            await site.start()
        except OSError as error:
            raise PortError(
                f"Port {port} cannot be listened on: {error.strerror}. Is the demo running "
                "already? Choose another with --port, or any free one with --port 0."
            ) from error
        yield f"http://{_LOOPBACK}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def _people(members: Sequence[Member]) -> list[Person]:
    return [
        Person(
            email=member.email,
            name=member.name,
            title=member.title,
            note=", ".join(sorted(g.principal.removeprefix("group:") for g in member.grants)),
        )
        for member in members
    ]


async def _index(app: Application, at: sync.Progress, console: Console) -> None:
    """Index with a bar; a failure is told, and the page goes on with what is there."""

    def watch(now: sync.Progress) -> None:
        at.total, at.done, at.chunks = now.total, now.done, now.chunks

    try:
        await syncing(app, console, watch)
    except KNOWN as error:
        console.print(escape(f"Indexing stopped: {error}"), style="yellow")


async def _interrupted() -> None:
    """Wait for Ctrl-C or a request to end."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    await ended.wait()
