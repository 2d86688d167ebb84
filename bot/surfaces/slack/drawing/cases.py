"""How does a case look in HR's channel, and an answer that a second person has to approve?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from babel.dates import format_datetime

from bot.surfaces.slack.drawing.blocks import (
    Block,
    Drawn,
    actions,
    asking_first,
    button,
    context,
    divider,
    header,
)
from bot.surfaces.slack.drawing.escaping import label, mrkdwn, shortened
from bot.surfaces.slack.drawing.layout import joined, message_blocks, paragraphs
from bot.surfaces.slack.drawing.notes import BY_PEOPLE
from bot.surfaces.slack.drawing.packing import packed
from bot.surfaces.slack.drawing.phrases import CaseWords
from bot.surfaces.slack.drawing.prose import read
from bot.surfaces.slack.drawing.runs import Line, in_sentences, run
from bot.surfaces.slack.drawing.sources import Source, addresses, source_blocks
from bot.surfaces.slack.drawing.words import day, duration, language_of, words
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


def case_card(view: CaseView) -> list[Drawn]:
    """Draw a case: one message, or more where its texts are long; buttons are in the last."""
    said = words(view.locale).case
    title = f"{said.case.format(case=label(view.case_id, 40))} · {said.states[view.state]}"
    asked = said.asked_by.format(name=label(view.asker), when=_moment(view.asked_at, view.locale))
    body = [
        header(title),
        context(asked, *_standing(view, said)),
        *(_titled(said.question, view.question, view.locale) if view.question else []),
        *(_titled(said.note, view.note, view.locale) if view.note.strip() else []),
        *_given(view, said),
        *_history(view, said),
    ]
    tail = actions(_case_buttons(view, said))
    notice = mrkdwn(shortened(f"{title}. {asked}", 200))
    return [Drawn(notice, blocks) for blocks in packed(body, tail)]


def verified_card(view: VerifiedView) -> list[Drawn]:
    """Draw a verified answer for the people who approve it, keep it up to date, or withdraw it."""
    said = words(view.locale).case
    title = f"{said.verified} · {said.verified_states[view.state]}"
    proposer = label(view.proposed_by)
    facts = [said.proposed_by.format(name=proposer), said.owner.format(name=label(view.owner))]
    if view.until:
        facts.append(said.until.format(date=day(view.until, view.locale)))
    body = [
        header(title),
        context(" · ".join(facts)),
        *_titled(said.question, view.question, view.locale),
        *_titled(words(view.locale).modal.answer, view.answer, view.locale),
    ]
    tail: list[Block] = []
    if view.state is EntryState.PROPOSED:
        tail = [
            context(said.needs_second.format(name=proposer)),
            *actions(
                [
                    button(said.approve, "verified_approve", view.entry_id, style="primary"),
                    button(said.refuse, "verified_refuse", view.entry_id),
                ]
            ),
        ]
    if view.state is EntryState.APPROVED:
        withdraw = button(said.withdraw, "verified_withdraw", view.entry_id, style="danger")
        tail = actions(
            [
                asking_first(
                    withdraw,
                    said.withdraw_sure,
                    said.withdraw_text,
                    yes=said.withdraw,
                    no=said.no,
                )
            ]
        )
    return [Drawn(mrkdwn(title), blocks) for blocks in packed(body, tail)]


def _standing(view: CaseView, said: CaseWords) -> list[str]:
    """Tell who has the case, and how long there is."""
    assignee = said.assignee.format(name=label(view.assignee)) if view.assignee else said.nobody
    if view.due is None or view.state not in _IN_WORK:
        return [assignee] if view.assignee else []
    left = view.due - view.now
    form = said.time_left if left.total_seconds() >= 0 else said.overdue
    return [assignee, form.format(time=duration(abs(left), view.locale))]


def _titled(title: str, text: str, locale: str) -> list[Block]:
    return [
        *paragraphs([(run(title, bold=True),)]),
        *message_blocks(read(text, BY_PEOPLE), language_of(locale)),
    ]


def _given(view: CaseView, said: CaseWords) -> list[Block]:
    if view.answer is None:
        return [context(said.text_left_out)]
    allowed = addresses(view.sources, view.locale)
    return [
        divider(),
        *paragraphs([(run(said.answer_given, bold=True),)]),
        *message_blocks(read(view.answer, allowed), language_of(view.locale)),
        *source_blocks(view.sources, view.locale, view.now.date()),
    ]


def _history(view: CaseView, said: CaseWords) -> list[Block]:
    if not view.history:
        return []
    title: Line = (run(said.history, bold=True),)
    deeds = [_deed(done, view.locale, said) for done in view.history[-_LATEST:]]
    return [divider(), *paragraphs(in_sentences(joined([title, *deeds]), view.locale))]


def _deed(done: Done, locale: str, said: CaseWords) -> Line:
    told = said.deeds[done.deed].format(who=label(done.who), text=label(done.text, _TOLD))
    return (run(f"{_moment(done.at, locale)}  ", italic=True), run(told))


def _case_buttons(view: CaseView, said: CaseWords) -> list[Block]:
    """Offer what can be done where the case stands; what is most likely next comes first."""
    claim = button(said.claim, "case_claim", view.case_id, style="primary")
    style = None if view.state is State.OPEN else "primary"
    reply = button(said.reply, "case_reply", view.case_id, style=style)
    ask_back = button(said.ask_back, "case_ask_back", view.case_id)
    reassign = button(said.reassign, "case_reassign", view.case_id)
    resolve = asking_first(
        button(said.resolve, "case_resolve", view.case_id),
        said.resolve_sure,
        said.resolve_text,
        yes=said.resolve,
        no=said.no,
    )
    match view.state:
        case State.OPEN:
            return [claim, reply, ask_back, reassign, resolve]
        case State.CLAIMED | State.ASKED_BACK:
            return [reply, ask_back, reassign, resolve]
        case State.ANSWERED:
            save = button(said.save, "case_save", view.case_id, style="primary")
            return [save, button(said.reply, "case_reply", view.case_id), resolve]
        case State.RESOLVED:
            return [button(said.save, "case_save", view.case_id)]
        case State.WITHDRAWN:
            return []


def _moment(at: datetime, locale: str) -> str:
    """Write a moment: "3 Sep 2026, 14:05 UTC"."""
    moment = at.astimezone(UTC)
    return f"{format_datetime(moment, 'd MMM y, HH:mm', locale=words(locale).language)} UTC"
