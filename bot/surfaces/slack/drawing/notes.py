"""What does the bot say beside answers? Where it is with a question, what went wrong, what came."""

from collections.abc import Iterable
from enum import StrEnum

from bot.answering.wording import wording
from bot.conversation import Refusal
from bot.surfaces.slack.drawing.blocks import Block, Drawn, actions, button, context
from bot.surfaces.slack.drawing.escaping import Addresses, label, mrkdwn, shortened
from bot.surfaces.slack.drawing.layout import message_blocks, paragraphs, quotation
from bot.surfaces.slack.drawing.packing import packed
from bot.surfaces.slack.drawing.prose import read
from bot.surfaces.slack.drawing.runs import in_sentences, link, run
from bot.surfaces.slack.drawing.words import language_of, words

BY_PEOPLE = Addresses(None, "")
"""What a colleague writes to another keeps its addresses; they are text all the same."""

_CONTACT = 500  # characters that tell how HR is reached


class Stage(StrEnum):
    """What is being done about a question."""

    SEARCHING = "searching"
    WRITING = "writing"


def working(stage: Stage, locale: str) -> Drawn:
    """Tell what is being done; its text alone serves as a status, behind the bot's name."""
    said = words(locale).note
    text = said.searching if stage is Stage.SEARCHING else said.writing
    return Drawn(text, [context(text)])


def apology(reference: str, locale: str, hr: str) -> Drawn:
    """Tell that a question could not be answered, through our own fault."""
    said = words(locale).note
    more = said.apology_help.format(hr=shortened(hr, _CONTACT), reference=label(reference, 40))
    return _drawn(said.apology, [*_paragraph(said.apology), context(more)])


def refused(refusal: Refusal, locale: str) -> Drawn:
    """Tell why an account gets no answer here."""
    return note(wording(language_of(locale)).refused[refusal])


def note(*sentences: str) -> Drawn:
    """Say sentences of ours; those after the first in small print."""
    first, *others = sentences
    return _drawn(first, [*_paragraph(first), *map(context, others)])


def above_shared(name: str, question: str, locale: str) -> list[Block]:
    """Make what stands above an answer that somebody shared: who did, and what was asked."""
    told = words(locale).note.shared_by.format(name=label(name))
    return [context(told), *quotation(in_sentences((run(_line(question)),), language_of(locale)))]


def not_yours(locale: str) -> Drawn:
    """Tell that a button is for whoever asked."""
    return note(words(locale).note.not_yours)


def gone(locale: str) -> Drawn:
    """Tell that what a button belongs to is no longer kept."""
    return note(words(locale).note.gone)


def case_opened(case_id: str, hours: int, locale: str) -> Drawn:
    """Tell the employee that HR has the question, and by when HR means to answer."""
    said = words(locale).note
    more = said.case_opened_more.format(case=label(case_id, 40), hours=hours)
    return note(said.case_opened, more)


def hr_replied(text: str, name: str, asked_at: str | None, locale: str) -> list[Drawn]:
    """Tell the employee what HR answered; `asked_at` is the address of where they asked."""
    told = words(locale).note.hr_replied.format(name=label(name))
    return _from_hr(told, text, [*_where(asked_at, locale)], locale)


def hr_asks(text: str, name: str, case_id: str, asked_at: str | None, locale: str) -> list[Drawn]:
    """Ask the employee what HR needs to know."""
    said = words(locale).note
    answer = actions([button(said.answer_hr, "case_answer", case_id, style="primary")])
    told = said.hr_asks.format(name=label(name))
    return _from_hr(told, text, [*_where(asked_at, locale), *answer], locale)


def hr_closed(case_id: str, locale: str) -> Drawn:
    """Tell the employee that a case is closed."""
    return note(words(locale).note.hr_closed.format(case=label(case_id, 40)))


def hr_unreachable(locale: str, hr: str) -> Drawn:
    """Tell the employee that HR's channel cannot be reached, and that nothing is lost."""
    return note(words(locale).note.hr_unreachable.format(hr=shortened(hr, _CONTACT)))


def _from_hr(told: str, text: str, tail: list[Block], locale: str) -> list[Drawn]:
    body = [
        *paragraphs([(run(told, bold=True),)]),
        *message_blocks(read(text, BY_PEOPLE), language_of(locale)),
    ]
    messages = packed(body, tail)
    return [Drawn(mrkdwn(told), blocks) for blocks in messages]


def _where(asked_at: str | None, locale: str) -> list[Block]:
    if not asked_at:
        return []
    return paragraphs([(link(asked_at, words(locale).note.where_asked),)])


def _paragraph(text: str) -> list[Block]:
    return paragraphs(in_sentences((run(text),), "en"))


def _drawn(text: str, blocks: Iterable[Block]) -> Drawn:
    return Drawn(mrkdwn(text), list(blocks))


def _line(text: str) -> str:
    return " ".join(text.split())
