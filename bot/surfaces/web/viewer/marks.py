"""How does a quote, known by its place in the Markdown, become a mark in the HTML?

Two characters that Unicode keeps free for a program's own use are put around the quote before its
words are parsed, and become `mark` elements afterwards: a mark may so begin inside a bold word and
end behind a link, and the Markdown is read as without it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from markdown_it.token import Token

from bot.surfaces.web.viewer.quoting import Stretch

_BEGIN, _END = "\ufdd0", "\ufdd1"
_RESERVED = str.maketrans({_BEGIN: "\ufffd", _END: "\ufffd", "\0": "\ufffd"})
_FLAGS = re.compile(f"([{_BEGIN}{_END}])")
_EMPHASIS = "*_~ \n"  # stays outside: next to a flag it might not be read as emphasis


def unflagged(text: str) -> str:
    """Put a text's lines as the parser wants them, and take out what is reserved for flags."""
    return re.sub(r"\r\n?", "\n", text).translate(_RESERVED)


def flag(tokens: Sequence[Token], text: str, quoted: Sequence[Stretch]) -> None:
    """Put flags around what is quoted, in tokens whose words are not parsed yet.

    Of a table whole rows are quoted, of code the whole block.
    """
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    is_in_row = False
    for token in tokens:
        if token.type == "tr_close":
            is_in_row = False
        if token.map is None:
            continue
        first, after = starts[token.map[0]], starts[token.map[1]]
        touching = [one for one in quoted if one.start < after and first < one.end]
        if token.type == "tr_open":
            is_in_row = True
        if not touching:
            continue
        if token.type == "inline":
            places = [(0, len(token.content))] if is_in_row else _places(token, text, touching)
            token.content = _flagged(token.content, places)
        elif token.type in {"tr_open", "fence", "code_block"}:
            token.attrJoin("class", "cited")


def marked(children: Sequence[Token]) -> Iterator[Token]:
    """Turn flags into marks that never reach over the border of an element."""
    is_quoted = is_open = False
    for token in _apart(children):
        if token.type == "flag":
            is_quoted = token.content == _BEGIN
            continue
        wanted = is_quoted and token.nesting == 0
        if wanted != is_open:
            yield _mark(1 if wanted else -1)
            is_open = wanted
        yield token
    if is_open:
        yield _mark(-1)


def _places(token: Token, text: str, touching: Sequence[Stretch]) -> Iterator[tuple[int, int]]:
    """Say where in a token's words the stretches of the text are."""
    lines = list(_lines(token, text))
    for stretch in touching:
        places = [
            (at + max(stretch.start - start, 0), at + min(stretch.end - start, length))
            for at, start, length in lines
            if stretch.start < start + length and start < stretch.end
        ]
        if places:
            yield places[0][0], places[-1][1]


def _lines(token: Token, text: str) -> Iterator[tuple[int, int, int]]:
    """Lay a token's words on the text, line by line: place in the words, in the text, length.

    The words are the text's without what the blocks around them put before each line.
    """
    first = token.map[0] if token.map else 0
    written = text.split("\n")
    start = sum(len(line) + 1 for line in written[:first])
    at = 0
    for line, whole in zip(token.content.split("\n"), written[first:], strict=False):
        words = line.strip()
        inset = whole.find(words)
        if words and inset >= 0:
            yield at + line.index(words), start + inset, len(words)
        at += len(line) + 1
        start += len(whole) + 1


def _flagged(words: str, places: Iterable[tuple[int, int]]) -> str:
    parts = []
    done = 0
    for begin, end in places:
        inner = words[begin:end].rstrip(_EMPHASIS)
        bare = inner.lstrip(_EMPHASIS)
        if bare and done <= begin:
            until = begin + len(inner)
            parts += [words[done : until - len(bare)], _BEGIN, bare, _END]
            done = until
    return "".join([*parts, words[done:]])


def _apart(children: Sequence[Token]) -> Iterator[Token]:
    """Take flags out of words, each as a token of its own; of code, to both sides of it."""
    for token in children:
        if token.type == "code_inline":
            flags = _FLAGS.findall(token.content)
            token.content = _FLAGS.sub("", token.content)
            yield from (_text("flag", found) for found in flags if found == _BEGIN)
            yield token
            yield from (_text("flag", found) for found in flags if found == _END)
        elif token.type == "text":
            for part in filter(None, _FLAGS.split(token.content)):
                yield _text("flag" if _FLAGS.match(part) else "text", part)
        else:
            yield token


def _text(kind: str, content: str) -> Token:
    return Token(kind, "", 0, content=content)


def _mark(nesting: int) -> Token:
    return Token("mark_open" if nesting == 1 else "mark_close", "mark", 1 if nesting == 1 else -1)
