"""How do events come in over Socket Mode, and what if the connection only looks alive?

The library opens a new connection when Slack announces the end of one. All else is left to the
watch here, and not to the library, which would go on with an address that is used up, without end
and without backing off: what is dead is closed as a whole and built anew.
"""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import aiohttp
import structlog
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.faults import fault
from bot.serving import Part

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Pace:
    """How long is waited for what, in seconds."""

    look: float = 1.0  # between two looks at the connection
    ping: float = 10.0
    silence: float = 30.0  # without a frame, a pong among them, it is dead
    handshake: float = 10.0  # from an address to Slack's hello
    first: float = 1.0  # before the second try to connect; then twice as long each time
    longest: float = 60.0
    farewell: float = 3.0  # for what is being taken, when it ends


@dataclass(slots=True)
class _Seen:
    """What came over one connection, and when."""

    hello: asyncio.Event = field(default_factory=asyncio.Event)
    last: float = field(default_factory=time.monotonic)
    pong: float | None = None

    async def frame(self, message: aiohttp.WSMessage) -> None:
        """Note a frame with a text."""
        self.last = time.monotonic()
        match _kind(message.data):
            case "hello":
                self.hello.set()
            case "disconnect":
                self.hello.clear()
            case _:
                pass

    def ponged(self, at: float | None) -> None:
        """Note the moment of the last ping that was answered; it counts when it is another."""
        if at != self.pong:
            self.pong, self.last = at, time.monotonic()


class _Handler(AsyncSocketModeHandler):
    """The library's, which knows how much it is at, and can be told to take nothing more."""

    def __init__(self, app: AsyncApp, app_token: str, ping: float) -> None:
        super().__init__(app, app_token, ping_interval=ping)
        # For good: the library sets the one to the other each time that it connects.
        self.client.auto_reconnect_enabled = self.client.default_auto_reconnect_enabled = False
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_closing = False

    async def handle(  # type: ignore[override]  # as the library does itself
        self, client: SocketModeClient, req: SocketModeRequest
    ) -> None:
        """Have an envelope taken; at the end it is left alone, and Slack sends it again."""
        if self._is_closing:
            return
        self._busy += 1
        self._idle.clear()
        try:
            await super().handle(client, req)
        except Exception as error:  # noqa: BLE001  # its shape, or the way back
            log.warning("slack envelope not acknowledged", **fault(error))
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    async def end(self, patience: float) -> None:
        """Finish what is being taken, then close; each for at most so many seconds."""
        self._is_closing = True
        client = self.client
        try:
            with suppress(TimeoutError, aiohttp.ClientError, OSError):
                async with asyncio.timeout(patience):
                    await self._idle.wait()
            with suppress(TimeoutError, aiohttp.ClientError, OSError):
                async with asyncio.timeout(patience):
                    await self.close_async()  # type: ignore[no-untyped-call]  # has no types
        finally:
            client.closed = True
            for task in (
                client.message_processor,
                client.current_session_monitor,
                client.message_receiver,
            ):
                if task is not None:
                    task.cancel()
            await client.aiohttp_client_session.close()


class SlackSocket:
    """The one connection of this process; it is there again after whatever cut it."""

    def __init__(self, app: AsyncApp, app_token: str, *, pace: Pace | None = None) -> None:
        self._app = app
        self._app_token = app_token
        self._pace = pace or Pace()
        self._part = Part(ok=False, said="It is not connected yet.")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Stay connected; the first connection is not waited for."""
        async with asyncio.TaskGroup() as tasks:
            keeping = tasks.create_task(self._keep())
            try:
                yield
            finally:
                keeping.cancel()

    async def check(self) -> Part:
        """Tell whether events come in."""
        return self._part

    async def _keep(self) -> None:
        failures = 0
        while True:
            began, wait = time.monotonic(), 0.0
            try:
                why = await self._lived()
            except SlackApiError as error:
                why, wait = f"Slack refused it ({_word(error)}).", _retry_after(error)
            except Exception as error:  # noqa: BLE001  # on what is no JSON it raises anything
                why = f"Slack cannot be reached ({type(error).__name__})."
            self._part = Part(ok=False, said=why)
            # What lived long enough may try again at once; what dies young is no success.
            lived = time.monotonic() - began
            failures = 0 if lived > self._pace.longest else failures + 1
            wait = max(wait, self._back_off(failures))
            log.warning("slack socket lost", reason=why, lived=round(lived), wait=round(wait, 1))
            await asyncio.sleep(wait)

    async def _lived(self) -> str:
        """Connect, and tell at last why the connection is dead."""
        handler = _Handler(self._app, self._app_token, self._pace.ping)
        seen = _Seen()
        handler.client.on_message_listeners.append(seen.frame)
        try:
            opened = await self._app.client.apps_connections_open(app_token=self._app_token)
            handler.client.wss_uri = opened["url"]
            async with asyncio.timeout(self._pace.handshake):
                await handler.connect_async()  # type: ignore[no-untyped-call]  # has no types
                await seen.hello.wait()
            self._part = Part(ok=True)
            log.info("slack socket connected")
            return await self._watched(handler.client, seen)
        finally:
            await handler.end(self._pace.farewell)

    async def _watched(self, client: SocketModeClient, seen: _Seen) -> str:
        """Look at a connection until it is dead. Where Slack ends one, a new one is awaited."""
        while True:
            await asyncio.sleep(self._pace.look)
            seen.ponged(client.last_ping_pong_time)
            if time.monotonic() - seen.last > self._pace.silence:
                return "Nothing came for too long."
            if not seen.hello.is_set():
                self._part = Part(ok=False, said="Slack ended the connection; a new one is opened.")
                try:
                    async with asyncio.timeout(self._pace.handshake):
                        await seen.hello.wait()
                except TimeoutError:
                    return "Slack ended the connection, and no new one opened."
                self._part = Part(ok=True)
                log.info("slack socket renewed")
            elif not await client.is_connected():
                return "The connection closed."

    def _back_off(self, failures: int) -> float:
        """Seconds before the next try: longer each time, up to the longest, and never in step."""
        if failures == 0:
            return 0.0
        full = min(self._pace.longest, self._pace.first * 2.0 ** min(failures - 1, 16))
        return full * random.uniform(0.5, 1)  # noqa: S311  # no secret


def _kind(text: object) -> object:
    with suppress(TypeError, ValueError, AttributeError):
        return json.loads(str(text)).get("type")
    return None


def _word(error: SlackApiError) -> str:
    """The word that Slack has for what is wrong; the message would hold all that it answered."""
    match error.response:
        case AsyncSlackResponse(data={"error": str(word)}):
            return word
        case AsyncSlackResponse(status_code=status):
            return f"HTTP {status}"
        case _:
            return "in no JSON"


def _retry_after(error: SlackApiError) -> float:
    """How long Slack asks to be left alone, where it does: seconds."""
    with suppress(ValueError):
        return float(error.response.headers.get("Retry-After", 0))
    return 0.0
