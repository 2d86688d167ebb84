"""What is said in passing: where an answer is, what a command does, what is kept of somebody?"""

from bot.privacy_words import Words as PrivacyWords
from bot.privacy_words import privacy_words
from bot.surfaces.slack.drawing.blocks import Block, Drawn, actions, button, context
from bot.surfaces.slack.drawing.escaping import label, mrkdwn
from bot.surfaces.slack.drawing.layout import paragraphs, quotation
from bot.surfaces.slack.drawing.notes import note
from bot.surfaces.slack.drawing.runs import in_sentences, run
from bot.surfaces.slack.drawing.words import language_of, words

_QUOTED = 600  # characters of a question that is repeated


def asked_in(question: str, locale: str, *, elsewhere: bool) -> Drawn:
    """Repeat in private what was asked, above its answer."""
    said = words(locale).note
    told = said.you_asked_in if elsewhere else said.you_asked
    line = label(question, _QUOTED)
    quoted = quotation(in_sentences((run(line),), language_of(locale)))
    return Drawn(mrkdwn(told), [context(told), *quoted])


def not_postable(locale: str) -> Drawn:
    """Tell the asker in private that the channel took no answer."""
    return note(words(locale).note.not_postable)


def passed_on(case_id: str, locale: str) -> Drawn:
    """Tell the employee that HR has what they added."""
    return note(words(locale).note.passed_on.format(case=label(case_id, 40)))


def not_of_hr(locale: str) -> Drawn:
    """Tell whoever hands a case on that it cannot be handed to that person."""
    return note(words(locale).note.not_of_hr)


def for_hr(locale: str) -> Drawn:
    """Tell somebody that only HR can do this."""
    return note(words(locale).note.for_hr)


def not_reached(case_id: str, locale: str) -> Drawn:
    """Tell HR that the employee of a case was not told of what was done."""
    return note(words(locale).note.not_reached.format(case=label(case_id, 40)))


def overdue(case_id: str, locale: str) -> Drawn:
    """Remind HR of a case."""
    return note(words(locale).note.overdue.format(case=label(case_id, 40)))


def asked_already(case_id: str, locale: str) -> str:
    """Say that there is a case of this question."""
    return words(locale).note.asked_already.format(case=label(case_id, 40))


def own_data(said: str, locale: str, *, has_any: bool) -> Drawn:
    """Say what is kept of somebody, with the buttons that export and delete it."""
    own = privacy_words(language_of(locale))
    body = paragraphs(in_sentences((run(said),), words(locale).language))
    offered = own_data_buttons(own) if has_any else []
    return Drawn(mrkdwn(own.title), [*body, *actions(offered)])


def own_data_buttons(own: PrivacyWords) -> list[Block]:
    """Offer to export and to delete what is kept of somebody."""
    return [
        button(own.export_label, "privacy_export", "-"),
        button(own.delete_label, "privacy_delete", "-", style="danger"),
    ]
