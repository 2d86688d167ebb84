"""Ask, check, ask once more for what is not borne out, check, take out: for any answerer.

Nothing that fails the support check is said. Where nothing is left, the policies do not tell; what
was found is kept for the record.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from bot.answering.abstaining import not_told
from bot.answering.answerer import Answerer, AnswererUnavailableError, Desk, Rewording
from bot.answering.facts.claims import without
from bot.answering.facts.finding import Fault, Finding
from bot.answering.request import Request
from bot.answers import Answer, Grounded
from retrieval.documents import Passage

log = structlog.get_logger()

Check = Callable[[Grounded, Request, Sequence[Passage], Desk], Awaitable[Sequence[Finding]]]
"""Finds what in an answer its citations do not bear out."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is said, and what the check found: at first, and when it had been worded again.

    `taken_out` counts the statements that are not said for it.
    """

    answer: Answer
    found: tuple[Finding, ...] = ()
    asked_again: bool = False
    found_again: tuple[Finding, ...] = ()
    taken_out: int = 0


class Supported:
    """An answerer whose answers are checked before anybody sees them."""

    def __init__(self, answerer: Answerer, check: Check) -> None:
        self._answerer = answerer
        self._check = check

    @property
    def name(self) -> str:
        """What is written on record as having answered."""
        return self._answerer.name

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Checked:
        """Answer with what is borne out alone.

        Raises `AnswererUnavailableError` when the answerer cannot answer at all.
        """
        return await supported(self._answerer, request, passages, desk, check=self._check)


async def supported(
    answerer: Answerer, request: Request, passages: Sequence[Passage], desk: Desk, *, check: Check
) -> Checked:
    """Answer with what is borne out alone, by the passages and those that the answerer finds."""
    watched = _Watched(desk, passages)
    answer = await answerer.answer(request, passages, watched)
    found = await _checked(answer, request, watched, check)
    if not found or not isinstance(answer, Grounded):
        return Checked(answer)
    if not isinstance(answerer, Rewording):
        return _kept(answer, request, passages, Checked(answer, found))
    try:
        answer = await answerer.again(request, passages, reasons(answer, found), watched)
    except AnswererUnavailableError as error:
        log.warning("not worded again", exchange=desk.exchange_id, reason=str(error))
        return _kept(answer, request, passages, Checked(answer, found))
    again = await _checked(answer, request, watched, check)
    checked = Checked(answer, found, asked_again=True, found_again=again)
    return _kept(answer, request, passages, checked)


class _Watched:
    """A desk that remembers which passages an answerer was given over it."""

    def __init__(self, desk: Desk, passages: Sequence[Passage]) -> None:
        self._desk = desk
        self.given = [*passages]

    @property
    def exchange_id(self) -> str:
        return self._desk.exchange_id

    @property
    def asker(self) -> str:
        return self._desk.asker

    async def search(self, query: str) -> Sequence[Passage]:
        found = await self._desk.search(query)
        self.given += found
        return found

    async def record(self, kind: str, body: Mapping[str, object]) -> None:
        await self._desk.record(kind, body)


async def _checked(
    answer: Answer, request: Request, watched: _Watched, check: Check
) -> tuple[Finding, ...]:
    if not isinstance(answer, Grounded):
        return ()
    return tuple(await check(answer, request, watched.given, watched))


def _kept(
    answer: Answer, request: Request, passages: Sequence[Passage], checked: Checked
) -> Checked:
    """Take out what the last check found; where nothing is left, the policies do not tell."""
    last = checked.found_again if checked.asked_again else checked.found
    if not isinstance(answer, Grounded) or not last:
        return replace(checked, answer=answer)
    kept = without(answer, last)
    if kept is None:
        nothing = not_told(request, passages)
        return replace(checked, answer=nothing, taken_out=len(answer.statements))
    gone = len(answer.statements) - len(kept.statements)
    return replace(checked, answer=kept, taken_out=gone)


def reasons(answer: Grounded, found: Sequence[Finding]) -> list[str]:
    """Say in a sentence each what is wrong, for whoever words the answer again."""
    return [_reason(answer, finding) for finding in found]


def _reason(answer: Grounded, finding: Finding) -> str:
    why = _WHY[finding.fault].format(words=f"“{finding.words}”")
    if finding.statement is None:
        return f"A calculation step: {why}"
    return f"“{answer.statements[finding.statement].text}”: {why}"


_WHY = {
    Fault.NO_CITATION: "it cites nothing.",
    Fault.UNKNOWN_PASSAGE: "it cites {words}, which is none of the passages given.",
    Fault.ALTERED_QUOTE: "the quote {words} does not stand in the passage that it names.",
    Fault.NUMBER: "the number {words} does not stand in what it cites, or not for that.",
    Fault.UNIT: "what it cites gives another unit than {words}.",
    Fault.MOMENT: "the date or time {words} does not stand in what it cites, or not for that.",
    Fault.LIMIT: "what it cites limits {words} in another way.",
    Fault.NEGATION: "it turns round what its citation denies or does not deny ({words}).",
    Fault.DUTY: "its citation demands, allows or forbids something else ({words}).",
    Fault.CONDITION: "its citation has another condition or exception ({words}).",
    Fault.OPPOSITE: "its citation says the opposite of {words}.",
    Fault.NAME: "{words} is not named in what it cites, or not for that.",
    Fault.STEP: "{words} stands neither in what is cited nor in the question.",
    Fault.FAR: "what it cites speaks of something else.",
    Fault.SECOND_LOOK: "{words}",
    Fault.CONTACT: "it sends somebody who needs a person to {words}; contacts are told apart.",
}
