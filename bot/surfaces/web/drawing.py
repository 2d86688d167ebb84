"""What does the page need to draw a reply?

Everything here is text that the page shows as text: nothing is turned into HTML on either side.
"""

from collections.abc import Sequence

from bot.answers import (
    Abstained,
    Answer,
    Citation,
    Clarification,
    Grounded,
    Unavailable,
    places,
)
from bot.conversation import Reply
from bot.surfaces.web.viewer.address import viewer_address


def drawn(reply: Reply, *, thread: str, opened_as: str | None = None) -> dict[str, object]:
    """Put a reply into the page's words; `thread` is the id to send with a follow-up.

    `opened_as` is who opens documents that no browser could open by themselves; None where this
    server shows no documents.
    """
    return {
        "exchange_id": reply.exchange_id,
        "thread": thread,
        "language": reply.language,
        "first": reply.first,
        "answer": _answer(reply.answer, opened_as),
    }


def _answer(answer: Answer, opened_as: str | None) -> dict[str, object]:
    match answer:
        case Grounded():
            return _grounded(answer, opened_as)
        case Abstained(reason, text, nearest):
            return {
                "kind": "abstained",
                "reason": reason.value,
                "text": text,
                "nearest": [
                    {"title": near.title, "url": _url(near.path, near.url, (), opened_as)}
                    for near in nearest
                ],
            }
        case Clarification(question, options):
            return {"kind": "clarification", "question": question, "options": list(options)}
        case Unavailable(text):
            return {"kind": "unavailable", "text": text}


def _grounded(answer: Grounded, opened_as: str | None) -> dict[str, object]:
    cited = places(answer.citations)
    numbers = {place: number for number, place in enumerate(cited, start=1)}
    return {
        "kind": "grounded",
        "frame": answer.frame,
        "statements": [
            {
                "text": statement.text,
                "language": statement.citations[0].language,
                "sources": sorted({numbers[citation.place] for citation in statement.citations}),
            }
            for statement in answer.statements
        ],
        "missing": answer.missing,
        "steps": [f"{step.expression} = {step.result}" for step in answer.steps],
        "sources": [_source(numbers[place], them, opened_as) for place, them in cited.items()],
    }


def _source(number: int, cited: list[Citation], opened_as: str | None) -> dict[str, object]:
    first = cited[0]
    quotes = list(dict.fromkeys(citation.quote for citation in cited))
    return {
        "number": number,
        "title": first.title,
        "heading": list(first.heading),
        "path": first.path,
        "url": _url(first.path, first.url, quotes, opened_as),
        "version": first.edition,
        "effective_from": first.effective_from and first.effective_from.isoformat(),
        "page": first.page,
        "language": first.language,
        "verified": first.is_verified_answer,
        "quotes": quotes,
    }


def _url(path: str | None, url: str, quotes: Sequence[str], opened_as: str | None) -> str:
    """Open here what lies in a folder or with HR; what has an address on the web, there."""
    if path is None or opened_as is None or not url.startswith(("file:", "verified:")):
        return url
    return viewer_address(path, opened_as, kept_at=url, quotes=quotes)
