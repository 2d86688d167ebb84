"""How is Slack asked for something, and what does its answer mean?

Its SDK retries nothing here (`retry_handlers=[]`): whether a call may be repeated depends on what
it does, which is known to who calls.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.chat.ports import RefusedError, UnavailableError

log = structlog.get_logger()

Answered = Mapping[str, Any]
Call = Callable[[], Awaitable[AsyncSlackResponse]]

PATIENCE = 20.0
"""Seconds for one call."""
_TRIES = 4
_LONGEST_WAIT = 120.0
_SERVER_ERRORS = frozenset(
    {"internal_error", "fatal_error", "service_unavailable", "request_timeout", "team_added_to_org"}
)
_OUR_TOKEN = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)
_QUESTION_GONE = "thread_not_found"
_TOO_MANY = 429
_SERVER = 500


class SlackUnavailableError(UnavailableError):
    """Slack could not be asked, or did not say what became of it."""


class SlackRefusedError(RefusedError):
    """Slack has understood, and says no."""

    def __init__(self, method: str, code: str, needed: str = "") -> None:
        told = f"Slack refused {method}: {code}{f' ({needed})' if needed else ''}."
        super().__init__(told, code, is_of_ours=code in _OUR_TOKEN, is_gone=code == _QUESTION_GONE)


async def asked(method: str, call: Call) -> Answered:
    """Ask for something that may be asked again: until it is answered, a few times."""
    for tried in range(1, _TRIES + 1):
        try:
            return await once(method, call)
        except SlackUnavailableError:
            if tried == _TRIES:
                raise
            await asyncio.sleep(random.uniform(0, 0.25 * 2**tried))  # noqa: S311  # jitter
    raise AssertionError


async def once(method: str, call: Call) -> Answered:
    """Ask for something that may be done only once.

    Waits where Slack says "too many": then it has done nothing. Raises `SlackUnavailableError`
    where it is not known what became of it, `SlackRefusedError` where nothing did.
    """
    while True:
        try:
            async with asyncio.timeout(PATIENCE):
                response = await call()
                data = response.data
                if not isinstance(data, dict):
                    raise SlackUnavailableError(f"Slack answered {method} with something else.")
                return data
        except SlackApiError as error:
            await _waited_or_raised(method, error)
        except (aiohttp.ClientError, SlackClientError, TimeoutError, OSError) as error:
            raise SlackUnavailableError(f"{method}: {type(error).__name__}") from error


async def _waited_or_raised(method: str, error: SlackApiError) -> None:
    response = error.response
    status = getattr(response, "status_code", None) or getattr(response, "status", None)
    data = getattr(response, "data", None)
    code = str(data.get("error", "")) if isinstance(data, dict) else ""
    if status == _TOO_MANY or code in {"ratelimited", "rate_limited"}:
        wait = min(_retry_after(response), _LONGEST_WAIT)
        log.info("slack asks to wait", method=method, seconds=wait)
        await asyncio.sleep(wait)
        return
    if not code or code in _SERVER_ERRORS or (isinstance(status, int) and status >= _SERVER):
        raise SlackUnavailableError(f"{method}: {code or status}") from error
    needed = str(data.get("needed", "")) if isinstance(data, dict) else ""
    raise SlackRefusedError(method, code, needed) from error


def _retry_after(response: object) -> float:
    headers: Mapping[str, str] = getattr(response, "headers", {})
    told = next((v for k, v in headers.items() if k.lower() == "retry-after"), "1")
    try:
        return max(float(told), 0.05)
    except ValueError:
        return 1.0
