"""What was posted, whole and harmless? Read within limits of size, time and depth, or refused.

aiohttp would read a body for any time, and Python's JSON raises on what is nested too deep, lets
NaN through, and half a character, which no database takes.
"""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from aiohttp import web
from aiohttp.http import HttpProcessingError

LARGEST = 1 << 20
"""Bytes of a body, at most; those of chat services are far smaller."""
PATIENCE = 5.0
"""Seconds within which a body has to be here."""
DEEPEST = 64
"""Levels of JSON, one in another; rich text has about ten."""

Json = dict[str, Any]


class MalformedError(ValueError):
    """Something says that it is of a kind, and lacks what all of that kind have."""


async def body(request: web.Request, patience: float = PATIENCE) -> bytes:
    """Read a body; raises the 4xx of aiohttp for what is too large, too slow or not whole."""
    read = bytearray()
    try:
        async with asyncio.timeout(patience):
            async for part in request.content.iter_any():
                read += part
                if len(read) > LARGEST:
                    raise web.HTTPRequestEntityTooLarge(
                        LARGEST, len(read), text=f"Send at most {LARGEST} bytes."
                    )
    except TimeoutError as error:
        raise web.HTTPRequestTimeout(text="The body took too long.") from error
    except (web.RequestPayloadError, HttpProcessingError, ConnectionError) as error:
        raise web.HTTPBadRequest(text="The body is not whole.") from error
    return bytes(read)


def json_object(text: str) -> Json:
    """Read an object that can be written again: no NaN, no half of a character, not too deep.

    Raises ValueError, or RecursionError where it is far too deep.
    """
    read = json.loads(text)
    if not isinstance(read, dict):
        raise ValueError("it is no object")  # noqa: TRY004  # malformed like all the rest
    _check_depth(read)
    json.dumps(read, ensure_ascii=False, allow_nan=False).encode()
    return read


def _check_depth(read: Json) -> None:
    level: list[Any] = [read]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return
    raise ValueError("it is nested too deep")


def _inside(value: object) -> Iterable[Any]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
        case _:
            return ()
