"""How does what is said look in Teams? Words are text; what may be pressed, and tables, are cards.

A message is either: of one that is both Teams makes two, tells the id of neither, and lets it be
changed no more ("Activity resulted into multiple skype activities").
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bot.saying import prose
from bot.saying.parts import Feedback, Part, Points, Prose, Quote, Said, Small, Sources, Text
from bot.saying.plain import address, label, shortened
from bot.saying.runs import Run
from bot.saying.sources import Source, addresses, name
from bot.saying.words import words
from bot.surfaces.teams.drawing import cards, elements, telling
from bot.surfaces.teams.drawing.elements import size
from bot.surfaces.teams.drawing.markdown import escaped
from bot.surfaces.teams.drawing.packing import LARGEST, Draft, Flow, Packing
from bot.surfaces.teams.messages import Json, Outgoing, Sensitivity, Suggestion, written
from bot.surfaces.teams.messages import Source as Claim

_ROUTING = 1024  # bytes that the service needs to get a message where it belongs
_CLAIM = 300  # bytes around the words of what tells of a source
_NAME, _ABSTRACT, _ADDRESS = 80, 160, 1000  # characters
_NOTICE = 200  # characters
_SUGGESTED, _TITLE = 6, 40  # how many, and characters of each
_WORDS = (Text, Quote, Prose, Points, Small)


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
    several = [one for draft in drafts for one in _either(draft, claims)]
    rated = max((n for n, one in enumerate(several) if one.text), default=len(several) - 1)
    return [
        replace(
            one,
            summary=said.rest or notice if n else notice,
            is_generated=said.is_answer,
            sensitivity=sensitivity,
            takes_feedback=n == rated and _takes_feedback(said),
        )
        for n, one in enumerate(several)
    ]


def card(said: Said, locale: str) -> Json:
    """Draw the card alone that stands in the last of the messages, with what may be pressed."""
    *_, last = messages(said, locale)
    if last.cards:
        return last.cards[0]
    return elements.card([element for piece in cards.pieces(_parts(said)) for element in piece])


def prompting(prompts: Iterable[tuple[str, str]], locale: str) -> Outgoing:
    """Offer questions to begin with, each with its title; for personal chats alone."""
    several = list(prompts)[:_SUGGESTED]
    text = words(locale).home.examples
    suggested = [Suggestion(shortened(title, _TITLE), question) for title, question in several]
    return Outgoing(text=escaped(text), suggestions=suggested)


def _either(draft: Draft, claims: Mapping[int, Claim]) -> Iterator[Outgoing]:
    """Make a message of the text of a draft, and one of its card."""
    if draft.text:
        yield Outgoing(draft.text, sources=[claims[number] for number in sorted(draft.cited)])
    if draft.elements:
        yield Outgoing(cards=[elements.card(draft.elements)])


def _flows(said: Said, notice: str, locale: str) -> tuple[Flow, Flow]:
    """Draw body and tail; where there is nothing in either, what the notification says."""
    if all(isinstance(part, _WORDS) for part in _parts(said)):
        body, tail = telling.told(_parts(said), locale), []
    else:
        body = telling.told(said.body, locale) if said.is_answer else [*cards.pieces(said.body)]
        tail = cards.pieces(said.tail)
    if not body and not tail:
        body = telling.told([Text(((Run(notice),),))], locale)
    return body, tail


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
