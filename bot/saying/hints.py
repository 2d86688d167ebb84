"""What is said in passing: where an answer is, what a command does, what is kept of somebody?"""

from bot.privacy_words import Words as PrivacyWords
from bot.privacy_words import privacy_words
from bot.saying.notes import note, quoted
from bot.saying.parts import Button, Said, Small, Style, buttons, text
from bot.saying.plain import label
from bot.saying.runs import in_sentences, run
from bot.saying.words import language_of, words

_QUOTED = 600  # characters of a question that is repeated


def asked_in(question: str, locale: str, *, elsewhere: bool) -> Said:
    """Repeat in private what was asked, above its answer."""
    said = words(locale).note
    told = said.you_asked_in if elsewhere else said.you_asked
    return Said(told, (Small((told,)), quoted(label(question, _QUOTED), locale)))


def not_postable(locale: str) -> Said:
    """Tell the asker in private that the channel took no answer."""
    return note(words(locale).note.not_postable)


def not_here(locale: str) -> Said:
    """Tell before others that there is nothing to say, and nothing of why."""
    return note(words(locale).note.not_here)


def passed_on(case_id: str, locale: str) -> Said:
    """Tell the employee that HR has what they added."""
    return note(words(locale).note.passed_on.format(case=label(case_id, 40)))


def not_of_hr(locale: str) -> Said:
    """Tell whoever hands a case on that it cannot be handed to that person."""
    return note(words(locale).note.not_of_hr)


def for_hr(locale: str) -> Said:
    """Tell somebody that only HR can do this."""
    return note(words(locale).note.for_hr)


def not_reached(case_id: str, locale: str) -> Said:
    """Tell HR that the employee of a case was not told of what was done."""
    return note(words(locale).note.not_reached.format(case=label(case_id, 40)))


def overdue(case_id: str, locale: str) -> Said:
    """Remind HR of a case."""
    return note(words(locale).note.overdue.format(case=label(case_id, 40)))


def asked_already(case_id: str, locale: str) -> str:
    """Say that there is a case of this question."""
    return words(locale).note.asked_already.format(case=label(case_id, 40))


def own_data(said: str, locale: str, *, has_any: bool) -> Said:
    """Say what is kept of somebody, with the buttons that export and delete it."""
    own = privacy_words(language_of(locale))
    body = text(*in_sentences((run(said),), words(locale).language))
    offered = buttons(*own_data_buttons(own)) if has_any else ()
    return Said(own.title, body, offered)


def own_data_buttons(own: PrivacyWords) -> tuple[Button, ...]:
    """Offer to export and to delete what is kept of somebody."""
    return (
        Button(own.export_label, "privacy_export", "-"),
        Button(own.delete_label, "privacy_delete", "-", Style.DANGER, opens=True),
    )
