"""What is answered at once to what Teams waits for? Each kind of answer has its own form.

The library writes the body of such an answer with a serialiser of its own, which fails at a plain
object, so that Teams would get a 500.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from bot.surfaces.teams.messages import Json

_ADAPTIVE = "application/vnd.microsoft.card.adaptive"


@dataclass(frozen=True, slots=True)
class Nothing:
    """All is well, and nothing changes in sight; a dialog closes."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The card gives way to another, for whoever pressed; others have their message updated."""

    card: Json


@dataclass(frozen=True, slots=True)
class Told:
    """A few words come up: over a card, in place of a dialog, or of what a search finds."""

    text: str


@dataclass(frozen=True, slots=True)
class Failed:
    """What a card's button was to do was not done: `code` for machines, `text` for people."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """A dialog opens, or shows something else; `height` is "small", "medium" or "large"."""

    title: str
    card: Json
    height: str = "medium"
    width: str = "medium"


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that a search of a message extension finds; the card is what it puts in a chat."""

    title: str
    text: str
    card: Json


@dataclass(frozen=True, slots=True)
class Found:
    """What a search of a message extension finds."""

    hits: Sequence[Hit]


Answer = Nothing | Replaced | Told | Failed | Form | Found

DIALOG = frozenset(
    {
        "task/fetch",
        "task/submit",
        "message/fetchTask",
        "composeExtension/fetchTask",
        "composeExtension/submitAction",
    }
)
"""What is invoked by dialogs; their answers are wrapped in a task."""


def written(answer: Answer, name: str) -> dict[str, Any]:
    """Write an answer to what is invoked by this name; it goes with a status of 200."""
    match answer:
        case Nothing():
            return _nothing(name)
        case Replaced(card):
            return {"statusCode": 200, "type": _ADAPTIVE, "value": dict(card)}
        case Told(text):
            return _told(text, name)
        case Failed(code, text):
            error = {"code": code, "message": text}
            return {"statusCode": 400, "type": "application/vnd.microsoft.error", "value": error}
        case Form(title, card, height, width):
            shown = {"title": title, "height": height, "width": width, "card": _attached(card)}
            return {"task": {"type": "continue", "value": shown}}
        case Found(hits):
            results = {"type": "result", "attachmentLayout": "list"}
            return {"composeExtension": results | {"attachments": [_hit(hit) for hit in hits]}}
        case _:
            assert_never(answer)


def _nothing(name: str) -> dict[str, Any]:
    """An empty object, but for cards: there Teams looks for words, and any language knows this."""
    return _told("✓", name) if name == "adaptiveCard/action" else {}


def _told(text: str, name: str) -> dict[str, Any]:
    if name in DIALOG:
        return {"task": {"type": "message", "value": text}}
    if name == "composeExtension/query":
        return {"composeExtension": {"type": "message", "text": text}}
    return {"statusCode": 200, "type": "application/vnd.microsoft.activity.message", "value": text}


def _attached(card: Json) -> dict[str, Any]:
    return {"contentType": _ADAPTIVE, "content": dict(card)}


def _hit(hit: Hit) -> dict[str, Any]:
    preview = {
        "contentType": "application/vnd.microsoft.card.thumbnail",
        "content": {"title": hit.title, "text": hit.text},
    }
    return _attached(hit.card) | {"preview": preview}
