"""What does the page need to draw a reply?

Everything here is text that the page shows as text: nothing is turned into HTML on either side.
"""

from bot.answers import Abstained, Answer, Citation, Clarification, Grounded, Unavailable
from bot.conversation import Reply


def drawn(reply: Reply, *, thread: str) -> dict[str, object]:
    """Put a reply into the page's words; `thread` is the id to send with a follow-up."""
    return {
        "exchange_id": reply.exchange_id,
        "thread": thread,
        "language": reply.language,
        "answer": _answer(reply.answer),
    }


def _answer(answer: Answer) -> dict[str, object]:
    match answer:
        case Grounded():
            return _grounded(answer)
        case Abstained(reason, text, nearest):
            return {
                "kind": "abstained",
                "reason": reason.value,
                "text": text,
                "nearest": [{"title": near.title, "url": near.url} for near in nearest],
            }
        case Clarification(question, options):
            return {"kind": "clarification", "question": question, "options": list(options)}
        case Unavailable(text):
            return {"kind": "unavailable", "text": text}


def _grounded(answer: Grounded) -> dict[str, object]:
    places = _places(answer)
    numbers = {place: number for number, place in enumerate(places, start=1)}
    return {
        "kind": "grounded",
        "frame": answer.frame,
        "statements": [
            {
                "text": statement.text,
                "language": statement.citations[0].language,
                "sources": sorted({numbers[_place(cited)] for cited in statement.citations}),
            }
            for statement in answer.statements
        ],
        "sources": [_source(numbers[place], cited) for place, cited in places.items()],
    }


def _place(citation: Citation) -> tuple[str, str]:
    return citation.document_id, citation.chunk_id


def _places(answer: Grounded) -> dict[tuple[str, str], list[Citation]]:
    """Gather the citations of each place, the places in the order in which they are first cited."""
    places: dict[tuple[str, str], list[Citation]] = {}
    for statement in answer.statements:
        for citation in statement.citations:
            places.setdefault(_place(citation), []).append(citation)
    return places


def _source(number: int, cited: list[Citation]) -> dict[str, object]:
    first = cited[0]
    return {
        "number": number,
        "title": first.title,
        "heading": list(first.heading),
        "path": first.path,
        "url": first.url,
        "version": first.version,
        "effective_from": first.effective_from and first.effective_from.isoformat(),
        "page": first.page,
        "language": first.language,
        "quotes": list(dict.fromkeys(citation.quote for citation in cited)),
    }
