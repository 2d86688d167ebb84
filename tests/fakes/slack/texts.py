"""Which of the strings in a payload can be read by whoever is shown it?"""

import re
from collections.abc import Iterator
from typing import Any

Body = dict[str, Any]

_UNREAD = frozenset(
    {
        *("type", "block_id", "action_id", "callback_id", "external_id", "private_metadata"),
        *("value", "style", "verbatim", "emoji", "icon", "id", "team_id", "app_id", "bot_id"),
        *("hash", "root_view_id", "previous_view_id", "app_installed_team_id", "state"),
        *("user_id", "channel_id", "usergroup_id", "visible_to_user_ids", "task_id"),
    }
)
_TOKEN = re.compile(r"<(?:@[UW][A-Z0-9]+|#C[A-Z0-9]+|!\w+|https?://|mailto:)[^<>]*>")


def leaves(value: object) -> Iterator[str]:
    """Walk over the strings that are drawn, wherever they stand; addresses of links are too."""
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in _UNREAD:
                yield from leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)


def drawn(value: object) -> Iterator[str]:
    """Walk over the texts of blocks as their length is counted: text objects, not addresses."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "text" and isinstance(part, str):
                yield part
            else:
                yield from drawn(part)
    elif isinstance(value, list):
        for part in value:
            yield from drawn(part)


def typed(text: str) -> str:
    """Write what a person types as Slack stores it: `&<>` escaped, mentions and links not."""
    parts = []
    end = 0
    for token in _TOKEN.finditer(text):
        parts += [escaped(text[end : token.start()]), token.group()]
        end = token.end()
    return "".join([*parts, escaped(text[end:])])


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def rich_text(text: str, block_id: str) -> list[Body]:
    """Make the one block that a text typed by a person has."""
    elements: list[Body] = []
    for part in re.split(r"(<@[UW][A-Z0-9]+(?:\|[^>]*)?>)", text):
        if part.startswith("<@"):
            elements.append({"type": "user", "user_id": re.split(r"[|>]", part[2:])[0]})
        elif part:
            elements.append({"type": "text", "text": part})
    section = {"type": "rich_text_section", "elements": elements}
    return [{"type": "rich_text", "block_id": block_id, "elements": [section]}]
