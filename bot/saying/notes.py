"""What does the bot say beside answers? Where it is with a question, what went wrong, what came."""

from collections.abc import Iterable
from enum import StrEnum

from bot.answering.wording import wording
from bot.conversation import Refusal
from bot.saying.parts import Button, Part, Prose, Quote, Said, Small, Style, Text, buttons, text
from bot.saying.plain import Addresses, label, shortened
from bot.saying.prose import read
from bot.saying.runs import in_sentences, link, run
from bot.saying.words import language_of, words

BY_PEOPLE = Addresses(None, "")
"""What a colleague writes to another keeps its addresses; they are text all the same."""

_CONTACT = 500  # characters that tell how HR is reached


class Stage(StrEnum):
    """What is being done about a question."""

    SEARCHING = "searching"
    WRITING = "writing"


def working(stage: Stage, locale: str) -> Said:
    """Tell what is being done; the notice tells it by itself."""
    said = words(locale).note
    told = said.searching if stage is Stage.SEARCHING else said.writing
    return Said(told, (Small((told,)),))


def status(stage: Stage, locale: str) -> str:
    """Tell what is being done, behind the bot's name."""
    said = words(locale).note
    return said.is_searching if stage is Stage.SEARCHING else said.is_writing


def apology(reference: str, locale: str, hr: str) -> Said:
    """Tell that a question could not be answered, through our own fault."""
    said = words(locale).note
    more = said.apology_help.format(hr=shortened(hr, _CONTACT), reference=label(reference, 40))
    return note(said.apology, more)


def refused(refusal: Refusal, locale: str) -> Said:
    """Tell why an account gets no answer here."""
    return note(wording(language_of(locale)).refused[refusal])


def note(*sentences: str) -> Said:
    """Say sentences of ours; those after the first in small print."""
    first, *others = sentences
    return Said(first, (*_paragraph(first), *(Small((other,)) for other in others)))


def above_shared(name: str, question: str, locale: str) -> list[Part]:
    """Make what stands above an answer that somebody shared: who did, and what was asked."""
    told = words(locale).note.shared_by.format(name=label(name))
    return [Small((told,)), quoted(_line(question), locale)]


def quoted(told: str, locale: str) -> Quote:
    """Repeat what somebody said."""
    return Quote(tuple(in_sentences((run(told),), language_of(locale))))


def not_yours(locale: str) -> Said:
    """Tell that a button is for whoever asked."""
    return note(words(locale).note.not_yours)


def gone(locale: str) -> Said:
    """Tell that what a button belongs to is no longer kept."""
    return note(words(locale).note.gone)


def case_opened(case_id: str, hours: int, locale: str) -> Said:
    """Tell the employee that HR has the question, and by when HR means to answer."""
    said = words(locale).note
    more = said.case_opened_more.format(case=label(case_id, 40), hours=hours)
    return note(said.case_opened, more)


def hr_replied(answer: str, name: str, asked_at: str | None, locale: str) -> Said:
    """Tell the employee what HR answered; `asked_at` is the address of where they asked."""
    told = words(locale).note.hr_replied.format(name=label(name))
    return _from_hr(told, answer, _where(asked_at, locale), locale)


def hr_asks(question: str, name: str, case_id: str, asked_at: str | None, locale: str) -> Said:
    """Ask the employee what HR needs to know."""
    said = words(locale).note
    answer = buttons(Button(said.answer_hr, "case_answer", case_id, Style.PRIMARY, opens=True))
    told = said.hr_asks.format(name=label(name))
    return _from_hr(told, question, [*_where(asked_at, locale), *answer], locale)


def hr_closed(case_id: str, locale: str) -> Said:
    """Tell the employee that a case is closed."""
    return note(words(locale).note.hr_closed.format(case=label(case_id, 40)))


def hr_unreachable(locale: str, hr: str) -> Said:
    """Tell the employee that HR's channel cannot be reached, and that nothing is lost."""
    return note(words(locale).note.hr_unreachable.format(hr=shortened(hr, _CONTACT)))


def _from_hr(told: str, said: str, tail: Iterable[Part], locale: str) -> Said:
    return Said(told, (*titled(told, said, locale),), tuple(tail), words(locale).answer.rest)


def titled(title: str, told: str, locale: str) -> tuple[Part, ...]:
    """Show what somebody wrote, under a title."""
    parts = tuple(read(told, BY_PEOPLE))
    return (*text((run(title, bold=True),)), Prose(parts, language_of(locale)))


def _where(asked_at: str | None, locale: str) -> tuple[Text, ...]:
    return text((link(asked_at, words(locale).note.where_asked),)) if asked_at else ()


def _paragraph(told: str) -> tuple[Text, ...]:
    return text(*in_sentences((run(told),), "en"))


def _line(told: str) -> str:
    return " ".join(told.split())
