"""What is said in passing: where an answer is, what a command does, what is kept of somebody?"""

from dataclasses import dataclass

from bot.privacy_words import Words as PrivacyWords
from bot.privacy_words import privacy_words
from bot.surfaces.slack.drawing.blocks import Block, Drawn, actions, button, context, plain
from bot.surfaces.slack.drawing.escaping import label, mrkdwn
from bot.surfaces.slack.drawing.layout import paragraphs, quotation
from bot.surfaces.slack.drawing.notes import note
from bot.surfaces.slack.drawing.runs import in_sentences, run
from bot.surfaces.slack.drawing.words import language_of, words

_QUOTED = 600  # characters of a question that is repeated


@dataclass(frozen=True, slots=True)
class HintWords:
    """The sentences of one language."""

    you_asked: str
    you_asked_in: str
    not_postable: str
    passed_on: str
    overdue: str
    not_of_hr: str
    for_hr: str
    not_reached: str
    asked_already: str
    command_help: str
    command_taken: str
    command_privacy: str
    who_may_read: str
    group: str


_ENGLISH = HintWords(
    you_asked="You asked:",
    you_asked_in="You asked in a channel:",
    not_postable="I could not post my answer where you asked. Ask me here, and I answer here.",
    passed_on="Thank you. HR has it now. (Case {case})",
    overdue="The time for case {case} is over, and nobody has answered it yet.",
    not_of_hr="Only a member of this channel can take a case.",
    for_hr="This is for members of HR's own channel, as long as it is private and not shared.",
    not_reached=(
        "Slack does not let me write to whoever opened case {case}. They have not been told."
    ),
    asked_already="You asked HR about this already: case {case}. The answer comes to you here.",
    command_help=(
        "Type a question after the command, such as `/policy how much leave do I have?`. I answer "
        "in our direct messages. `/policy privacy` shows what is kept of you.\n"
        "Escribe una pregunta tras el comando, por ejemplo `/policy ¿cuántas vacaciones tengo?`. "
        "Respondo en nuestros mensajes directos. `/policy privacidad` muestra qué se guarda de ti."
    ),
    command_taken="I'll answer you in our direct messages. · Te respondo por mensaje directo.",
    command_privacy="See our direct messages. · Mira nuestros mensajes directos.",
    who_may_read="Who may read it?",
    group="A group",
)
_SPANISH = HintWords(
    you_asked="Preguntaste:",
    you_asked_in="Preguntaste en un canal:",
    not_postable=(
        "No pude publicar mi respuesta donde preguntaste. Pregúntame aquí y aquí te respondo."
    ),
    passed_on="Gracias. Recursos Humanos ya lo tiene. (Caso {case})",
    overdue="Se ha agotado el plazo del caso {case} y nadie lo ha respondido todavía.",
    not_of_hr="Solo quien es miembro de este canal puede hacerse cargo de un caso.",
    for_hr=(
        "Esto es para quien es miembro del canal de Recursos Humanos, mientras sea privado y no "
        "esté compartido."
    ),
    not_reached=("Slack no me deja escribir a quien abrió el caso {case}. No se le ha avisado."),
    asked_already=(
        "Ya consultaste esto con Recursos Humanos: caso {case}. La respuesta te llega aquí."
    ),
    command_help=_ENGLISH.command_help,
    command_taken=_ENGLISH.command_taken,
    command_privacy=_ENGLISH.command_privacy,
    who_may_read="¿Quién puede leerla?",
    group="Un grupo",
)
_BY_LANGUAGE = {"en": _ENGLISH, "es": _SPANISH}


def hints(locale: str) -> HintWords:
    """Find the words for a locale; English where its language has none."""
    return _BY_LANGUAGE.get(words(locale).language, _ENGLISH)


def asked_in(question: str, locale: str, *, elsewhere: bool) -> Drawn:
    """Repeat in private what was asked, above its answer."""
    said = hints(locale)
    told = said.you_asked_in if elsewhere else said.you_asked
    line = label(question, _QUOTED)
    quoted = quotation(in_sentences((run(line),), language_of(locale)))
    return Drawn(mrkdwn(told), [context(told), *quoted])


def not_postable(locale: str) -> Drawn:
    """Tell the asker in private that the channel took no answer."""
    return note(hints(locale).not_postable)


def passed_on(case_id: str, locale: str) -> Drawn:
    """Tell the employee that HR has what they added."""
    return note(hints(locale).passed_on.format(case=case_id))


def not_of_hr(locale: str) -> Drawn:
    """Tell whoever hands a case on that it cannot be handed to that person."""
    return note(hints(locale).not_of_hr)


def for_hr(locale: str) -> Drawn:
    """Tell somebody that only HR can do this."""
    return note(hints(locale).for_hr)


def not_reached(case_id: str, locale: str) -> Drawn:
    """Tell HR that the employee of a case was not told of what was done."""
    return note(hints(locale).not_reached.format(case=case_id))


def overdue(case_id: str, locale: str) -> Drawn:
    """Remind HR of a case."""
    return note(hints(locale).overdue.format(case=case_id))


def asked_already(case_id: str, locale: str) -> str:
    """Say that there is a case of this question."""
    return hints(locale).asked_already.format(case=case_id)


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


def message(title: str, text: str, locale: str) -> Block:
    """Make a dialog that says something, and can only be closed."""
    return {
        "type": "modal",
        "callback_id": "message",
        "title": plain(title, 24),
        "close": plain(words(locale).modal.close, 24),
        "blocks": paragraphs(in_sentences((run(text),), words(locale).language)),
    }
