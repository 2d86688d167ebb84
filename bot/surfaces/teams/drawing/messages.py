"""How does what is said look in Teams? An answer is text with citations; all else is a card."""

from collections.abc import Iterable

from bot.saying import prose
from bot.saying.parts import Feedback, Part, Said, Sources
from bot.saying.plain import address, label, shortened
from bot.saying.runs import Run
from bot.saying.sources import Source, addresses, name
from bot.saying.words import words
from bot.surfaces.teams.drawing import cards, elements, telling
from bot.surfaces.teams.drawing.elements import paragraph, size
from bot.surfaces.teams.drawing.markdown import escaped
from bot.surfaces.teams.drawing.packing import LARGEST, Flow, Packing
from bot.surfaces.teams.messages import Json, Outgoing, Sensitivity, Suggestion, written
from bot.surfaces.teams.messages import Source as Claim

_ROUTING = 1024  # bytes that the service needs to get a message where it belongs
_CLAIM = 300  # bytes around the words of what tells of a source
_NAME, _ABSTRACT, _ADDRESS = 80, 160, 1000  # characters
_NOTICE = 200  # characters
_SUGGESTED, _TITLE = 6, 40  # how many, and characters of each


def messages(said: Said, locale: str, *, sensitivity: Sensitivity | None = None) -> list[Outgoing]:
    """Draw what is said, in the messages in which it is posted: at least one.

    `sensitivity` is the label that each of them bears.
    """
    claims = {source.number: _claim(source, locale) for source in _sources(said)}
    notice = shortened(" ".join(said.notice.split()), _NOTICE) or "–"
    frame = Outgoing(
        cards=[elements.card([{"type": "Table"}])],
        summary=max(notice, said.rest, key=len),
        is_generated=said.is_answer,
        sensitivity=sensitivity,
        takes_feedback=True,
    )
    room = LARGEST - _ROUTING - size(written(frame))
    packing = Packing(room, {number: _weight(claim) for number, claim in claims.items()})
    drafts = packing.packed(*_flows(said, notice, locale))
    return [
        Outgoing(
            text=draft.text,
            cards=[elements.card(draft.elements)] if draft.elements else [],
            summary=said.rest or notice if n else notice,
            is_generated=said.is_answer,
            sources=[claims[number] for number in sorted(draft.cited)],
            sensitivity=sensitivity,
            takes_feedback=draft is drafts[-1] and _takes_feedback(said),
        )
        for n, draft in enumerate(drafts)
    ]


def card(said: Said, locale: str) -> Json:
    """Draw the card alone that stands in the last of the messages, with what may be pressed."""
    *_, last = messages(said, locale)
    return last.cards[0] if last.cards else elements.card(paragraph((Run(said.notice),)))


def prompting(prompts: Iterable[tuple[str, str]], locale: str) -> Outgoing:
    """Offer questions to begin with, each with its title; for personal chats alone."""
    several = list(prompts)[:_SUGGESTED]
    text = words(locale).home.examples
    suggested = [Suggestion(shortened(title, _TITLE), question) for title, question in several]
    return Outgoing(text=escaped(text), suggestions=suggested)


def _flows(said: Said, notice: str, locale: str) -> tuple[Flow, Flow]:
    """Draw body and tail; where there is nothing in either, what the notification says."""
    body: Flow = telling.told(said.body, locale) if said.is_answer else cards.pieces(said.body)
    tail: Flow = cards.pieces(said.tail)
    if body or tail:
        return body, tail
    return [tuple(paragraph((Run(notice),)))], []


def _parts(said: Said) -> tuple[Part, ...]:
    return (*said.body, *said.tail)


def _sources(said: Said) -> list[Source]:
    return [one for part in _parts(said) if isinstance(part, Sources) for one in part.sources]


def _takes_feedback(said: Said) -> bool:
    return any(isinstance(part, Feedback) for part in _parts(said))


def _claim(source: Source, locale: str) -> Claim:
    """Tell of a source: its name, its words, and where it opens, if that is short enough."""
    url = address(source.url)
    return Claim(
        position=source.number,
        name=label(name(source), _NAME),
        abstract=label(quoted(source, locale), _ABSTRACT),
        url=url if url and len(url) <= _ADDRESS else None,
    )


def quoted(source: Source, locale: str) -> str:
    """Give the words that a source is cited for, in one line without their styles."""
    return prose.plainly(prose.read(source.first.quote, addresses([source], locale)))


def _weight(claim: Claim) -> int:
    return size([claim.name, claim.abstract, claim.url]) + _CLAIM
