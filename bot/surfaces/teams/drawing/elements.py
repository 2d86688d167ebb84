"""Of which elements is a card made? Those of Adaptive Cards 1.5, as far as the bot uses them.

Text that is not ours stands in `TextRun`, which knows no markup. Headings alone are `TextBlock`s,
for only those are headings to a screen reader; their text is escaped for the markup of cards.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from bot.saying.runs import Line, Run, merged
from bot.surfaces.teams.drawing.inert import JOINER, inert
from bot.surfaces.teams.drawing.lines import rows

Element = dict[str, object]

VERSION = "1.5"
_SCHEMA = "http://adaptivecards.io/schemas/adaptive-card.json"
_MARKUP = re.compile(r"[\\*_`~]")
_LIST = re.compile(r"^(?=\s*(?:[-+#>]|\d+[.)]))")
_WIDE = frozenset({"Table"})


def card(elements: Sequence[Mapping[str, object]]) -> Element:
    """Make a card; one with a table may be as wide as the conversation."""
    made: Element = {"type": "AdaptiveCard", "$schema": _SCHEMA, "version": VERSION}
    made["body"] = [dict(element) for element in elements]
    if any(element["type"] in _WIDE for element in elements):
        made["msteams"] = {"width": "Full"}
    return made


def size(value: object) -> int:
    """Count the bytes that something takes in a message, as Teams counts them: in UTF-16."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return len(written.encode("utf-16-le", errors="surrogatepass"))


def markup(text: str) -> str:
    """Write one line of text for a `TextBlock`, where it stands for itself."""
    line = _MARKUP.sub(r"\\\g<0>", inert(" ".join(text.split())))
    return _LIST.sub(JOINER, line)


def heading(text: str, *, large: bool = False) -> Element:
    """Make a heading."""
    return {
        "type": "TextBlock",
        "text": markup(text) or "–",
        "style": "heading",
        "size": "Large" if large else "Medium",
        "weight": "Bolder",
        "wrap": True,
    }


def paragraph(line: Line, **look: object) -> list[Element]:
    """Draw words that run on: an element for each row; `look` is that of each run."""
    drawn = [_rich(row, look) for row in rows(line)]
    return [*drawn[:1], *({**one, "spacing": "None"} for one in drawn[1:])]


def small(*texts: str) -> list[Element]:
    """Draw a line in small print."""
    return paragraph((Run("  ·  ".join(texts)),), **SMALL)


SMALL: dict[str, object] = {"size": "Small", "isSubtle": True}


def box(items: Sequence[Element]) -> Element:
    """Set elements off, as what somebody else says."""
    return {"type": "Container", "style": "emphasis", "items": list(items)}


def point(mark: str, items: Sequence[Element], depth: int = 0) -> Element:
    """Make a point of a list, `depth` lists deep: its words stand beside its mark."""
    width = 16 * min(depth, 6) + (8 + 8 * len(mark))
    sign: Element = {
        "type": "RichTextBlock",
        "inlines": [{"type": "TextRun", "text": mark}],
        "horizontalAlignment": "Right",
    }
    columns: list[Element] = [
        {"type": "Column", "width": f"{width}px", "items": [sign]},
        {"type": "Column", "width": "stretch", "spacing": "Small", "items": list(items)},
    ]
    return {"type": "ColumnSet", "spacing": "Small", "columns": columns}


def spaced(elements: Iterable[Element], spacing: str) -> list[Element]:
    """Set the first of some elements apart from what is before it."""
    first, *others = elements
    return [{**first, "spacing": spacing}, *others]


def _rich(row: Line, look: Mapping[str, object]) -> Element:
    return {"type": "RichTextBlock", "inlines": [_inline(run, look) for run in merged(row)]}


def _inline(run: Run, look: Mapping[str, object]) -> Element:
    drawn: Element = {"type": "TextRun", "text": inert(run.text), **look}
    if run.bold:
        drawn["weight"] = "Bolder"
    if run.italic:
        drawn["italic"] = True
    if run.strike:
        drawn["strikethrough"] = True
    if run.code:
        drawn["fontType"] = "Monospace"
    if run.url is not None:
        drawn["selectAction"] = {"type": "Action.OpenUrl", "url": run.url}
    return drawn
