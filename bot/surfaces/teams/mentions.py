"""What does a text say once the bot's own mention is out of it, and nothing else?

The library takes out the bot's name wherever it stands, so that "what is the Policy on travel?"
loses a word; it leaves `&nbsp;` behind, and raises on a text or a mention that is not there.
"""

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_ELEMENT = re.compile(r"<at\b[^<>]*>([^<]*)</at\s*>", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n ?")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text in words; whether the bot is mentioned in it, and anybody else."""

    text: str
    is_to_bot: bool
    is_to_others: bool


def spoken(text: str, entities: Sequence[object], bot: str, name: str = "") -> Spoken:
    """Read a text with its entities; `bot` and `name` are what its recipient is called.

    Others that are mentioned are said by their names.
    """
    mentions = list(_mentions(entities))
    own = Counter(_shown(one) or name for one in mentions if _id(one) == bot)
    is_to_bot, is_to_others = bool(own), any(_id(one) != bot for one in mentions)

    def said(element: re.Match[str]) -> str:
        shown = _plain(element[1])
        if own[shown] > 0:
            own[shown] -= 1
            return " "
        return element[1]

    words = html.unescape(_ELEMENT.sub(said, text))
    words = _LINES.sub("\n", _SPACES.sub(" ", words)).strip()
    return Spoken(words, is_to_bot, is_to_others)


def _mentions(entities: Sequence[object]) -> Iterator[Mapping[str, Any]]:
    for entity in entities:
        match entity:
            case {"type": str(kind), "mentioned": {"id": str()}} if kind.casefold() == "mention":
                yield entity  # type: ignore[misc]  # it has just matched as a mapping
            case _:
                pass


def _id(mention: Mapping[str, Any]) -> str:
    return str(mention["mentioned"]["id"])


def _shown(mention: Mapping[str, Any]) -> str:
    """Give the name that a mention shows: that of its element, else that of whom it means."""
    text = mention.get("text")
    element = _ELEMENT.search(text) if isinstance(text, str) else None
    shown = element[1] if element else str(mention["mentioned"].get("name") or "")
    return _plain(shown)


def _plain(shown: str) -> str:
    return " ".join(html.unescape(shown).split())
