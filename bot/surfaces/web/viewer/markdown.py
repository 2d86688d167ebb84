"""How is a section's Markdown drawn?

Nothing in a document can act: its HTML is text, its pictures are their descriptions, and its links
lead where `links` lets them.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from bot.surfaces.web.viewer.links import Inside, Named, Outside, Place
from bot.surfaces.web.viewer.marks import flag, marked
from bot.surfaces.web.viewer.quoting import Stretch

_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_MARKS = re.compile(r'</?mark>| class="cited"')
_WIDE = '<div class="wide" tabindex="0" role="group" aria-label="Table" data-say-label="table">'


def drawn_text(text: str, quoted: Sequence[Stretch], place: Place) -> str:
    """Draw the Markdown of a section, as `unflagged` leaves it; `mark` elements are quotes.

    Where a mark would change how the text reads, such as in the middle of an address, there is
    none.
    """
    unmarked = _rendered(text, (), place)
    marked_html = _rendered(text, quoted, place) if quoted else unmarked
    return marked_html if _MARKS.sub("", marked_html) == unmarked else unmarked


def is_heading_alone(text: str) -> bool:
    """Tell whether a section is nothing but its own heading, which had nothing under it."""
    tokens = _MARKDOWN.parse(text, _env((), Place("")))
    return [token.type for token in tokens] == ["heading_open", "inline", "heading_close"]


def _rendered(text: str, quoted: Sequence[Stretch], place: Place) -> str:
    return str(_MARKDOWN.render(text, _env(quoted, place)))


def _env(quoted: Sequence[Stretch], place: Place) -> dict[str, object]:
    """Name what the rules below need; the parser hands it on."""
    return {"quoted": quoted, "place": place}


class _Drawing(RendererHTML):
    """The elements that are drawn otherwise than Markdown is elsewhere."""

    def table_open(self, *_: object) -> str:
        """Let a wide table scroll by itself, by the keyboard too."""
        return f"{_WIDE}<table>\n"

    def table_close(self, *_: object) -> str:
        return "</table></div>\n"

    def fence(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        return self.code_block(tokens, idx)

    def code_block(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        code = escape(tokens[idx].content)
        if tokens[idx].attrGet("class"):
            code = f"<mark>{code}</mark>"
        return f"<pre><code>{code}</code></pre>\n"


def _flag(state: StateCore) -> None:
    flag(state.tokens, state.src, state.env["quoted"])


def _draw(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            children = _worded(token.children or [])
            token.children = list(marked(list(_linked(children, state.env["place"]))))
        else:
            _dress(token)


def _dress(token: Token) -> None:
    """Headings inside a section are not the page's; no element brings a style of its own."""
    if token.type in {"heading_open", "heading_close"}:
        token.tag = "p"
    if token.type == "heading_open":
        token.attrSet("class", "heading")
    if token.type == "th_open":
        token.attrSet("scope", "col")
    style = token.attrs.pop("style", None)
    if style is not None:
        token.attrJoin("class", str(style).removeprefix("text-align:"))


def _worded(children: Sequence[Token]) -> Iterator[Token]:
    """Put words in the place of pictures, and a break where `<br>` is written in a cell."""
    for token in children:
        if token.type == "image":
            yield _text(_spoken(token.children or []))
        elif token.type == "text":
            for place, words in enumerate(_BREAK.split(token.content)):
                if place:
                    yield Token("hardbreak", "br", 0)
                yield _text(words)
        else:
            yield token


def _spoken(tokens: Sequence[Token]) -> str:
    """Take the markup off what describes a picture."""
    return "".join(_spoken(token.children) if token.children else token.content for token in tokens)


def _linked(children: Iterator[Token], place: Place) -> Iterator[Token]:
    target = None
    for token in children:
        if token.type == "link_open":
            target = place.target(str(token.attrGet("href")))
            yield from _opening(token, target)
        elif token.type == "link_close":
            yield from _closing(token, target)
        else:
            yield token


def _opening(token: Token, target: Inside | Outside | Named | None) -> Iterator[Token]:
    match target:
        case Inside(address):
            token.attrs = {"href": address}
            yield token
        case Outside(address):
            token.attrs = {"href": address, "target": "_blank", "rel": "noopener noreferrer"}
            yield token
        case Named() | None:
            return


def _closing(token: Token, target: Inside | Outside | Named | None) -> Iterator[Token]:
    is_written_out = token.info == "auto"
    match target:
        case Inside():
            yield token
        case Outside(_, host):
            yield token
            yield from () if is_written_out else _aside(host)
        case Named(address):
            yield from () if is_written_out else _aside(address)
        case None:
            return


def _aside(words: str) -> Iterator[Token]:
    yield _text(" ")
    yield Token("aside_open", "span", 1, attrs={"class": "address"})
    yield _text(f"({words})")
    yield Token("aside_close", "span", -1)


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Drawing)
    markdown.enable(["table", "strikethrough"])
    markdown.core.ruler.after("block", "flag", _flag)
    markdown.core.ruler.push("draw", _draw)
    return markdown


_MARKDOWN = _markdown()
