"""Every golden question, put through the product as its asker, after its thread."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from bot.answering.evidence import evidence
from bot.answers import Abstained, Citation, Clarification, Grounded, Unavailable
from bot.assistant import Assistant, Consulted
from bot.conversation import Message, Reply
from bot.evaluation.questions import Golden
from retrieval.access import Access
from retrieval.documents import Passage
from storage.moments import now


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the product did with one question; `leaked` are pages found that the asker may not read.

    `retrieved` are pages, best first; `reply` is None where answers were not asked for. `evidence`
    is how well the passages bear out an answer, more being better, None where that is not judged.
    `leaked_citations` are pages cited that the asker may not read.
    """

    golden: Golden
    retrieved: tuple[str, ...]
    leaked: tuple[str, ...]
    reply: Reply | None
    milliseconds: dict[str, float]
    evidence: float | None = None
    leaked_citations: tuple[str, ...] = ()

    def line(self) -> dict[str, object]:
        """What is written to the run's file."""
        answer = None if self.reply is None else self.reply.answer
        return {
            "id": self.golden.id,
            "retrieved": list(self.retrieved),
            "answer": said(self),
            "citations": [_written(citation) for citation in citations(self)],
            "abstained": isinstance(answer, Abstained | Unavailable),
            "clarified": isinstance(answer, Clarification),
            "milliseconds": self.milliseconds,
        }


async def outcomes(
    assistant: Assistant,
    questions: Sequence[Golden],
    accesses: dict[str, Access],
    *,
    answers: bool,
) -> AsyncIterator[Outcome]:
    """Ask every question; `accesses` are the pages' own, by path, to check what was found."""
    for golden in questions:
        message = Message(
            text=golden.question,
            asker=golden.asker,
            surface="evaluation",
            context=golden.thread,
            organisation=golden.organisation,
        )
        consulted = await assistant.consult(message)
        reply = await assistant.conclude(message, consulted) if answers else None
        found = () if consulted.found is None else consulted.found.passages
        yield Outcome(
            golden=golden,
            retrieved=tuple(dict.fromkeys(map(_page, found))),
            leaked=_leaked(consulted, found, accesses),
            reply=reply,
            milliseconds=dict(consulted.timings.milliseconds),
            evidence=evidence(consulted.request, found),
            leaked_citations=_leaked(consulted, _cited(reply), accesses),
        )


def citations(outcome: Outcome) -> list[Citation]:
    """What was cited, in the order of the answer."""
    return _cited(outcome.reply)


def said(outcome: Outcome) -> str:
    """What the answer says, in words; empty where there is none."""
    match None if outcome.reply is None else outcome.reply.answer:
        case Grounded(statements):
            return "\n".join(statement.text for statement in statements)
        case Abstained() | Unavailable() as answer:
            return answer.text
        case Clarification(question):
            return question
        case _:
            return ""


def _leaked(
    consulted: Consulted, pages: Sequence[Passage | Citation], accesses: dict[str, Access]
) -> tuple[str, ...]:
    """Compare with the source's own word, not with what the index was told."""
    paths = {page.path for page in pages}
    return tuple(
        sorted(path for path in paths if not accesses[path].admits(consulted.reader, now()))
    )


def _page(passage: Passage) -> str:
    return passage.path + (f"#page={passage.page}" if passage.page is not None else "")


def _cited(reply: Reply | None) -> list[Citation]:
    if reply is None or not isinstance(reply.answer, Grounded):
        return []
    return [citation for statement in reply.answer.statements for citation in statement.citations]


def _written(citation: Citation) -> dict[str, object]:
    return {"path": citation.path, "quote": citation.quote, "page": citation.page}
