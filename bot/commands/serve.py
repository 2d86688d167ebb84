"""`python -m bot serve`: the chat services that are set, until it is told to end."""

import argparse
import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from socket import SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, socket

import structlog

from bot.app import Application, BusyError, application
from bot.chat.casework import Casework
from bot.chats import open_chats
from bot.commands import terminal
from bot.commands.ports import PortError
from bot.intake import Intake
from bot.jobs import Job, scheduled
from bot.links import Citations
from bot.listening import listening
from bot.logs import set_logging
from bot.serving import Check, Part, server
from bot.settings import PREFIX, Settings, SettingsError, read_settings
from retrieval.embedding import FastEmbedder
from storage.deliveries import Deliveries
from storage.moments import now

GRACE = 20.0
"""Seconds from being told to end until the end."""
_AT_ONCE = 24  # events in work: of these, a few are being answered, and all show that they are
_OLDEST = timedelta(minutes=5)

log = structlog.get_logger()


async def run(_asked: argparse.Namespace) -> int:
    """Serve until interrupted; then stop taking, finish or hand back, and close."""
    settings = read_settings()
    set_logging(settings.log)
    _check(settings)
    console = terminal.console()
    try:
        async with asyncio.timeout(None) as limit, AsyncExitStack() as stack:
            bound = stack.enter_context(await _bound(settings.host, settings.port))
            with console.status("Opening the embedding model and the index…"):
                address = await stack.enter_async_context(serving(settings, bound))
            console.print(f"Serving at [bold]{address}[/bold]  (Ctrl-C ends it)")
            await _told_to_end()
            limit.reschedule(asyncio.get_running_loop().time() + GRACE)
    except TimeoutError:
        if not limit.expired():
            raise
        log.error("not everything ended in time", seconds=GRACE)  # noqa: TRY400  # that is all
        return 1
    return 0


def _check(settings: Settings) -> None:
    """Say what is missing before anything is opened."""
    slack, teams = settings.slack, settings.teams
    if slack.bot_token is None and not teams.is_on:
        raise SettingsError(
            f"There is nothing to serve. For Slack, set {PREFIX}SLACK__BOT_TOKEN to the bot token "
            f"of the app (xoxb-…), and {PREFIX}SLACK__APP_TOKEN (xapp-…) for Socket Mode or "
            f"{PREFIX}SLACK__SIGNING_SECRET for events over HTTP. For Teams, set "
            f"{PREFIX}TEAMS__APP_ID, __APP_PASSWORD and __TENANT_ID."
        )
    if slack.bot_token is not None and slack.app_token is None and slack.signing_secret is None:
        raise SettingsError(
            f"Slack's requests could not be verified. Set {PREFIX}SLACK__SIGNING_SECRET to the "
            f"signing secret of the Slack app, or {PREFIX}SLACK__APP_TOKEN to use Socket Mode."
        )


@asynccontextmanager
async def serving(
    settings: Settings, bound: socket, *, model: FastEmbedder | None = None
) -> AsyncIterator[str]:
    """Open everything, the listening last; what is taken in is closed first."""
    async with application(settings, model=model) as app, served(app, bound) as address:
        yield address


@asynccontextmanager
async def served(app: Application, bound: socket) -> AsyncIterator[str]:
    """Serve what is open already, and give the address."""
    async with open_chats(app) as chats:
        intake = Intake(app.inbox, chats.handlers, at_once=_AT_ONCE)
        web = server(chats.surfaces(intake), _checks(app, intake))
        if app.links is not None:
            web.add_routes(Citations(app.links, app.exchanges, app.feedback).routes())
        async with (
            intake.running(),
            scheduled(_jobs(app, chats.casework)),
            listening(web, bound) as address,
        ):
            yield address


async def _bound(host: str, port: int) -> socket:
    """Take the port, before anything that takes long; nobody can connect yet.

    `PortError` where that is not possible.
    """
    try:
        (family, kind, proto, _, address), *_ = await asyncio.get_running_loop().getaddrinfo(
            host, port, type=SOCK_STREAM
        )
        bound = socket(family, kind, proto)
        try:
            bound.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError:
            bound.close()
            raise
    except OSError as error:
        raise PortError(
            f"{host}:{port} cannot be listened on: {error.strerror}. Is the bot served already? "
            f"Set {PREFIX}PORT or {PREFIX}HOST to something else."
        ) from error
    return bound


def _jobs(app: Application, casework: Casework | None) -> dict[str, tuple[timedelta, Job]]:
    """What is done regularly: syncs, reminders, and letting go of what is not kept any longer."""
    synced = asyncio.Event()  # once at least: what is learned must not come in the way of that

    async def desk() -> None:
        if casework is not None:
            await casework.catch_up()
            await app.desk.reminders(now(), casework.remind)

    async def learn() -> None:
        if synced.is_set():
            with suppress(BusyError):  # the next time, then
                await app.learn()

    async def sync() -> None:
        with suppress(BusyError):  # another process does it
            await app.sync()
        synced.set()

    async def forget() -> None:
        await app.privacy.forget_old_texts(now())
        await app.inbox.drop_old(now())
        await Deliveries(app.database).drop_old(now())

    return {
        "desk": (timedelta(minutes=1), desk),
        "verified answers": (timedelta(seconds=10), learn),
        "sync": (timedelta(minutes=app.settings.sync_minutes), sync),
        "retention": (timedelta(hours=6), forget),
    }


def _checks(app: Application, intake: Intake) -> Mapping[str, Check]:
    async def database() -> Part:
        documents, _ = await app.stores.ledger.size()
        return Part(ok=True, said=f"{documents} documents in force")

    async def index() -> Part:
        return Part(ok=True, said=f"{await app.stores.index.count()} passages")

    async def backlog() -> Part:
        waiting = await intake.health()
        age = timedelta() if waiting.oldest is None else now() - waiting.oldest
        said = f"{waiting.waiting} events wait, the oldest for {age.total_seconds():.0f} s"
        return Part(ok=age < _OLDEST, said=said)

    return {"database": database, "index": index, "intake": backlog}


async def _told_to_end() -> None:
    """Wait for Ctrl-C or a request to end."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    await ended.wait()
