"""Which dialogs does the bot open? Views whose `private_metadata` is an id and nothing else.

The block of an input and its element have one name, under which a submission holds the value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bot.privacy_words import privacy_words
from bot.surfaces.slack.drawing.blocks import (
    OPTIONS,
    TITLE,
    TYPED,
    VIEW_BLOCKS,
    Block,
    context,
    divider,
    option,
    plain,
    section,
)
from bot.surfaces.slack.drawing.escaping import label, literal, shortened
from bot.surfaces.slack.drawing.layout import joined, paragraphs, quotation, view_blocks
from bot.surfaces.slack.drawing.notes import BY_PEOPLE
from bot.surfaces.slack.drawing.phrases import ModalWords
from bot.surfaces.slack.drawing.prose import read
from bot.surfaces.slack.drawing.runs import in_sentences, link, run
from bot.surfaces.slack.drawing.sources import Source, addresses, facts, name, source_lines
from bot.surfaces.slack.drawing.words import counted, language_of, words

_YEAR = timedelta(days=365)
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


def ask_hr(view: AskHrView) -> Block:
    """Ask what goes to HR: `question`, `note`, and `leave_out` checked or not."""
    said = words(view.locale).modal
    shown: list[Block] = []
    if view.answer or view.sources:
        allowed = addresses(view.sources, view.locale)
        shown = [
            divider(),
            *paragraphs([(run(said.answer_shown, bold=True),)]),
            *view_blocks(read(view.answer, allowed), language_of(view.locale)),
            *paragraphs(source_lines(view.sources, view.locale, view.today)),
        ]
    asked = _input("question", said.question, _text("question", view.question), said.question_hint)
    told = _input("note", said.note, _text("note"), said.note_hint, optional=True)
    who = context(said.who_sees.format(who=label(view.who)))
    blocks = [asked, told, _leave_out(said), who, *shown]
    return _modal("ask_hr", said.ask_hr, blocks, said, metadata=view.exchange_id)


def share(view: ShareView) -> Block:
    """Tell who will read a shared answer and what it shows, before it is shared."""
    said = words(view.locale).modal
    blocks = [
        section(said.share_warning.format(channel=label(view.channel, 80))),
        section(counted(said.share_people, view.people)),
        *paragraphs([(run(said.share_shows, bold=True),)]),
        *paragraphs(source_lines(view.sources, view.locale, view.today)),
    ]
    return _modal("share", said.share, blocks, said, metadata=view.exchange_id, submit=said.share)


def feedback_reason(exchange_id: str, locale: str) -> Block:
    """Ask what was wrong: `reason`, a key of the reasons, and `comment`."""
    said = words(locale).modal
    choice: Block = {
        "type": "radio_buttons",
        "action_id": "reason",
        "options": [option(text, reason) for reason, text in said.reasons.items()],
    }
    comment = _input("comment", said.comment, _text("comment"), said.comment_hint, optional=True)
    blocks = [_input("reason", said.reason, choice), comment]
    return _modal("feedback_reason", said.feedback, blocks, said, metadata=exchange_id)


def passage(source: Source, exchange_id: str, locale: str, today: date) -> Block:
    """Show the words that a source was cited for, and where they stand."""
    said = words(locale).modal
    first = source.first
    opens = said.open_section if first.heading else said.open_document
    if first.page is not None:
        opens = said.open_page.format(page=first.page)
    allowed = addresses([source], locale)
    quotes = list(dict.fromkeys(citation.quote for citation in source.citations))
    parts = [view_blocks(read(quote, allowed), first.language) for quote in quotes]
    told = facts(source, locale, today)
    where = joined([(run(name(source), bold=True),), *([(run(told),)] if told else [])])
    opening = paragraphs([(link(source.url, opens),)]) if source.url else []
    blocks = [*paragraphs([where]), *opening]
    for quote in parts:
        blocks += [divider(), *quote]
    title = said.passage.format(n=source.number)
    return _modal("passage", title, blocks, said, metadata=exchange_id, submit=None)


def case_reply(case_id: str, question: str, locale: str) -> Block:
    """Ask HR for the answer to the employee: `text`."""
    said = words(locale).modal
    typed = _input("text", said.reply_text, _text("text"), said.reply_hint)
    blocks = [*_quoted(question), typed]
    return _modal("case_reply", said.reply, blocks, said, metadata=case_id)


def case_ask_back(case_id: str, question: str, locale: str) -> Block:
    """Ask HR what the employee has to tell: `text`."""
    said = words(locale).modal
    typed = _input("text", said.ask_back_text, _text("text"), said.ask_back_hint)
    blocks = [*_quoted(question), typed]
    return _modal("case_ask_back", said.ask_back, blocks, said, metadata=case_id)


def case_reassign(case_id: str, locale: str) -> Block:
    """Ask who takes a case: `user`, the id of a user of Slack."""
    said = words(locale).modal
    users: Block = {"type": "users_select", "action_id": "user"}
    blocks = [_input("user", said.reassign_to, users)]
    return _modal("case_reassign", said.reassign, blocks, said, metadata=case_id)


def case_save(case_id: str, question: str, answer: str, locale: str, today: date) -> Block:
    """Ask for a verified answer: `question`, `answer`, `owner` (a user's id), `until` (a date)."""
    said = words(locale).modal
    owner: Block = {"type": "users_select", "action_id": "owner"}
    until: Block = {
        "type": "datepicker",
        "action_id": "until",
        "initial_date": (today + _YEAR).isoformat(),
    }
    blocks = [
        section(said.save_more),
        _input("question", said.question_asked, _text("question", question)),
        _input("answer", said.answer, _text("answer", answer)),
        _input("owner", said.owner, owner),
        _input("until", said.until, until, said.until_hint),
    ]
    return _modal("case_save", said.save, blocks, said, metadata=case_id)


def case_answer(case_id: str, asked: str, locale: str) -> Block:
    """Ask the employee what HR asked back: `text`."""
    said = words(locale).modal
    blocks = [
        *paragraphs([(run(said.they_ask, bold=True),)]),
        *_quoted(asked),
        _input("text", said.answer_back_text, _text("text")),
    ]
    return _modal("case_answer", said.answer_back, blocks, said, metadata=case_id)


def verified_audience(entry_id: str, groups: Sequence[str], locale: str) -> Block:
    """Ask who may read a verified answer that no page decides on: `audience`, a group."""
    said = words(locale).modal
    choice: Block = {
        "type": "static_select",
        "action_id": "audience",
        "options": [option(group, group) for group in groups[-OPTIONS:]],
    }
    blocks = [_input("audience", said.group, choice)]
    return _modal("verified_audience", said.who_may_read, blocks, said, metadata=entry_id)


def privacy_delete(locale: str) -> Block:
    """Ask whether all texts of a person are to be deleted."""
    said, own = words(locale).modal, privacy_words(language_of(locale))
    blocks = [section(own.delete_confirm)]
    return _modal("privacy_delete", own.title, blocks, said, submit=own.delete_label)


def message(text: str, locale: str) -> Block:
    """Say something, where there is nothing to send."""
    blocks = paragraphs(in_sentences((run(text),), words(locale).language))
    return _modal("message", _NAME, blocks, words(locale).modal, submit=None)


def _modal(
    callback_id: str,
    title: str,
    blocks: Sequence[Block],
    said: ModalWords,
    *,
    metadata: str = "",
    submit: str | None = "",
) -> Block:
    """Put blocks into a dialog; `submit` is None where there is nothing to send."""
    view: Block = {
        "type": "modal",
        "callback_id": callback_id,
        "private_metadata": metadata,
        "title": plain(title, TITLE),
        "close": plain(said.close if submit is None else said.cancel, TITLE),
        "blocks": list(blocks[:VIEW_BLOCKS]),
    }
    return view if submit is None else view | {"submit": plain(submit or said.send, TITLE)}


def _input(
    name: str, title: str, element: Block, hint: str = "", *, optional: bool = False
) -> Block:
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": plain(title),
        "element": element,
        "optional": optional,
    }
    return block | {"hint": plain(hint)} if hint else block


def _text(name: str, value: str = "") -> Block:
    element: Block = {
        "type": "plain_text_input",
        "action_id": name,
        "multiline": True,
        "max_length": TYPED,
    }
    return element | {"initial_value": shortened(literal(value), TYPED)} if value else element


def _leave_out(said: ModalWords) -> Block:
    choice = option(said.leave_out, "leave_out") | {"description": plain(said.leave_out_more, 75)}
    checkboxes: Block = {"type": "checkboxes", "action_id": "leave_out", "options": [choice]}
    return {
        "type": "input",
        "block_id": "leave_out",
        "label": plain(said.leave_out_label),
        "element": checkboxes,
        "optional": True,
    }


def _quoted(text: str) -> list[Block]:
    line = (run(" ".join(BY_PEOPLE.kept(text).split())),)
    return quotation([line]) if text.strip() else []
