"""How is a case told in HR's channel, and an answer that a second person has to approve?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from babel.dates import format_datetime

from bot.saying.answers import listed
from bot.saying.notes import titled
from bot.saying.parts import (
    Button,
    Divider,
    Header,
    Part,
    Prose,
    Said,
    Small,
    Style,
    Sure,
    buttons,
    text,
)
from bot.saying.phrases import CaseWords
from bot.saying.plain import label, shortened
from bot.saying.prose import read
from bot.saying.runs import Line, in_sentences, joined, run
from bot.saying.sources import Source, addresses
from bot.saying.words import day, duration, language_of, words
from storage.cases import Deed, State
from storage.verified import EntryState

_IN_WORK = (State.OPEN, State.CLAIMED, State.ASKED_BACK)
_LATEST = 10  # deeds that a card shows
_TOLD = 300  # characters of what somebody wrote, in the history


@dataclass(frozen=True, slots=True)
class Done:
    """One deed; `text` is what was written, or who the case was handed on to."""

    at: datetime
    who: str
    deed: Deed
    text: str = ""


@dataclass(frozen=True, slots=True)
class CaseView:
    """A case as HR sees it; people by their names.

    `answer` and `sources` are what the employee was shown, None and empty where they left them
    out, and the question with them. `due` is by when HR means to answer. Times are aware.
    """

    case_id: str
    state: State
    asker: str
    asked_at: datetime
    question: str
    answer: str | None
    sources: Sequence[Source]
    note: str
    due: datetime | None
    assignee: str | None
    history: Sequence[Done]
    locale: str
    now: datetime


@dataclass(frozen=True, slots=True)
class VerifiedView:
    """An answer that HR wants to give again and again; `until` is its last day."""

    entry_id: str
    state: EntryState
    question: str
    answer: str
    proposed_by: str
    owner: str
    until: date | None
    locale: str


def case_card(view: CaseView) -> Said:
    """Tell of a case, with what can be done about it."""
    said = words(view.locale).case
    title = f"{said.case.format(case=label(view.case_id, 40))} · {said.states[view.state]}"
    asked = said.asked_by.format(name=label(view.asker), when=_moment(view.asked_at, view.locale))
    body = (
        Header(title),
        Small((asked, *_standing(view, said))),
        *(titled(said.question, view.question, view.locale) if view.question else ()),
        *(titled(said.note, view.note, view.locale) if view.note.strip() else ()),
        *_given(view, said),
        *_history(view, said),
    )
    return Said(shortened(f"{title}. {asked}", 200), body, buttons(*_case_buttons(view, said)))


def verified_card(view: VerifiedView) -> Said:
    """Tell of a verified answer those who approve it, keep it up to date, or withdraw it."""
    said = words(view.locale).case
    title = f"{said.verified} · {said.verified_states[view.state]}"
    proposer = label(view.proposed_by)
    facts = [said.proposed_by.format(name=proposer), said.owner.format(name=label(view.owner))]
    if view.until:
        facts.append(said.until.format(date=day(view.until, view.locale)))
    body = (
        Header(title),
        Small((" · ".join(facts),)),
        *titled(said.question, view.question, view.locale),
        *titled(words(view.locale).modal.answer, view.answer, view.locale),
    )
    tail: tuple[Part, ...] = ()
    if view.state is EntryState.PROPOSED:
        approve = Button(said.approve, "verified_approve", view.entry_id, Style.PRIMARY, opens=True)
        refuse = Button(said.refuse, "verified_refuse", view.entry_id)
        tail = (Small((said.needs_second.format(name=proposer),)), *buttons(approve, refuse))
    if view.state is EntryState.APPROVED:
        sure = Sure(said.withdraw_sure, said.withdraw_text, said.withdraw, said.no)
        withdraw = Button(said.withdraw, "verified_withdraw", view.entry_id, Style.DANGER, sure)
        tail = buttons(withdraw)
    return Said(title, body, tail)


def _standing(view: CaseView, said: CaseWords) -> list[str]:
    """Tell who has the case, and how long there is."""
    assignee = said.assignee.format(name=label(view.assignee)) if view.assignee else said.nobody
    if view.due is None or view.state not in _IN_WORK:
        return [assignee] if view.assignee else []
    left = view.due - view.now
    form = said.time_left if left.total_seconds() >= 0 else said.overdue
    return [assignee, form.format(time=duration(abs(left), view.locale))]


def _given(view: CaseView, said: CaseWords) -> list[Part]:
    if view.answer is None:
        return [Small((said.text_left_out,))]
    parts = tuple(read(view.answer, addresses(view.sources, view.locale)))
    return [
        Divider(),
        *text((run(said.answer_given, bold=True),)),
        Prose(parts, language_of(view.locale)),
        *listed(view.sources, view.locale, view.now.date()),
    ]


def _history(view: CaseView, said: CaseWords) -> list[Part]:
    if not view.history:
        return []
    title: Line = (run(said.history, bold=True),)
    deeds = [_deed(done, view.locale, said) for done in view.history[-_LATEST:]]
    return [Divider(), *text(*in_sentences(joined([title, *deeds]), view.locale))]


def _deed(done: Done, locale: str, said: CaseWords) -> Line:
    told = said.deeds[done.deed].format(who=label(done.who), text=label(done.text, _TOLD))
    return (run(f"{_moment(done.at, locale)}  ", italic=True), run(told))


def _case_buttons(view: CaseView, said: CaseWords) -> list[Button]:
    """Offer what can be done where the case stands; what is most likely next comes first."""
    claim = Button(said.claim, "case_claim", view.case_id, Style.PRIMARY)
    style = Style.PLAIN if view.state is State.OPEN else Style.PRIMARY
    reply = Button(said.reply, "case_reply", view.case_id, style, opens=True)
    ask_back = Button(said.ask_back, "case_ask_back", view.case_id, opens=True)
    reassign = Button(said.reassign, "case_reassign", view.case_id, opens=True)
    sure = Sure(said.resolve_sure, said.resolve_text, said.resolve, said.no)
    resolve = Button(said.resolve, "case_resolve", view.case_id, sure=sure)
    match view.state:
        case State.OPEN:
            return [claim, reply, ask_back, reassign, resolve]
        case State.CLAIMED | State.ASKED_BACK:
            return [reply, ask_back, reassign, resolve]
        case State.ANSWERED:
            save = Button(said.save, "case_save", view.case_id, Style.PRIMARY, opens=True)
            return [save, Button(said.reply, "case_reply", view.case_id, opens=True), resolve]
        case State.RESOLVED:
            return [Button(said.save, "case_save", view.case_id, opens=True)]
        case State.WITHDRAWN:
            return []


def _moment(at: datetime, locale: str) -> str:
    """Write a moment: "3 Sep 2026, 14:05 UTC"."""
    moment = at.astimezone(UTC)
    return f"{format_datetime(moment, 'd MMM y, HH:mm', locale=words(locale).language)} UTC"
