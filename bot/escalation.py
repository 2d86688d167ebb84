"""How does a question reach HR, and HR's answer the employee? The desk, for whatever surface.

    open → claimed ⇄ asked back        claimed, asked back → answered → resolved
                                       anything but resolved → withdrawn, by the employee

Who asked is told by the exchange, never by what a surface is sent; where HR is reached is a
setting, never a page. A surface lets only people of HR act as HR, and brings with every action the
`key` of the event that caused it: done again under its key, an action changes nothing.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import structlog

from bot.conversation import LONGEST
from bot.escalation_wording import CaseError, Wrong
from bot.recorded import ErasedError, Said, said
from connectors.extract.characters import without_hidden
from storage.cases import (
    Action,
    Case,
    Cases,
    Change,
    Decide,
    Deed,
    State,
    Told,
)
from storage.exchanges import Exchanges
from storage.moments import now
from storage.sealing import ERASED

log = structlog.get_logger()


class HrDesk:
    """Cases: what employees ask HR.

    Every action returns the case as it stands afterwards, and raises `CaseError`, with a sentence
    for whoever acted, where it may not be done now.
    """

    def __init__(self, cases: Cases, exchanges: Exchanges, *, hours: int) -> None:
        self._cases = cases
        self._exchanges = exchanges
        self._time = timedelta(hours=hours)

    async def draft(self, exchange_id: str, by: str) -> Said:
        """Say what HR would be shown of a question, for its asker to look at before it is sent."""
        return await self._said(exchange_id, as_person(by))

    async def open(  # noqa: PLR0913  # what a form asks for
        self,
        exchange_id: str,
        by: str,
        *,
        note: str,
        with_text: bool,
        origin: Mapping[str, object],
        key: str,
        question: str | None = None,
    ) -> Case:
        """Ask HR about a question of one's own; asked again, its case is returned as it stands.

        HR sees the question (as it was asked, or as `question` puts it now), the answer with its
        citations, and the note. Without `with_text` it sees the note alone, and nothing that tells
        what it was about. `origin` says where it was asked, in the surface's own words.
        """
        asker = as_person(by)
        there = await self._said(exchange_id, asker)
        told = Told(
            question=there.question if question is None else as_text(question),
            answer=there.answer,
            citations=there.citations,
            note=_clean(note),
            outcome=there.outcome,
            language=there.language,
            origin=dict(origin),
            rests_on=tuple(sorted({one.document_id for one in there.citations})),
        )
        if not with_text:
            told = replace(told, question=None, answer=None, citations=())
        due_at = now() + self._time
        case = await self._cases.open(exchange_id, asker, told, due_at=due_at, key=key)
        log.info("case opened", case=case.id, exchange=exchange_id, with_text=with_text)
        return case

    async def claim(self, case_id: str, by: str, *, key: str) -> Case:
        """Take a case: of several who do at once, one has it and the others are told who."""
        actor = as_person(by)

        def decide(case: Case) -> Change | None:
            _must_be_hr(case, actor)
            if case.assignee is None:
                return Change(State.CLAIMED, actor)
            _must_have(case, actor)
            return None

        return await self._done(case_id, Action(Deed.CLAIMED, actor, key), decide)

    async def reply(self, case_id: str, by: str, text: str, *, key: str) -> Case:
        """Answer the employee, as HR; any number of times."""
        actor = as_person(by)

        def decide(case: Case) -> Change:
            _must_have(case, actor)
            return Change(State.ANSWERED, case.assignee)

        return await self._done(case_id, Action(Deed.ANSWERED, actor, key, as_text(text)), decide)

    async def ask_back(self, case_id: str, by: str, text: str, *, key: str) -> Case:
        """Ask the employee something: while they have not answered, nobody is reminded."""
        actor = as_person(by)

        def decide(case: Case) -> Change:
            _must_have(case, actor)
            return Change(State.ASKED_BACK, case.assignee)

        action = Action(Deed.ASKED_BACK, actor, key, as_text(text))
        return await self._done(case_id, action, decide)

    async def answer_back(self, case_id: str, by: str, text: str, *, key: str) -> Case:
        """Answer what HR asked, or add to it: it is HR's turn again, with all of its time.

        What comes after HR has gone on is taken as well: nobody writes in vain.
        """
        asker = as_person(by)

        def decide(case: Case) -> Change:
            _must_be_askers(case, asker)
            if case.assignee is None:
                raise CaseError(Wrong.NOTHING_ASKED)
            return Change(State.CLAIMED, case.assignee, due_at=now() + self._time)

        action = Action(Deed.ANSWERED_BACK, asker, key, as_text(text))
        return await self._done(case_id, action, decide)

    async def resolve(self, case_id: str, by: str, *, key: str) -> Case:
        """Close a case whose employee was answered."""
        actor = as_person(by)

        def decide(case: Case) -> Change:
            _must_have(case, actor)
            if not case.texts(Deed.ANSWERED):
                raise CaseError(Wrong.UNANSWERED)
            return Change(State.RESOLVED, case.assignee)

        return await self._done(case_id, Action(Deed.RESOLVED, actor, key), decide)

    async def reassign(self, case_id: str, by: str, to: str, *, key: str) -> Case:
        """Give a case to somebody of HR, whoever has it: people are ill, and leave."""
        actor, heir = as_person(by), as_person(to)

        def decide(case: Case) -> Change | None:
            _must_be_hr(case, actor)
            _must_be_hr(case, heir)
            if case.assignee == heir:
                return None
            state = State.CLAIMED if case.state is State.OPEN else case.state
            return Change(state, heir)

        return await self._done(case_id, Action(Deed.REASSIGNED, actor, key, to=heir), decide)

    async def withdraw(self, case_id: str, by: str, *, key: str) -> Case:
        """Take one's own question back."""
        asker = as_person(by)

        def decide(case: Case) -> Change:
            _must_be_askers(case, asker)
            return Change(State.WITHDRAWN, case.assignee)

        return await self._done(case_id, Action(Deed.WITHDRAWN, asker, key), decide)

    async def case(self, case_id: str) -> Case:
        """Find a case."""
        return _known(await self._cases.get(case_id))

    async def held(self, case_id: str, by: str) -> Case:
        """Find a case that somebody of HR has, and may answer now."""
        case = await self.case(case_id)
        _must_have(case, as_person(by))
        return case

    async def unclosed(self) -> list[Case]:
        """List the cases that are not closed, the oldest first."""
        return await self._cases.unclosed()

    async def case_of(self, exchange_id: str) -> Case | None:
        """Find the case of an exchange, None where HR was not asked."""
        return await self._cases.of_exchange(exchange_id)

    async def own(self, asker: str, *, most: int = 20, skip: int = 0) -> list[Case]:
        """List somebody's own cases, the newest first."""
        return await self._cases.of_asker(as_person(asker), most=most, skip=skip)

    async def queue(self, *, most: int = 20, skip: int = 0) -> list[Case]:
        """List all cases for HR: those that are not closed first, each group by when it is due."""
        return await self._cases.queue(most=most, skip=skip)

    async def due(self, at: datetime) -> list[Case]:
        """List the cases whose time is over and of which nobody was reminded in this period."""
        return await self._cases.due(at)

    async def reminded(self, case: Case, at: datetime) -> None:
        """Remind of a case no more before as long again as HR is given has passed."""
        periods = (at - case.remind_at) // self._time + 1
        await self._cases.reminded(case.id, case.remind_at, case.remind_at + periods * self._time)

    async def reminders(self, at: datetime, remind: Callable[[Case], Awaitable[bool]]) -> int:
        """Remind of every case that is due; returns of how many.

        Where `remind` says that it could not, it is tried again the next time. A crash in between
        can call it once more for the same `case.reminder`.
        """
        reminded = 0
        for case in await self.due(at):
            if await remind(case):
                await self.reminded(case, at)
                reminded += 1
        return reminded

    async def _said(self, exchange_id: str, asker: str) -> Said:
        opening = await self._exchanges.opening(exchange_id)
        if opening is not None and opening.asker.startswith(ERASED):
            raise CaseError(Wrong.GONE)
        if opening is None or opening.asker != asker:
            raise CaseError(Wrong.UNKNOWN_EXCHANGE)
        try:
            there = said(await self._exchanges.events(exchange_id))
        except ErasedError as error:
            raise CaseError(Wrong.GONE) from error
        if not there.was_known:
            raise CaseError(Wrong.NOT_FOR_STRANGERS)
        return there

    async def _done(self, case_id: str, action: Action, decide: Decide) -> Case:
        case = _known(await self._cases.change(case_id, action, decide))
        log.info("case changed", case=case.id, action=action.deed, state=case.state.value)
        return case


