"""How is a long answer given, a page at a time?"""

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Sequence
from typing import TypeVar

from tests.fakes.slack.calls import Call
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.texts import Body

_MOST = 1000
T = TypeVar("T")


def page(call: Call, things: Sequence[T], otherwise: int = 100) -> tuple[Sequence[T], Body]:
    """Give one page of things, and what tells where the next one begins."""
    limit = call.number("limit", otherwise) or otherwise
    if not 1 <= limit <= _MOST:
        raise SlackError("invalid_limit")
    start = _start(call.text("cursor"))
    end = start + limit
    cursor = b64encode(f"next:{end}".encode()).decode() if end < len(things) else ""
    return things[start:end], {"response_metadata": {"next_cursor": cursor}}


def _start(cursor: str) -> int:
    if not cursor:
        return 0
    try:
        word, _, number = b64decode(cursor, validate=True).decode().partition(":")
    except (Error, UnicodeDecodeError):
        raise SlackError("invalid_cursor") from None
    if word != "next" or not number.isdigit():
        raise SlackError("invalid_cursor")
    return int(number)
