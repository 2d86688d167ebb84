"""What goes in and comes out as text: keys that mark where it begins, and a reply's words."""

import secrets
from collections.abc import Iterable

from anthropic.types import Message


def unheld_key(texts: Iterable[str]) -> str:
    """Draw a key that none of the texts that are sent with it holds, in whatever case."""
    told = "\n".join(texts).lower()
    while (key := secrets.token_hex(4)) in told:
        pass
    return key


def text_of(message: Message) -> str:
    """All that a reply says; what a block of an unknown type holds is no text."""
    return "".join(block.text or "" for block in message.content if block.type == "text")
