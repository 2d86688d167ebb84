"""What is said where no policy tells? A fixed sentence, and where to look."""

from collections.abc import Sequence
from dataclasses import replace

from bot.answering.contacts import Contacts
from bot.answering.kinds import Kind
from bot.answering.request import Request
from bot.answering.standing import stands_alone
from bot.answering.wording import wording
from bot.answers import Abstained, Answer, Nearby, Reason
from retrieval.documents import Passage

_NEAREST = 3  # pages that are named


def not_told(request: Request, passages: Sequence[Passage]) -> Abstained:
    """Say the fixed sentence, and name the nearest pages, each at its best place."""
    text = wording(request.reply_in).not_supported
    return Abstained(Reason.NOT_SUPPORTED, text, _nearest(passages))


def told_by_kind(
    request: Request, passages: Sequence[Passage], contacts: Contacts
) -> Abstained | None:
    """Say what is to be said to a message that no policy answers; None for a policy question.

    What is private is refused in the words for what stands nowhere: nobody learns whether it does.
    """
    if request.kind is Kind.POLICY:
        return None
    if request.kind is Kind.PRIVATE:
        return not_told(request, passages)
    words, hr = wording(request.reply_in), contacts.hr(request.reply_in)
    nearest = _nearest(passages)
    said = {
        Kind.SMALL_TALK: Abstained(Reason.COURTESY, words.greeting),
        Kind.THANKS: Abstained(Reason.COURTESY, words.welcome),
        Kind.PERSON: Abstained(Reason.PERSON_WANTED, words.person.format(hr=hr)),
        Kind.PERSONAL: Abstained(
            Reason.PERSONAL, words.personal.format(hr=hr), (*_records(contacts), *nearest)
        ),
        Kind.LIVE: Abstained(Reason.LIVE, words.live, nearest),
        Kind.OUT_OF_SCOPE: Abstained(Reason.OUT_OF_SCOPE, words.out_of_scope),
    }
    return said[request.kind]


def told_by_second_opinion(
    answer: Answer, request: Request, passages: Sequence[Passage], contacts: Contacts
) -> Answer:
    """Say that there is no answer in the words for what a model takes the message for.

    What was answered stays: no policy question is turned away by a model's opinion. A greeting is
    no reply to a question, nor to somebody who needs a person.
    """
    if not isinstance(answer, Abstained) or answer.reason is not Reason.NOT_SUPPORTED:
        return answer
    kind = request.second_opinion
    is_courtesy = kind in {Kind.SMALL_TALK, Kind.THANKS}
    if request.sensitive or (is_courtesy and stands_alone(request.question, request.language)):
        return answer
    return told_by_kind(replace(request, kind=kind), passages, contacts) or answer


def _nearest(passages: Sequence[Passage]) -> tuple[Nearby, ...]:
    nearest: dict[str, Nearby] = {}
    for p in passages:
        nearest.setdefault(p.document_id, Nearby(p.document_id, p.title, p.link, p.path))
    return tuple(nearest.values())[:_NEAREST]


def _records(contacts: Contacts) -> tuple[Nearby, ...]:
    if contacts.records is None:
        return ()
    return (Nearby(None, contacts.records.name, contacts.records.url),)
