"""Nothing that belongs together is torn apart in three real collections of policies."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from connectors.folder import FolderSource
from retrieval.chunking import Limits, chunks
from retrieval.documents import Chunk, Document
from retrieval.embedding import FastEmbedder
from retrieval.enrichment import indexed_text
from tests.at_hand import need
from tests.conftest import SHARED

pytestmark = pytest.mark.slow

DATA = SHARED / "data"
LIMITS = Limits()
QUALIFIER = re.compile(
    r"[\W_]*(?:however|except|unless|only|otherwise|this does not apply|no obstante|sin embargo|"
    r"salvo|excepto|s[oó]lo|únicamente)\b|\s*\(",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*\s*")
RULE = re.compile(r"^[ >]*\|?[ :-]*-[ :|-]*\|[ :|-]*$", re.MULTILINE)
_markdown = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True, slots=True)
class Cut:
    """Two neighbouring chunks of one section, and where in its text they meet."""

    section: str
    at: int
    before: Chunk
    after: Chunk


def cuts(document: Document, found: list[Chunk]) -> Iterator[Cut]:
    at = 0
    for before, after in pairwise(found):
        if before.section != after.section:
            at = 0
            continue
        at += len(before.text)
        yield Cut(document.sections[after.section].text, at, before, after)


def torn(cut: Cut, fits: Callable[[str], bool]) -> Iterator[str]:
    """Name what a cut tears; what is longer than a chunk may be cannot but be cut."""
    line = cut.section.rfind("\n", 0, cut.at) + 1
    row = cut.section[line : cut.section.find("\n", cut.at)]
    in_table = row.lstrip(" >").startswith("|")
    if in_table and line < cut.at and fits(row):
        yield "row"
    if in_table and not RULE.search(cut.after.lead) and not RULE.search(cut.after.text[:1000]):
        yield "header"
    if any(start < cut.at < end and fits(cut.section[start:end]) for start, end in steps(cut)):
        yield "step"
    if not in_table and QUALIFIER.match(cut.after.text):
        rule = SENTENCE.findall(cut.before.text)[-1]
        qualifier = SENTENCE.findall(cut.after.text)[0]
        if fits(rule + qualifier):
            yield "qualifier"
    if re.search(r"[\w,]\s\Z", cut.before.text) and re.match(r"[a-zñáéíóú](?!\))", cut.after.text):
        sentence = SENTENCE.findall(cut.before.text)[-1] + SENTENCE.findall(cut.after.text)[0]
        if fits(sentence):
            yield "sentence"


def steps(cut: Cut) -> Iterator[tuple[int, int]]:
    """The items of numbered lists, from character to character."""
    offsets = [0, *(m.end() for m in re.finditer(r"\n", cut.section)), len(cut.section)]
    numbered: list[bool] = []
    for token in _markdown.parse(cut.section):
        if token.type in ("ordered_list_open", "bullet_list_open"):
            numbered.append(token.type == "ordered_list_open")
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            numbered.pop()
        elif token.type == "list_item_open" and numbered[-1] and token.map:
            start, end = offsets[token.map[0]], offsets[token.map[1]]
            yield start, start + len(cut.section[start:end].rstrip())


@pytest.mark.parametrize(
    "organisation", ["tts-handbook", "civicactions-guidebook", "es-public-staff"]
)
async def test_no_step_row_or_qualifier_is_torn(organisation: str, embedder: FastEmbedder) -> None:
    need((DATA / organisation).exists(), "the policy collections are not beside the project")
    source = FolderSource(organisation, DATA / organisation, DATA / "acl.json")
    counted: Counter[str] = Counter()

    def fits(text: str) -> bool:
        return embedder.count([text])[0] <= LIMITS.text * 0.9  # beside a lead and a neighbour

    for item in (await source.listing()).items:
        document = await source.document(item)
        found = chunks(document, embedder.count, ("en", "es"), LIMITS)
        lengths = embedder.count([indexed_text(chunk) for chunk in found])
        assert max(lengths, default=0) <= LIMITS.whole
        for place, section in enumerate(document.sections):
            assert "".join(c.text for c in found if c.section == place) == section.text
        for cut in cuts(document, found):
            counted["cuts"] += 1
            for what in torn(cut, fits):
                counted[f"{what}: {item.path} {cut.after.text[:60]!r}"] += 1
    await source.close()

    assert counted.pop("cuts") > 0
    assert not counted
