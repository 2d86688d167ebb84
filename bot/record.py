"""How does a question stand on record? Who asked what, what was found for it, what was said."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from bot.answering.evidence import evidence
from bot.answering.request import Request
from bot.answering.support import Checked
from bot.answers import Grounded, places
from bot.conversation import Message, Reply, Role, Turn
from bot.library import Found
from retrieval.access import Reader
from retrieval.documents import Leg, Passage
from storage.exchanges import Earlier, Opening, Retrieved


def opening(message: Message) -> Opening:
    """Who asks, and where."""
    return Opening(
        asker=message.asker.casefold(),
        surface=message.surface,
        private=message.private,
        thread=message.thread,
        organisation=message.organisation,
    )


def turns(recorded: Sequence[Earlier]) -> Iterator[Turn]:
    """What was asked, and what was asked back: a yes says nothing without it."""
    for one in recorded:
        yield Turn(Role.USER, one.question)
        if one.asked_back:
            yield Turn(Role.BOT, one.asked_back)


def opened(
    message: Message, request: Request, reader: Reader, found: Found | None
) -> dict[str, object]:
    """What was asked, how it was understood, and how the search went as which reader."""
    return {
        "question": message.text,
        "search": request.search,
        "understanding": asdict(request.understanding),
        "language": request.language,
        "kind": request.kind,
        "sensitive": request.sensitive,
        "principals": sorted(reader.principals),
        "others": sorted(map(sorted, reader.others)),
        "refused": message.refused,
        "event": message.event,
        "index": "down" if found is None else "answered",
        "evidence": None if found is None else evidence(request, found.passages),
        "mode": "whole" if found is not None and found.is_whole else "searched",
    }


def retrieved(found: Found | None) -> list[Retrieved]:
    """What was found: offered for the answer, spare, or dropped with the reason."""
    if found is None:
        return []
    offered = len(found.offered)
    used = [_row(p, "offered" if n < offered else "spare") for n, p in enumerate(found.passages)]
    return [*used, *(_row(drop.passage, "dropped", drop.why) for drop in found.dropped)]


def answered(reply: Reply, checked: Checked, answerer: str) -> dict[str, object]:
    """What was said, by whom, on which passages it rests, and what was taken out of it.

    `links` are where the citations lead, in the order of their numbers.
    """
    answer = reply.answer
    cited = answer.citations if isinstance(answer, Grounded) else ()
    return {
        "kind": type(answer).__name__.lower(),
        "first": reply.first,
        "language": reply.language,
        "more_in_private": reply.more_in_private,
        "answer": asdict(answer),
        "answerer": answerer,
        "cited": sorted({citation.chunk_id for citation in cited}),
        "links": [citations[0].url for citations in places(cited).values()],
        "support": {
            "found": [asdict(finding) for finding in checked.found],
            "asked_again": checked.asked_again,
            "found_again": [asdict(finding) for finding in checked.found_again],
            "taken_out": checked.taken_out,
        },
        "milliseconds": reply.timings,
    }


def _row(passage: Passage, outcome: str, why: str = "") -> Retrieved:
    dense, sparse = passage.dense, passage.sparse
    return Retrieved(
        document_id=passage.document_id,
        version=passage.version,
        generation=passage.generation,
        chunk_id=passage.chunk_id,
        content_hash=passage.content_hash,
        access_id=passage.access_id,
        score=passage.score,
        dense_rank=_rank(dense),
        dense_score=_score(dense),
        sparse_rank=_rank(sparse),
        sparse_score=_score(sparse),
        outcome=outcome,
        why=why,
    )


def _rank(leg: Leg | None) -> int | None:
    return None if leg is None else leg.rank


def _score(leg: Leg | None) -> float | None:
    return None if leg is None else leg.score
