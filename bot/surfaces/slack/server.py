"""Slack as a surface: events over HTTP behind the gate, or over Socket Mode; never over both.

The library verifies nothing of what comes over a socket. So nothing that came over HTTP is ever
given to it as if it had.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus

import structlog
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.faults import fault
from bot.intake import Taking
from bot.serving import Check, Part, Surface
from bot.surfaces.slack.gate import Gate, Signed
from bot.surfaces.slack.manifest import PATH
from bot.surfaces.slack.receiving import RECEIVED, Prompt, Receiving, bolt
from bot.surfaces.slack.socket import Pace, SlackSocket

log = structlog.get_logger()


class SlackOverHttp:
    """Slack calls us; each request is checked before anything else looks at it."""

    def __init__(
        self,
        client: AsyncWebClient,
        intake: Taking,
        prompt: Prompt,
        *,
        signing_secret: str,
        gate: Gate | None = None,
    ) -> None:
        self._receiving = Receiving(intake, prompt)
        self._app = bolt(client, self._receiving, signing_secret)
        self._gate = gate or Gate(signing_secret)

    def routes(self) -> Sequence[web.AbstractRouteDef]:
        """Give the one address for events, interactions and commands."""
        return [web.post(PATH, self._take)]

    def checks(self) -> Mapping[str, Check]:
        """Tell of the clock: requests are refused by it."""
        return {"slack clock": self._clock}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Take events in."""
        async with self._receiving.running():
            yield

    async def _take(self, request: web.Request) -> web.Response:
        return await _dispatched(self._app, await self._gate.admit(request))

    async def _clock(self) -> Part:
        alarm = self._gate.skew.alarm
        return Part(ok=alarm is None, said=alarm or "", needed=False)


class SlackOverSocket:
    """We call Slack; nothing of this is reachable from outside."""

    def __init__(
        self,
        client: AsyncWebClient,
        intake: Taking,
        prompt: Prompt,
        *,
        app_token: str,
        pace: Pace | None = None,
    ) -> None:
        self._receiving = Receiving(intake, prompt)
        self._socket = SlackSocket(
            bolt(client, self._receiving, signing_secret=None), app_token, pace=pace
        )

    def routes(self) -> Sequence[web.AbstractRouteDef]:
        """Give none."""
        return []

    def checks(self) -> Mapping[str, Check]:
        """Tell of the connection."""
        return {"slack socket": self._socket.check}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Take events in."""
        async with self._receiving.running(), self._socket.running():
            yield


async def _dispatched(app: AsyncApp, signed: Signed) -> web.Response:
    """Have the library answer; of the headers it sees those that were checked, and no others."""
    headers = {
        "Content-Type": signed.content_type,
        "X-Slack-Request-Timestamp": signed.timestamp,
        "X-Slack-Signature": signed.signature,
    }
    try:
        request = AsyncBoltRequest(
            body=signed.text, headers={**headers}, context={RECEIVED: signed.payload}, mode="http"
        )
    except Exception as error:  # noqa: BLE001  # it takes apart what it has not looked at
        log.warning("slack request malformed", **fault(error))
        return web.Response(status=HTTPStatus.BAD_REQUEST, text="This is not what Slack sends.")
    return await to_aiohttp_response(await app.async_dispatch(request))


def slack_surface(
    client: AsyncWebClient,
    intake: Taking,
    prompt: Prompt,
    *,
    app_token: str | None,
    signing_secret: str | None,
) -> Surface:
    """Make the surface: over the socket where there is an app token, else over HTTP.

    Raises ValueError where there is neither a token nor a secret to verify requests with.
    """
    if app_token:
        return SlackOverSocket(client, intake, prompt, app_token=app_token)
    if signing_secret:
        return SlackOverHttp(client, intake, prompt, signing_secret=signing_secret)
    raise ValueError("Slack needs an app token or a signing secret.")
