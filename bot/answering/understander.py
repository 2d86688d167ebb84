"""The port to whatever understands a message."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.answering.request import Request
from bot.conversation import Turn


@dataclass(frozen=True, slots=True)
class Heard:
    """A message and what was said before it, oldest first.

    `asker` is the e-mail of whoever asks; None where the message is not going to be answered: it
    is then on no account sent anywhere.
    """

    text: str
    turns: Sequence[Turn]
    asker: str | None


class Understander(Protocol):
    """Says what is really asked."""

    async def understand(self, heard: Heard, /) -> Request:
        """Make a question that stands on its own; what was typed always counts, to the letter.

        Never fails: rules can always tell. May be cancelled anywhere.
        """
        ...
