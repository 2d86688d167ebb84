"""How do a case and a verified answer look to HR? As the desk keeps them, with people's names."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from bot.answers import Citation
from bot.saying.cases import CaseView, Done, VerifiedView
from bot.saying.sources import Source, numbered
from storage.cases import Case, CaseEvent, Cited
from storage.verified import Entry

Name = Callable[[str], Awaitable[str]]
"""Finds the name of whom an e-mail belongs to."""


async def case_view(case: Case, name: Name, locale: str, at: datetime) -> CaseView:
    """Make the view of a case at a moment."""
    told = case.told
    return CaseView(
        case_id=case.id,
        state=case.state,
        asker=await name(case.asker),
        asked_at=case.opened_at,
        question=told.question or "",
        answer=told.answer,
        sources=sources(told.citations),
        note=told.note,
        due=case.due_at,
        assignee=None if case.assignee is None else await name(case.assignee),
        history=[await _done(event, name) for event in case.events],
        locale=locale,
        now=at,
    )


async def verified_view(entry: Entry, name: Name, locale: str) -> VerifiedView:
    """Make the view of a verified answer."""
    proposal = entry.proposal
    return VerifiedView(
        entry_id=entry.id,
        state=entry.state,
        question=proposal.question,
        answer=proposal.answer,
        proposed_by=await name(entry.proposed_by),
        owner=await name(proposal.owner),
        until=proposal.until,
        locale=locale,
    )


def sources(cited: Sequence[Cited]) -> tuple[Source, ...]:
    """Number what an answer cited, each with the address that it had."""
    return numbered(map(_citation, cited), lambda _, citation: citation.url)


def _citation(cited: Cited) -> Citation:
    return Citation(
        document_id=cited.document_id,
        chunk_id="/".join(cited.heading),
        path="",
        title=cited.title,
        heading=cited.heading,
        url=cited.url,
        version="",
        effective_from=None,
        page=None,
        language="",
        quote="",
    )


async def _done(event: CaseEvent, name: Name) -> Done:
    text = await name(event.to) if event.to else event.text
    return Done(event.at, await name(event.by), event.deed, text)
