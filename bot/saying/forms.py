"""Which forms does the bot open? Each carries an id and nothing else.

A field has one name, under which what was filled in comes back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bot.privacy_words import privacy_words
from bot.saying.notes import BY_PEOPLE, quoted
from bot.saying.parts import (
    CheckField,
    ChoiceField,
    DayField,
    Divider,
    Field,
    Form,
    Option,
    Part,
    PersonField,
    Prose,
    Small,
    TextField,
    text,
)
from bot.saying.phrases import ModalWords
from bot.saying.plain import label
from bot.saying.prose import read
from bot.saying.runs import Line, in_sentences, joined, link, run
from bot.saying.sources import Source, addresses, facts, name, source_lines
from bot.saying.words import counted, language_of, words

_YEAR = timedelta(days=365)
_MOST_GROUPS = 100  # to choose from
_NAME = "Policybot"


@dataclass(frozen=True, slots=True)
class AskHrView:
    """What a person is about to send to HR; `answer` and `sources` as they were shown to them.

    `who` names who will see it: HR's channel or team, as it is called.
    """

    exchange_id: str
    question: str
    answer: str
    sources: Sequence[Source]
    who: str
    locale: str
    today: date


@dataclass(frozen=True, slots=True)
class ShareView:
    """What sharing an answer means: how many people of the channel will read which sources."""

    exchange_id: str
    channel: str
    people: int
    sources: Sequence[Source]
    locale: str
    today: date


def ask_hr(view: AskHrView) -> Form:
    """Ask what goes to HR: `question`, `note`, and `leave_out` checked or not."""
    said = words(view.locale).modal
    shown: list[Part] = []
    if view.answer or view.sources:
        allowed = addresses(view.sources, view.locale)
        shown = [
            Divider(),
            *text((run(said.answer_shown, bold=True),)),
            Prose(tuple(read(view.answer, allowed)), language_of(view.locale)),
            *_list(view.sources, view.locale, view.today),
        ]
    leave_out = Option(said.leave_out, "leave_out", said.leave_out_more)
    fields: list[Part | Field] = [
        TextField("question", said.question, said.question_hint, view.question),
        TextField("note", said.note, said.note_hint, is_optional=True),
        CheckField("leave_out", said.leave_out_label, leave_out),
        Small((said.who_sees.format(who=label(view.who)),)),
    ]
    return _sent("ask_hr", said.ask_hr, [*fields, *shown], said, about=view.exchange_id)


def share(view: ShareView) -> Form:
    """Tell who will read a shared answer and what it shows, before it is shared."""
    said = words(view.locale).modal
    body = [
        *_told(
            said.share_warning.format(
                channel=label(view.channel or words(view.locale).answer.unnamed, 80)
            )
        ),
        *_told(counted(said.share_people, view.people)),
        *text((run(said.share_shows, bold=True),)),
        *_list(view.sources, view.locale, view.today),
    ]
    return _sent("share", said.share, body, said, about=view.exchange_id, send=said.share)


def feedback_reason(exchange_id: str, locale: str) -> Form:
    """Ask what was wrong: `reason`, a key of the reasons, and `comment`."""
    said = words(locale).modal
    reasons = tuple(Option(told, reason) for reason, told in said.reasons.items())
    fields: list[Field] = [
        ChoiceField("reason", said.reason, reasons, is_unfolded=True),
        TextField("comment", said.comment, said.comment_hint, is_optional=True),
    ]
    return _sent("feedback_reason", said.feedback, fields, said, about=exchange_id)


def passage(source: Source, exchange_id: str, locale: str, today: date) -> Form:
    """Show the words that a source was cited for, and where they stand."""
    said = words(locale).modal
    first = source.first
    opens = said.open_section if first.heading else said.open_document
    if first.page is not None:
        opens = said.open_page.format(page=first.page)
    allowed = addresses([source], locale)
    told = facts(source, locale, today)
    where = joined([(run(name(source), bold=True),), *([(run(told),)] if told else [])])
    body: list[Part] = [*text(where), *(text((link(source.url, opens),)) if source.url else ())]
    for quote in dict.fromkeys(citation.quote for citation in source.citations):
        body += [Divider(), Prose(tuple(read(quote, allowed)), first.language)]
    title = said.passage.format(n=source.number)
    return Form("passage", exchange_id, title, tuple(body), said.close)


def case_reply(case_id: str, question: str, locale: str) -> Form:
    """Ask HR for the answer to the employee: `text`."""
    said = words(locale).modal
    typed = TextField("text", said.reply_text, said.reply_hint)
    return _sent("case_reply", said.reply, [*_quoted(question), typed], said, about=case_id)


def case_ask_back(case_id: str, question: str, locale: str) -> Form:
    """Ask HR what the employee has to tell: `text`."""
    said = words(locale).modal
    typed = TextField("text", said.ask_back_text, said.ask_back_hint)
    return _sent("case_ask_back", said.ask_back, [*_quoted(question), typed], said, about=case_id)


def case_reassign(case_id: str, locale: str) -> Form:
    """Ask who takes a case: `user`, the id of a user of the service."""
    said = words(locale).modal
    who = PersonField("user", said.reassign_to)
    return _sent("case_reassign", said.reassign, [who], said, about=case_id)


def case_save(case_id: str, question: str, answer: str, locale: str, today: date) -> Form:
    """Ask for a verified answer: `question`, `answer`, `owner` (a user's id), `until` (a date)."""
    said = words(locale).modal
    body: list[Part | Field] = [
        *_told(said.save_more),
        TextField("question", said.question_asked, value=question),
        TextField("answer", said.answer, value=answer),
        PersonField("owner", said.owner),
        DayField("until", said.until, today + _YEAR, said.until_hint),
    ]
    return _sent("case_save", said.save, body, said, about=case_id)


def case_answer(case_id: str, asked: str, locale: str) -> Form:
    """Ask the employee what HR asked back: `text`."""
    said = words(locale).modal
    body: list[Part | Field] = [
        *text((run(said.they_ask, bold=True),)),
        *_quoted(asked),
        TextField("text", said.answer_back_text),
    ]
    return _sent("case_answer", said.answer_back, body, said, about=case_id)


def verified_audience(entry_id: str, groups: Sequence[str], locale: str) -> Form:
    """Ask who may read a verified answer that no page decides on: `audience`, a group."""
    said = words(locale).modal
    options = tuple(Option(group, group) for group in groups[-_MOST_GROUPS:])
    fields = [ChoiceField("audience", said.group, options)]
    return _sent("verified_audience", said.who_may_read, fields, said, about=entry_id)


def privacy_delete(locale: str) -> Form:
    """Ask whether all texts of a person are to be deleted."""
    said, own = words(locale).modal, privacy_words(language_of(locale))
    body = _told(own.delete_confirm)
    return _sent("privacy_delete", own.title, body, said, send=own.delete_label)


def message(told: str, locale: str) -> Form:
    """Say something, where there is nothing to send."""
    body = text(*in_sentences((run(told),), words(locale).language))
    return Form("message", "", _NAME, body, words(locale).modal.close)


def _sent(
    name: str,
    title: str,
    body: Sequence[Part | Field],
    said: ModalWords,
    *,
    about: str = "",
    send: str = "",
) -> Form:
    """Make a form that is sent."""
    return Form(name, about, title, tuple(body), said.cancel, send or said.send)


def _told(sentences: str) -> tuple[Part, ...]:
    return text((run(sentences),))


def _list(sources: Sequence[Source], locale: str, today: date) -> tuple[Part, ...]:
    lines: list[Line] = source_lines(sources, locale, today)
    return text(joined(lines))


def _quoted(told: str) -> tuple[Part, ...]:
    return (quoted(" ".join(BY_PEOPLE.kept(told).split()), "en"),) if told.strip() else ()
