"""What is said where the policies do not tell? A fixed sentence, and where to look."""

from collections.abc import Sequence

from bot.answering.request import Request
from bot.answering.wording import wording
from bot.answers import Abstained, Nearby, Reason
from retrieval.documents import Passage

_NEAREST = 3  # pages that are named


def not_told(request: Request, passages: Sequence[Passage]) -> Abstained:
    """Say the fixed sentence, and name the nearest pages, each at its best place."""
    nearest: dict[str, Nearby] = {}
    for p in passages:
        nearest.setdefault(p.document_id, Nearby(p.document_id, p.title, p.link, p.path))
    return Abstained(
        Reason.NOT_SUPPORTED,
        wording(request.reply_in).not_supported,
        tuple(nearest.values())[:_NEAREST],
    )
