"""What does a citation look like? All of it but where it points is read from the request.

So a caller that sends its sources in another order, or other text than it believes, is caught.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2

from tests.fakes.claude.asked import Asked, Body, is_cited

_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")


class ScriptError(Exception):
    """A test scripted what cannot be: it is told when the service is closed."""


@dataclass(frozen=True, slots=True)
class Cites:
    """Points at text blocks of a search result, by its place in the request or by its `source`."""

    result: int | str
    first: int = 0
    end: int | None = None  # the block after the last one; None is one block

    def citation(self, asked: Asked) -> Body | None:
        at = _place(self.result, [result["source"] for result in asked.results])
        result = asked.results[at]
        if not is_cited(result):
            return None
        first, end = self.first, self.first + 1 if self.end is None else self.end
        return {
            "type": "search_result_location",
            "cited_text": "".join(
                _some([block["text"] for block in result["content"]], first, end)
            ),
            "source": result["source"],
            "title": result["title"],
            "search_result_index": at,
            "start_block_index": first,
            "end_block_index": end,
        }


@dataclass(frozen=True, slots=True)
class CitesDocument:
    """Points at a document: its sentences, its content blocks or (from 1) its pages.

    A document is named by its place among those of the request, or by its title.
    """

    document: int | str
    first: int = 0
    end: int | None = None

    def citation(self, asked: Asked) -> Body | None:
        at = _place(self.document, [document.get("title") for document in asked.documents])
        document = asked.documents[at]
        if not is_cited(document):
            return None
        named = {"document_index": at, "document_title": document.get("title"), "file_id": None}
        end = self.first + 1 if self.end is None else self.end
        return self._location(document["source"], end) | named

    def _location(self, source: Body, end: int) -> Body:
        match source["type"]:
            case "text":
                return _characters(source["data"], self.first, end)
            case "content":
                blocks = source["content"]
                texts = [blocks] if isinstance(blocks, str) else [b["text"] for b in blocks]
                return {
                    "type": "content_block_location",
                    "cited_text": "".join(_some(texts, self.first, end)),
                    "start_block_index": self.first,
                    "end_block_index": end,
                }
            case "base64":
                pages = _pages(base64.b64decode(source["data"]))
                return {
                    "type": "page_location",
                    "cited_text": "".join(_some(pages, self.first - 1, end - 1)),
                    "start_page_number": self.first,
                    "end_page_number": end,
                }
            case kind:
                raise ScriptError(f"A document of the kind {kind} cannot be read here.")


@dataclass(frozen=True, slots=True)
class Forged:
    """A citation that is no such thing: a true one with other fields, or one made up whole."""

    of: Cites | CitesDocument | None
    fields: tuple[tuple[str, object], ...]

    def citation(self, asked: Asked) -> Body | None:
        true = self.of.citation(asked) if self.of else None
        return (true or {}) | dict(self.fields)


Pointer = Cites | CitesDocument | Forged


def cites(result: int | str, first: int = 0, end: int | None = None) -> Cites:
    """Point at the blocks from `first` to before `end` of a search result."""
    return Cites(result, first, end)


def cites_document(document: int | str, first: int = 0, end: int | None = None) -> CitesDocument:
    """Point at the sentences, blocks or pages from `first` to before `end` of a document."""
    return CitesDocument(document, first, end)


def forged(of: Cites | CitesDocument | None = None, **fields: object) -> Forged:
    """Point nowhere good: `of` with other fields, or these fields alone."""
    return Forged(of, tuple(fields.items()))


def _place(wanted: int | str, names: Sequence[str | None]) -> int:
    if isinstance(wanted, int) and 0 <= wanted < len(names):
        return wanted
    if isinstance(wanted, str) and names.count(wanted) == 1:
        return names.index(wanted)
    raise ScriptError(f"The request has not one source {wanted!r} but: {names}")


def _some(texts: Sequence[str], first: int, end: int) -> Sequence[str]:
    if not 0 <= first < end <= len(texts):
        raise ScriptError(f"No blocks {first} to {end} in {len(texts)}.")
    return texts[first:end]


def _characters(text: str, first: int, end: int) -> Body:
    starts = [0, *(found.end() for found in _SENTENCE_ENDS.finditer(text)), len(text)]
    spans = _some([text[a:b] for a, b in pairwise(starts)], first, end)
    return {
        "type": "char_location",
        "cited_text": "".join(spans),
        "start_char_index": starts[first],
        "end_char_index": starts[end],
    }


def _pages(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
