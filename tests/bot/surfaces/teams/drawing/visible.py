"""What can be read of a message to Teams, and what would do something."""

import re
from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.surfaces.teams.drawing.inert import JOINER

_MARKDOWN = MarkdownIt("gfm-like", {"linkify": False, "html": True})
AUTOLINK = re.compile(
    r"[a-z][\w+.-]*://|\bwww\.|mailto:\S+@|[\w.+-]@\w+\.\w|\w\.(?:com|net|org|example|info)\b",
    re.IGNORECASE,
)
PIECES = [
    *"*_~`[]()<>&#|-+=!.:\\\"'{}$^ \t\n",
    *("**", "__", "~~", "```", "~~~", "---", "***", "===", "# ", "> ", "- ", "1. ", "12) ", "\t- "),
    *("[1]", "[2]", "[1]: https://drop.example", "[a](https://drop.example)", "![x](y)"),
    *("<at>Ana</at>", "</at>", "<b>", "<br>", "<https://x.example>", "&lt;", "&amp;", "&#42;"),
    *("https://drop.example/?k=1", "www.drop.example", "hr@corp.example", "drop.example", "//a.b"),
    *("{{DATE(2026-11-30T00:00:00Z, SHORT)}}", "| a | b |", "|---|---|", "word", "snake_case"),
    *("3.5 %", "R&D", "¿Qué?", "日本", "👩‍💻", "a", "B", "“q”", "…"),
]


def texts() -> st.SearchStrategy[str]:
    """Texts made of what is markup somewhere, and of anything else."""
    anything = st.text(
        st.characters(exclude_categories=["C"], exclude_characters=JOINER), max_size=8
    )
    return st.lists(st.one_of(st.sampled_from(PIECES), anything), max_size=12).map("".join)


def html(markdown: str) -> BeautifulSoup:
    return BeautifulSoup(_MARKDOWN.render(markdown), "lxml")


def bare(text: str) -> str:
    """A text without what has no width, and with one space where there are several."""
    return " ".join(text.replace(JOINER, "").split())


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.replace(JOINER, ""))


def nodes(value: object) -> Iterator[dict[str, Any]]:
    """All objects, from the outside in."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from nodes(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from nodes(part)


def read(card: object) -> str:
    """All that can be read of a card, a line for each element."""
    lines = []
    for node in nodes(card):
        kind = str(node.get("type"))
        if kind == "RichTextBlock":
            lines.append("".join(run["text"] for run in node["inlines"]))
        elif kind == "TextBlock":
            lines.append(re.sub(r"\\([\\*_`~])", r"\1", node["text"]))
        elif kind.startswith(("Action.", "Input.")):
            lines += [str(node[key]) for key in ("title", "label", "value") if key in node]
            lines += [choice["title"] for choice in node.get("choices", ())]
    return "\n".join(lines).replace(JOINER, "")


def links(card: object) -> set[str]:
    return {node["url"] for node in nodes(card) if node.get("type") == "Action.OpenUrl"}


def executed(card: object) -> list[tuple[str, str, object]]:
    """The buttons that tell us something: title, verb, data."""
    kinds = [node for node in nodes(card) if node.get("type") == "Action.Execute"]
    return [(node["title"], node["verb"], node["data"]) for node in kinds]
