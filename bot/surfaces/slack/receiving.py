"""What is acknowledged, and when? An event once it is kept; what nobody needs, at once.

All of this stands before anything that the library does of itself: it would look up its own account
at the first event, and acknowledge that one unkept where it could not.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Protocol

import aiohttp
import structlog
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.faults import fault
from bot.intake import IntakeUnavailableError, Taking
from bot.posted import MalformedError
from bot.surfaces.slack.arrivals import arrival

RECEIVED = "received"
"""The name of what the gate read: the library itself loses a command with "payload" in it."""

_OBJECTING = 0.8  # seconds: with the two that the intake may take, less than Slack's three
_OPENING = 2.5  # seconds: a trigger lives for three
_SHOWING = 60.0  # seconds: by then a question is answered, or in work
_PROMPTED = {"block_actions": _OPENING, "message_action": _OPENING, "event_callback": _SHOWING}

log = structlog.get_logger()

Payload = Mapping[str, Any]


class Prompt(Protocol):
    """What has to happen at once: it may be lost, and nothing may hang on its having happened."""

    async def opens(self, payload: Mapping[str, object]) -> None:
        """Open the modal that a click or a shortcut asks for; show that a question came."""

    async def objections(self, payload: Mapping[str, object]) -> dict[str, str]:
        """Say what is wrong with a submission: a sentence by the id of the block."""

    async def commanded(self, payload: Mapping[str, object]) -> str:
        """Word what whoever typed a command, and nobody else, sees at once."""


class Receiving(AsyncMiddleware):
    """Has each request kept, and then acknowledged; unkept it is not, so that Slack sends it again.

    It works only while it is `running`.
    """

    def __init__(self, intake: Taking, prompt: Prompt) -> None:
        self._intake = intake
        self._prompt = prompt
        self._opening: asyncio.TaskGroup | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Hold the modals that are being opened; at the end, wait for them."""
        async with asyncio.TaskGroup() as self._opening:
            yield

    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,  # noqa: ARG002  # the library's interface
        next: Callable[[], Awaitable[BoltResponse]],  # noqa: A002
    ) -> BoltResponse:
        """Answer a request that the library has verified."""
        payload: Payload = req.context.get(RECEIVED, req.body)
        if payload.get("type") == "url_verification":
            return await next()
        try:
            return await self._acknowledged(payload)
        except MalformedError as error:
            log.warning("slack request malformed", reason=str(error))
            return BoltResponse(status=HTTPStatus.BAD_REQUEST)
        except IntakeUnavailableError as error:
            log.error("slack event not kept", reason=str(error))  # noqa: TRY400  # no fault of ours
        except Exception as error:  # noqa: BLE001  # the outermost
            log.error("slack event not kept", **fault(error))  # noqa: TRY400  # see `fault`
        return BoltResponse(status=HTTPStatus.SERVICE_UNAVAILABLE)

    async def _acknowledged(self, payload: Payload) -> BoltResponse:
        came = arrival(payload)
        if came is None:
            return _ignored(payload)
        if payload.get("type") == "view_submission":
            async with asyncio.timeout(_OBJECTING):
                objections = await self._prompt.objections(payload)
            if objections:
                return _answered({"response_action": "errors", "errors": objections})
        is_new = await self._intake.take(came)
        log.info("slack event taken", event_id=came.event_id, is_new=is_new)
        if is_new and payload.get("type") in _PROMPTED:
            self._open(payload)
        return _answered(await self._answer(payload))

    def _open(self, payload: Payload) -> None:
        if self._opening is None:
            raise RuntimeError("Nothing is received before it runs.")
        self._opening.create_task(self._opened(payload))

    async def _opened(self, payload: Payload) -> None:
        """Open a modal beside the acknowledgement, which waits for nothing."""
        try:
            async with asyncio.timeout(_PROMPTED[payload["type"]]):
                await self._prompt.opens(payload)
        except Exception as error:  # noqa: BLE001  # the event itself is kept
            log.error("slack modal not opened", **fault(error))  # noqa: TRY400  # see `fault`

    async def _answer(self, payload: Payload) -> dict[str, object] | None:
        """Make what goes back with the acknowledgement, if anything has to."""
        if "command" not in payload or "type" in payload:
            return None
        try:
            said = await self._prompt.commanded(payload)
        except Exception as error:  # noqa: BLE001  # it is kept; refused, it would be done twice
            log.error("slack answer not drawn", **fault(error))  # noqa: TRY400  # see `fault`
            return None
        return {"response_type": "ephemeral", "text": said}


@asynccontextmanager
async def web_client(bot_token: str, api_url: str) -> AsyncIterator[AsyncWebClient]:
    """Lend the client of the Web API; it asks once, and its caller decides what comes then."""
    async with aiohttp.ClientSession(timeout=_TIMEOUT) as session:
        yield AsyncWebClient(
            token=bot_token, base_url=api_url, session=session, retry_handlers=[], logger=_QUIET
        )


def bolt(client: AsyncWebClient, receiving: Receiving, signing_secret: str | None) -> AsyncApp:
    """Make the library's application; without a secret, for Socket Mode alone."""
    return AsyncApp(
        name="policybot",
        client=client,
        logger=_QUIET,
        signing_secret=signing_secret or "",
        before_authorize=receiving,
    )


_TIMEOUT = aiohttp.ClientTimeout(total=30, sock_connect=5)
_QUIET = logging.getLogger("policybot.slack_bolt")
_QUIET.setLevel(logging.CRITICAL)  # the library logs bodies; what matters of it is logged here


def _ignored(payload: Payload) -> BoltResponse:
    if payload.get("type") == "app_rate_limited":
        log.error("slack holds events back", minute=payload.get("minute_rate_limited"))
    return _answered(None)


def _answered(body: dict[str, object] | None) -> BoltResponse:
    return BoltResponse(status=HTTPStatus.OK, body=body or "")
