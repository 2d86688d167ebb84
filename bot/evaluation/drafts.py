"""Which questions went wrong, as people say? Drafts of golden questions, to be finished by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.conversation import Role
from bot.feedback import ratings
from storage.exchanges import Exchanges
from storage.records import Record, first

Line = dict[str, object]


@dataclass(frozen=True, slots=True)
class Drafts:
    """The lines of a golden file, and how many exchanges could not become one: they are erased."""

    lines: list[Line]
    erased: int


async def drafts(records: Sequence[Record], exchanges: Exchanges) -> Drafts:
    """Make a draft of every exchange whose answer somebody thinks bad, at last."""
    lines: list[Line] = []
    erased = 0
    for record in records:
        bad = [one for one in ratings(record.events) if not one.good]
        if not bad:
            continue
        opened = first(record.events, "opened")
        if opened is None or opened.erased:
            erased += 1
            continue
        reasons = [one.reason for one in bad if one.reason]
        thread = await _thread(record.id, exchanges)
        lines.append(_draft(record, opened.body, reasons) | {"thread": thread})
    return Drafts(lines, erased)


def _draft(record: Record, opened: Mapping[str, object], reasons: Sequence[str]) -> Line:
    """What is known, in the form of a golden question, and what is not, empty.

    What was cited may be just what was wrong, so that it is told beside `relevant`, not in it.
    """
    answered = first(record.events, "answered")
    body = {} if answered is None else answered.body
    return {
        "id": f"feedback-{record.id}",
        "draft": True,
        "question": opened["question"],
        "asker": record.asker,
        "corpus": record.organisation,
        "lang": opened["language"],
        "expected": "",
        "relevant": [],
        "key_facts": [],
        "tags": ["thumbs-down"],
        "note": " / ".join(reasons),
        "answered": body.get("kind"),
        "cited": _cited(body),
    }


async def _thread(exchange_id: str, exchanges: Exchanges) -> list[dict[str, str]]:
    """What the same person asked before it in its thread, and what they were asked back."""
    opening = await exchanges.opening(exchange_id)
    earlier_ones = [] if opening is None else await exchanges.questions(opening, before=exchange_id)
    turns: list[dict[str, str]] = []
    for earlier in earlier_ones:
        turns.append({"role": Role.USER, "text": earlier.question})
        if earlier.asked_back:
            turns.append({"role": Role.BOT, "text": earlier.asked_back})
    return turns


def _cited(answered: Mapping[str, object]) -> list[Line]:
    """The pages that the answer rested on, each once, as `relevant` would name them."""
    answer = answered.get("answer")
    statements = answer.get("statements", ()) if isinstance(answer, dict) else ()
    pages = {
        (cited["path"], cited["page"]): cited["title"]
        for statement in statements
        for cited in statement["citations"]
    }
    return [
        {"path": path, "title": title} | ({} if page is None else {"page": page})
        for (path, page), title in pages.items()
    ]
