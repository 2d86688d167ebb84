"""Which of the strings in an activity can be read by whoever is shown it?"""

import re
from collections.abc import Iterator
from typing import Any

Body = dict[str, Any]

MENTION = re.compile(r"<at>([^<>]+)</at>")

_UNREAD = frozenset(
    {
        *("type", "id", "verb", "data", "style", "version", "$schema", "contentType", "value"),
        *("weight", "size", "color", "spacing", "height", "width", "fontType", "minHeight"),
        *("horizontalAlignment", "verticalContentAlignment", "verticalAlignment", "gridStyle"),
        *("horizontalCellContentAlignment", "verticalCellContentAlignment", "imageSize", "mode"),
        *("lang", "regex", "fallback", "associatedInputs", "targetElements", "requires", "msteams"),
        *("@type", "@context", "@id", "additionalType", "encodingFormat", "refresh"),
        *("min", "max", "iconUrl", "backgroundColor", "mimeType", "authentication"),
    }
)


def leaves(value: object, *, is_fact: bool = False) -> Iterator[str]:
    """Walk over the strings that are drawn, wherever they stand; addresses of links are too."""
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            is_read = key not in _UNREAD or (key == "value" and (is_fact or _is_field(value)))
            if is_read:
                yield from leaves(part, is_fact=key == "facts")
    elif isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part, is_fact=is_fact)


def _is_field(owner: Body) -> bool:
    """Tell whether a `value` is what a field begins with, and not what a choice is called."""
    return str(owner.get("type")).startswith("Input.") and "choices" not in owner


def read_of(activity: Body) -> set[str]:
    """Collect what can be read of an activity of the bot, in its notification too."""
    entities = activity.get("entities") or ()
    suggested = activity.get("suggestedActions") or {}
    return {
        *leaves([activity.get("text"), activity.get("summary")]),
        *leaves([part.get("content") for part in activity.get("attachments") or ()]),
        *leaves([part.get("name") for part in activity.get("attachments") or ()]),
        *leaves([entity.get("citation") for entity in entities]),
        *leaves([entity.get("usageInfo") for entity in entities]),
        *leaves([action.get("title") for action in suggested.get("actions") or ()]),
    }


def mentioned(text: str) -> list[str]:
    """Give the names that are mentioned in it, each once, in their order."""
    return list(dict.fromkeys(MENTION.findall(text)))


def as_sent(text: str) -> str:
    """Write what was typed with a mention in it as Teams sends it on."""
    if not MENTION.search(text):
        return text
    return text.replace("</at> ", "</at>&nbsp;") + "\n"


def utf16(text: str) -> int:
    """Count the bytes of a text as Teams counts them."""
    return len(text.encode("utf-16-le"))
