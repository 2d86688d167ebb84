"""Statements that cite a page, as an answerer would hand them over."""

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.facts.claims import findings
from bot.answering.facts.finding import Fault, Finding
from bot.answering.quoting import citation
from bot.answers import Citation, Grounded, Statement, Step
from retrieval.documents import Passage
from tests.bot.answering.passages import Page


def cited(passage: Passage, quote: str | None = None) -> Citation:
    """Cite a passage, whole where no quote is given."""
    whole = citation(passage, 0, len(passage.text))
    return whole if quote is None else replace(whole, quote=quote)


def answered(text: str, *passages: Passage, steps: Sequence[Step] = ()) -> Grounded:
    return Grounded((Statement(text, tuple(map(cited, passages))),), steps=tuple(steps))


def checked(
    text: str, quote: str, *, question: str = "", language: str = "en", of: str | None = None
) -> list[Finding]:
    """Check a statement in one language that cites words in another (`of`), or the same."""
    passage = Page("Leave", of or language).passage(quote)
    answer = answered(text, passage)
    return findings(answer, question=question, language=language, passages=[passage])


def faults(text: str, quote: str, **more: str) -> set[Fault]:
    return {finding.fault for finding in checked(text, quote, **more)}
