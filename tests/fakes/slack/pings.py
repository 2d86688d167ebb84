"""Whom does a message call, so that their phones ring?"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.slack.messages import Ephemeral, Message

_CALL = re.compile(r"<(!channel|!here|!everyone|!subteam\^\w+|@[UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_NAME = re.compile(r"(?<![\w@])@(channel|here|everyone)\b")


def pinged(message: "Message | Ephemeral", *, by_name: bool) -> set[str]:
    """Collect who is called, as `!channel` or `@U…`; `by_name`: a bare `@channel` counts too."""
    called: set[str] = set()
    for text in (message.text, *_marked_up(message.blocks)):
        called |= set(_CALL.findall(text))
        if by_name:
            called |= {f"!{name}" for name in _NAME.findall(text)}
    return called


def _marked_up(value: object) -> Iterator[str]:
    """Walk over the texts in which mentions are read: those that are plain are not among them."""
    if isinstance(value, list):
        for part in value:
            yield from _marked_up(part)
    elif isinstance(value, dict):
        kind, text = value.get("type"), value.get("text")
        if kind in {"mrkdwn", "markdown"} and isinstance(text, str):
            yield text
        elif kind == "broadcast":
            yield f"<!{value.get('range')}>"
        elif kind == "user":
            yield f"<@{value.get('user_id')}>"
        for part in value.values():
            yield from _marked_up(part)
