"""Which blocks does Slack know, and how much do they hold?

The limits are those of Slack's reference (docs.slack.dev, November 2026). That a message holds
12,000 characters is our own: Slack refuses it from about 13,200 on (slackapi/bolt-js, issue 2509).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.saying.plain import shortened
from bot.surfaces.slack.drawing.escaping import literal

Block = dict[str, object]

SECTION = 3000
HEADER = 150
BUTTON = 75
OPTION = 75
OPTIONS = 100
BUTTONS = 25
MESSAGE = 12_000
MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
TYPED = 3000
TITLE = 24


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message: its blocks, and the text of its notification."""

    text: str
    blocks: list[Block]


def plain(text: str, most: int = SECTION) -> Block:
    """Make a text that Slack shows as it is written."""
    return {"type": "plain_text", "text": shortened(literal(text), most) or "–", "emoji": False}


def header(text: str) -> Block:
    """Make a heading."""
    return {"type": "header", "text": plain(text, HEADER)}


def section(text: str) -> Block:
    """Make a paragraph of a sentence or two of ours."""
    return {"type": "section", "text": plain(text)}


def context(*texts: str) -> Block:
    """Make a line in small print."""
    return {"type": "context", "elements": [plain(text) for text in texts]}


def divider() -> Block:
    """Make a line across."""
    return {"type": "divider"}


def button(text: str, action_id: str, value: str, *, style: str | None = None) -> Block:
    """Make a button; `style` is "primary" or "danger"."""
    drawn: Block = {
        "type": "button",
        "text": plain(text, BUTTON),
        "action_id": action_id,
        "value": value,
    }
    return drawn | {"style": style} if style else drawn


def asking_first(element: Block, title: str, text: str, *, yes: str, no: str) -> Block:
    """Let a button ask whether it is meant."""
    return element | {
        "confirm": {
            "title": plain(title, 100),
            "text": plain(text, 300),
            "confirm": plain(yes, 30),
            "deny": plain(no, 30),
        }
    }


def option(text: str, value: str) -> Block:
    """Make a choice of a menu or a list of choices."""
    return {"text": plain(text, OPTION), "value": value}


def actions(elements: Sequence[Block]) -> list[Block]:
    """Put buttons in rows; no row where there are none."""
    rows = [elements[at : at + BUTTONS] for at in range(0, len(elements), BUTTONS)]
    return [{"type": "actions", "elements": list(row)} for row in rows]


def size(block: object) -> int:
    """Count the characters that can be read in a block, and those of its links."""
    return sum(len(text) for text in _texts(block))


def is_table(block: Block) -> bool:
    """Tell whether a block is a table, of which a message holds one."""
    return block["type"] == "table"


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key in {"text", "url"} and isinstance(part, str):
                yield part
            else:
                yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
