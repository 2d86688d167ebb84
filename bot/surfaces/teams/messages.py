"""What can a message to Teams hold, and how is it written? As JSON, so that nothing gets lost.

The library keeps of an entity nothing but its type: the mark of what a machine wrote, citations and
sensitivity would all be gone. The limits are Microsoft's (bot-messages-ai-generated-content,
streaming-ux); how large a message may be is up to whoever draws it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_CITATIONS = 20
"""Citations of a message, at most: with more Teams takes none of it."""

_NAME, _ABSTRACT, _KEYWORD = 80, 160, 28  # characters
_MOST_KEYWORDS = 3
_CARD = "application/vnd.microsoft.card.adaptive"
_USAGE_ID = "sensitivity"
_MENTION = re.compile(r"<(?=/?\s*at\b)", re.IGNORECASE)

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """What a text rests on where it says `[position]`; its address is left out for want of one."""

    position: int
    name: str
    abstract: str
    url: str | None = None
    keywords: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """For whom a message is: a label, and what it means."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A button above the box to write in, that writes `text` for whoever presses it."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message: `text` in Teams' Markdown, cards, or both.

    `summary` stands in notifications where there is no text. `takes_feedback` puts thumbs under it;
    the form that asks why is then Teams' own. Suggestions are shown in personal chats alone.
    """

    text: str = ""
    cards: Sequence[Json] = ()
    summary: str = ""
    is_generated: bool = False
    sources: Sequence[Source] = ()
    sensitivity: Sensitivity | None = None
    takes_feedback: bool = False
    suggestions: Sequence[Suggestion] = ()

    def __post_init__(self) -> None:
        if len(self.sources) > MOST_CITATIONS:
            raise ValueError(f"Teams takes at most {MOST_CITATIONS} citations in a message.")


def written(message: Outgoing) -> dict[str, Any]:
    """Write a message as an activity. Nobody is ever mentioned in it, whatever its text says."""
    activity: dict[str, Any] = {"type": "message"}
    if message.text:
        activity |= {"text": _MENTION.sub("&lt;", message.text), "textFormat": "markdown"}
    if message.cards:
        activity["attachments"] = [
            {"contentType": _CARD, "content": dict(card)} for card in message.cards
        ]
    if message.summary:
        activity["summary"] = message.summary
    if entity := _entity(message):
        activity["entities"] = [entity]
    if message.takes_feedback:
        activity["channelData"] = {"feedbackLoop": {"type": "default"}}
    if message.suggestions:
        activity["suggestedActions"] = {
            "to": [],
            "actions": list(map(_action, message.suggestions)),
        }
    return activity


def _entity(message: Outgoing) -> dict[str, Any] | None:
    """Make the one entity that Teams allows to tell of the message itself, if it has to tell."""
    if not (message.is_generated or message.sources or message.sensitivity):
        return None
    entity: dict[str, Any] = {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        "@id": "",
    }
    if message.is_generated:
        entity["additionalType"] = ["AIGeneratedContent"]
    if message.sources:
        entity["citation"] = [_claim(source) for source in message.sources]
    if message.sensitivity:
        entity["usageInfo"] = {
            "type": "https://schema.org/Message",
            "@type": "CreativeWork",
            "@id": _USAGE_ID,
            "name": message.sensitivity.name,
            "description": message.sensitivity.description,
        }
    return entity


def _claim(source: Source) -> dict[str, Any]:
    document: dict[str, Any] = {
        "@type": "DigitalDocument",
        "name": _cut(source.name, _NAME),
        "abstract": _cut(source.abstract, _ABSTRACT),
    }
    if source.url is not None:
        document["url"] = source.url
    if source.keywords:
        document["keywords"] = [_cut(word, _KEYWORD) for word in source.keywords[:_MOST_KEYWORDS]]
    return {"@type": "Claim", "position": source.position, "appearance": document}


def _action(suggestion: Suggestion) -> dict[str, str]:
    return {"type": "imBack", "title": suggestion.title, "value": suggestion.text}


def _cut(text: str, longest: int) -> str:
    """Cut a text by the characters that Teams counts: two for each beyond the first plane."""
    if len(text.encode("utf-16-le")) <= 2 * longest:
        return text
    cut = text.encode("utf-16-le")[: 2 * (longest - 1)].decode("utf-16-le", errors="ignore")
    return f"{cut.rstrip()}…"
