"""How does what HR answered one employee come to answer others, and how does it go again?

Somebody of HR proposes an answer from a case that was answered, in words of their own: a text that
still points to the employee is refused. Somebody else of HR, who is not the employee either,
approves it. Then it is a document of a source of its own (`connectors/verified.py` says who may
read it), searched and cited like any other, until its last day, or until its owner withdraws it:
then it is out of answers at once.

Who may read it is not left to be guessed: what the case's exchange cited decides, and where it
cited nothing, whoever approves has to name the groups. `everyone` is named like any other group,
or it is not among them.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date

import structlog

from bot.escalation import HrDesk, as_person, as_text
from bot.escalation_wording import CaseError, Wrong
from bot.recorded import question_of
from bot.telltales import Person, Sign, telltale
from connectors.verified import document_id
from retrieval.access import EVERYONE
from storage.cases import Case, Deed, State
from storage.exchanges import Exchanges
from storage.moments import now
from storage.people import People
from storage.verified import (
    Approval,
    Decide,
    Entry,
    EntryState,
    Proposal,
    Refusal,
    Step,
    VerifiedEntries,
    Withdrawal,
)

log = structlog.get_logger()

_WRONG = {
    Sign.NAME: Wrong.TELLS_NAME,
    Sign.ADDRESS: Wrong.TELLS_ADDRESS,
    Sign.NUMBER: Wrong.TELLS_NUMBER,
    Sign.WORDS: Wrong.TELLS_WORDS,
}
_LIVE = (EntryState.PROPOSED, EntryState.APPROVED)


class Verification:
    """Verified answers, from proposal to withdrawal.

    `take_out` takes a document out of force and out of the index. Every action raises `CaseError`
    where it may not be done; done again by the same person, it changes nothing.
    """

    def __init__(
        self,
        entries: VerifiedEntries,
        desk: HrDesk,
        exchanges: Exchanges,
        people: People,
        *,
        take_out: Callable[[str], Awaitable[None]],
    ) -> None:
        self._entries = entries
        self._desk = desk
        self._exchanges = exchanges
        self._people = people
        self._take_out = take_out

    async def propose(  # noqa: PLR0913  # what a form asks for
        self,
        case_id: str,
        by: str,
        *,
        question: str,
        answer: str,
        owner: str,
        until: date | None,
        key: str,
    ) -> Entry:
        """Propose an answer from a case; one at a time.

        `owner` is somebody known, who answers for it; `until` is its last day, if it has one.
        """
        case = await self._desk.case(case_id)
        actor, owner = as_person(by), as_person(owner)
        _must_be_answered(case)
        _must_not_be_asker(case, actor)
        for error in (objection_to_day(until), await self.objection_to_owner(case_id, owner)):
            if error is not None:
                raise error
        proposal = await self._proposal(case, as_text(question), as_text(answer), owner, until)
        entry = await self._entries.propose(proposal, actor, key=key, decide=_must_be_the_only_one)
        log.info("verified answer proposed", entry=entry.id, case=case.id)
        return entry

    async def draft(self, case_id: str, by: str) -> Case:
        """Find a case from which somebody may propose an answer now."""
        case = await self._desk.case(case_id)
        _must_be_answered(case)
        _must_not_be_asker(case, as_person(by))
        _must_be_the_only_one(await self._entries.of_case(case_id))
        return case

    async def objection_to_owner(self, case_id: str, owner: str) -> CaseError | None:
        """Say why somebody cannot answer for an answer; None where they can."""
        if as_person(owner) == (await self._desk.case(case_id)).asker:
            return CaseError(Wrong.OWN_CASE)
        if await self._people.principals(as_person(owner), now()) is None:
            return CaseError(Wrong.UNKNOWN_OWNER, what=owner)
        return None

    async def objection(self, case_id: str, text: str) -> CaseError | None:
        """Say what of the employee a text still holds, while it is being typed; None: nothing."""
        return await self._objection(await self._desk.case(case_id), text)

    async def approve(self, entry_id: str, by: str, *, audience: Sequence[str] = ()) -> Entry:
        """Let an answer in: it is found from the next sync of its source on.

        `audience` are principals, of which one is enough; beside cited pages they only narrow.
        """
        actor, chosen = as_person(by), tuple(sorted(set(audience)))
        known = {*await self._people.known_principals(), EVERYONE}
        case = await self._desk.case((await self.entry(entry_id)).proposal.case_id)

        def decide(entry: Entry) -> Step | None:
            if entry.state is EntryState.APPROVED and entry.decided_by == actor:
                return None
            _must_be_undecided(entry)
            _must_not_be_asker(case, actor)
            if actor == entry.proposed_by:
                raise CaseError(Wrong.OWN_PROPOSAL)
            if unknown := [principal for principal in chosen if principal not in known]:
                raise CaseError(Wrong.UNKNOWN_AUDIENCE, what=", ".join(unknown))
            if needs_audience(entry) and not chosen:
                raise CaseError(Wrong.NO_AUDIENCE)
            return Approval(chosen)

        return await self._done(entry_id, actor, decide)

    async def refuse(self, entry_id: str, by: str, *, reason: str = "") -> Entry:
        """Keep an answer out; whoever proposed it may take it back by this, too."""
        actor = as_person(by)
        case = await self._desk.case((await self.entry(entry_id)).proposal.case_id)

        def decide(entry: Entry) -> Step | None:
            if entry.state is EntryState.REFUSED and entry.decided_by == actor:
                return None
            _must_be_undecided(entry)
            _must_not_be_asker(case, actor)
            return Refusal()

        return await self._done(entry_id, actor, decide, as_text(reason) if reason else "")

    async def withdraw(self, entry_id: str, by: str) -> Entry:
        """Take an answer out of force and out of the index, at once.

        Its owner does, or anybody of HR once no source knows the owner any more.
        """
        actor = as_person(by)
        owner = (await self.entry(entry_id)).proposal.owner
        has_left = await self._people.principals(owner, now()) is None

        def decide(entry: Entry) -> Step | None:
            if actor != owner and not has_left:
                raise CaseError(Wrong.NOT_OWNER, who=owner)
            if entry.state is EntryState.WITHDRAWN:
                return None
            if entry.state is not EntryState.APPROVED:
                raise CaseError(Wrong.NOT_IN_FORCE)
            return Withdrawal()

        entry = await self._done(entry_id, actor, decide)
        await self._take_out(document_id(entry.id))  # also where that failed the time before
        return entry

    async def entry(self, entry_id: str) -> Entry:
        """Find an answer."""
        return _known(await self._entries.get(entry_id))

    async def of_case(self, case_id: str) -> list[Entry]:
        """List what was proposed from a case, the oldest first."""
        return await self._entries.of_case(case_id)

    async def all(self, *states: EntryState) -> list[Entry]:
        """List the answers of these states, the oldest first."""
        return await self._entries.all(*states)

    async def audiences(self) -> list[str]:
        """Name the principals that may be chosen, `everyone` last."""
        return [*sorted(await self._people.known_principals() - {EVERYONE}), EVERYONE]

    async def _proposal(
        self, case: Case, question: str, answer: str, owner: str, until: date | None
    ) -> Proposal:
        """Put a proposal together, once nothing in it points to the employee any more."""
        for text in (question, answer):
            if (error := await self._objection(case, text)) is not None:
                raise error
        opening = await self._exchanges.opening(case.exchange_id)
        return Proposal(
            case_id=case.id,
            question=question,
            answer=answer,
            owner=owner,
            until=until,
            cited=case.told.rests_on,
            organisation=None if opening is None else opening.organisation,
        )

    async def _objection(self, case: Case, text: str) -> CaseError | None:
        asked = question_of(await self._exchanges.events(case.exchange_id))
        person = Person(
            email=case.asker,
            names=await self._people.names(case.asker),
            wrote=(asked or "", *_written_by_asker(case)),
        )
        found = telltale(text, person)
        return None if found is None else CaseError(_WRONG[found.sign], what=found.words)

    async def _done(self, entry_id: str, by: str, decide: Decide, reason: str = "") -> Entry:
        entry = _known(await self._entries.change(entry_id, by, decide, reason=reason))
        log.info("verified answer changed", entry=entry.id, state=entry.state.value)
        return entry


def objection_to_day(until: date | None) -> CaseError | None:
    """Say what is wrong with a last day; None where nothing is."""
    is_over = until is not None and until < now().date()
    return CaseError(Wrong.OVER) if is_over else None


def needs_audience(entry: Entry) -> bool:
    """Tell whether nothing but the groups named at its approval says who may read an answer."""
    return not entry.proposal.cited


def _written_by_asker(case: Case) -> tuple[str, ...]:
    """All that the employee wrote to HR."""
    return (case.told.question or "", case.told.note, *case.texts(Deed.ANSWERED_BACK))


def _known(entry: Entry | None) -> Entry:
    if entry is None:
        raise CaseError(Wrong.UNKNOWN_ENTRY)
    return entry


def _must_be_answered(case: Case) -> None:
    if case.erased:
        raise CaseError(Wrong.CASE_GONE)
    if case.state is State.WITHDRAWN:
        raise CaseError(Wrong.WITHDRAWN, since=case.since)
    if case.state not in {State.ANSWERED, State.RESOLVED}:
        raise CaseError(Wrong.UNANSWERED)


def _must_not_be_asker(case: Case, person: str) -> None:
    if person == case.asker:
        raise CaseError(Wrong.OWN_CASE)


def _must_be_undecided(entry: Entry) -> None:
    if entry.state is not EntryState.PROPOSED:
        raise CaseError(Wrong.DECIDED, who=entry.decided_by or "", since=entry.decided_at)


def _must_be_the_only_one(others: Sequence[Entry]) -> None:
    for other in others:
        if other.state in _LIVE:
            who, since = other.proposed_by, other.proposed_at
            raise CaseError(Wrong.PROPOSED_ALREADY, who=who, since=since)
