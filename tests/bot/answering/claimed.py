"""Statements that cite a page, as an answerer would hand them over."""

from collections.abc import Sequence

from bot.answering.facts.claims import findings
from bot.answering.facts.finding import Fault, Finding
from bot.answers import Citation, Grounded, Statement, Step
from retrieval.documents import Passage
from tests.bot.answering.passages import Page


def cited(passage: Passage, quote: str | None = None) -> Citation:
    """Cite a passage, whole where no quote is given."""
    return Citation(
        document_id=passage.document_id,
        chunk_id=passage.chunk_id,
        path=passage.path,
        title=passage.title,
        heading=passage.heading,
        url=passage.link,
        version=passage.version,
        effective_from=passage.effective_from,
        page=passage.page,
        language=passage.language,
        quote=passage.text if quote is None else quote,
    )


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
