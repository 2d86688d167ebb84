"""One of everything that is said, from texts that are given."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from bot.answers import (
    Abstained,
    Answer,
    Citation,
    Clarification,
    Grounded,
    Nearby,
    Reason,
    Statement,
    Step,
    Unavailable,
)
from bot.conversation import Refusal, Reply
from bot.privacy_words import Terms
from bot.saying import forms, hints, notes
from bot.saying.answers import AnswerView, answer
from bot.saying.cases import CaseView, Done, VerifiedView, case_card, verified_card
from bot.saying.home import home
from bot.saying.parts import Form, Said
from bot.saying.sources import Source, numbered
from storage.cases import Deed, State
from storage.verified import EntryState

TODAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
LEAVE = Citation(
    document_id="wiki:leave",
    chunk_id="leave-3",
    path="people/parental-leave.md",
    title="Parental leave",
    heading=("Entitlement", "How long"),
    url="https://wiki.corp.example/leave#how-long",
    version="4.1",
    effective_from=date(2026, 9, 3),
    page=None,
    language="en",
    quote="Each parent may take **16 weeks** of paid leave, within two years of the birth.",
)
RATES = replace(
    LEAVE,
    document_id="drive:rates",
    chunk_id="rates-7",
    title="Travel: rates and limits",
    heading=("Hotels",),
    url="https://files.corp.example/rates.pdf#page=12",
    version="2025-02",
    effective_from=date(2025, 2, 1),
    page=12,
    quote="The limit is for one night:\n\n| City | Limit |\n|---|---|\n| Madrid | 140 € |\n",
)
REMOTE = replace(
    LEAVE,
    document_id="folder:remoto",
    chunk_id="remoto-2",
    title="Trabajo a distancia",
    heading=(),
    url="file:///srv/policies/remoto.md",
    version="",
    effective_from=None,
    language="es",
    quote="Se puede trabajar a distancia **hasta tres días por semana**.",
)
VERIFIED = replace(
    LEAVE,
    document_id="verified:17",
    chunk_id="verified:17",
    title="Can I take leave in halves?",
    heading=(),
    url="https://policies.corp.example/verified/17",
    version="1",
    quote="Yes: in halves, with four weeks' notice.",
)
TABLE = "| City | Limit |\n|---|---|\n| Madrid | 140 € |\n| Paris | 180 € |"


def opened(_number: int, citation: Citation) -> str | None:
    return citation.url


def view(answer: Answer, *, first: str = "", language: str = "en") -> AnswerView:
    """What a person sees of an answer, in private, who may ask HR."""
    return AnswerView(
        reply=Reply("7F3K2", language, answer, {}, first),
        locale="en-GB",
        private=True,
        exchange_id="7F3K2",
        link=opened,
        offers_private=False,
        share_to=None,
        offers_hr=True,
        today=TODAY,
    )


def grounded(*texts: str, citation: Citation = LEAVE) -> Grounded:
    return Grounded(tuple(Statement(text, (citation,)) for text in texts))


def sources(*citations: Citation) -> tuple[Source, ...]:
    return numbered(citations, opened)


def case(text: str = "How long?", *, state: State = State.OPEN) -> CaseView:
    return CaseView(
        case_id="C-12",
        state=state,
        asker=text,
        asked_at=NOW,
        question=text,
        answer=text,
        sources=sources(LEAVE, RATES),
        note=text,
        due=NOW + timedelta(hours=5),
        assignee=text,
        history=[
            Done(NOW - timedelta(hours=3), text, Deed.OPENED),
            Done(NOW - timedelta(hours=2), "Eva Ruiz", Deed.ASKED_BACK, text),
            Done(NOW - timedelta(hours=1), "Ana García", Deed.REASSIGNED, text),
        ],
        locale="en-GB",
        now=NOW,
    )


def all_answers(text: str, *, locale: str = "en") -> Iterator[AnswerView]:
    """Every kind of answer, with the text wherever one that is not ours can stand."""
    said = replace(LEAVE, title=text, heading=(text, text), version=text, quote=text, language="es")
    two = (said, replace(RATES, title=text, quote=text))
    answers: list[Answer] = [
        Grounded(
            (Statement(text, two), Statement(f"• {text} • {text}", (said,)), Statement(TABLE, two)),
            frame="Two policies differ on this; the one that counts for more comes first.",
            steps=(Step(text, text),),
            missing=text,
        ),
        Grounded((Statement(f"| {text} | b |\n|---|---|\n| c | {text} |", (VERIFIED,)),)),
        Abstained(
            Reason.NOT_SUPPORTED, text, (Nearby("d", text, LEAVE.url), Nearby(None, text, "x"))
        ),
        Abstained(Reason.COURTESY, text),
        Clarification(text, (text, "Yes", text)),
        Unavailable(text),
    ]
    for one in answers:
        yield replace(
            view(one, first=text),
            locale=locale,
            private=False,
            offers_private=True,
            share_to=text,
        )


def all_said(text: str, *, locale: str = "en") -> Iterator[Said]:
    """Everything that is said, with the text wherever one that is not ours can stand."""
    for each in all_answers(text, locale=locale):
        yield answer(each, above=notes.above_shared(text, text, locale))
    for stage in notes.Stage:
        yield notes.working(stage, locale)
    yield notes.apology(text, locale, text)
    for refusal in Refusal:
        yield notes.refused(refusal, locale)
    yield notes.not_yours(locale)
    yield notes.gone(locale)
    yield notes.case_opened(text, 24, locale)
    yield notes.hr_replied(text, text, "https://corp.slack.com/archives/C1/p1", locale)
    yield notes.hr_asks(text, text, "C-12", None, locale)
    yield notes.hr_closed(text, locale)
    yield notes.hr_unreachable(locale, text)
    for elsewhere in (True, False):
        yield hints.asked_in(text, locale, elsewhere=elsewhere)
    yield hints.not_postable(locale)
    yield hints.passed_on(text, locale)
    yield hints.not_of_hr(locale)
    yield hints.for_hr(locale)
    yield hints.not_reached(text, locale)
    yield hints.overdue(text, locale)
    yield hints.own_data("You asked me one question.", locale, has_any=True)
    for state in State:
        yield case_card(replace(case(text, state=state), locale=locale))
    left_out = replace(case(text), answer=None, sources=(), assignee=None)
    yield case_card(replace(left_out, locale=locale))
    for entry_state in EntryState:
        yield verified_card(verified(text, entry_state, locale=locale))


def verified(text: str, state: EntryState, *, locale: str = "en") -> VerifiedView:
    return VerifiedView("E-3", state, text, text, text, text, TODAY, locale)


def the_home(text: str, *, locale: str = "en") -> Said:
    """What the bot tells of itself."""
    return home(locale, Terms(90, text, "Anthropic"), "slack")


def all_forms(text: str, *, locale: str = "en") -> Iterator[Form]:
    """Every form, with the text wherever one that is not ours can stand."""
    said = sources(replace(LEAVE, title=text, quote=text), replace(RATES, title=text))
    yield forms.ask_hr(forms.AskHrView("7F3K2", text, text, said, text, locale, TODAY))
    yield forms.ask_hr(forms.AskHrView("7F3K2", text, "", (), text, locale, TODAY))
    yield forms.share(forms.ShareView("7F3K2", text, 12, said, locale, TODAY))
    yield forms.feedback_reason("7F3K2", locale)
    for source in said:
        yield forms.passage(source, "7F3K2", locale, TODAY)
    yield forms.case_reply("C-12", text, locale)
    yield forms.case_ask_back("C-12", text, locale)
    yield forms.case_reassign("C-12", locale)
    yield forms.case_save("C-12", text, text, locale, TODAY)
    yield forms.case_answer("C-12", text, locale)
    yield forms.verified_audience("E-3", ("group:people-team", "everyone"), locale)
    yield forms.message(text, locale)
    yield forms.privacy_delete(locale)