def _known(case: Case | None) -> Case:
    if case is None:
        raise CaseError(Wrong.UNKNOWN_CASE)
    return case


def _must_be_open(case: Case) -> None:
    if case.state is State.RESOLVED:
        raise CaseError(Wrong.RESOLVED, who=case.assignee or "", since=case.since)
    if case.state is State.WITHDRAWN:
        raise CaseError(Wrong.WITHDRAWN, since=case.since)


def _must_be_hr(case: Case, by: str) -> None:
    """Nobody sees to a case of their own, of HR though they be."""
    if by == case.asker:
        raise CaseError(Wrong.OWN_CASE)
    _must_be_open(case)


def _must_have(case: Case, by: str) -> None:
    _must_be_hr(case, by)
    if case.assignee is None:
        raise CaseError(Wrong.UNCLAIMED)
    if by != case.assignee:
        raise CaseError(Wrong.TAKEN, who=case.assignee, since=case.assigned_at)


def _must_be_askers(case: Case, by: str) -> None:
    if by != case.asker:
        raise CaseError(Wrong.NOT_YOUR_CASE)
    _must_be_open(case)


def as_person(email: str) -> str:
    """Write an e-mail as people are compared."""
    return email.strip().casefold()


def _clean(text: str) -> str:
    """Take out what nobody sees, and refuse what is a document and no message."""
    clean = without_hidden(text).text.strip()
    if len(clean) > LONGEST:
        raise CaseError(Wrong.TOO_LONG, what=str(LONGEST))
    return clean


def as_text(text: str) -> str:
    """Take a text that says something; `CaseError` where it says nothing, or too much."""
    clean = _clean(text)
    if not clean:
        raise CaseError(Wrong.EMPTY)
    return clean
