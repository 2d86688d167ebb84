"""In which words are people told what is kept of them, and what they can do about it?"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from babel.dates import format_date

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds here: for how many days texts are kept, how HR is reached, and what can be typed.

    `sent_to` names who words the answers, where questions leave the house for that.
    """

    days: int
    hr: str
    sent_to: str = ""
    command: str = "/policy privacy"


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of a language; titles and labels are for buttons and windows."""

    title: str
    kept: str
    readers: str
    in_channels: str
    hr: str
    sent: str
    rights: str
    none_yet: str
    some: str
    one: str
    until: str
    texts_gone: str
    export_label: str
    delete_label: str
    delete_confirm: str
    deleted: str
    nothing_to_delete: str
    exported: str

    def notice(self, terms: Terms) -> str:
        """What is said once, at somebody's first question."""
        told = (self.kept, self.readers, self.in_channels, self.hr, *self._sent(terms), self.rights)
        return " ".join(_filled(told, terms))

    def rules(self, terms: Terms) -> list[str]:
        """What holds for everybody: what is kept, who reads it, what is HR's, what is sent on."""
        return _filled((self.kept, self.readers, self.hr, *self._sent(terms)), terms)

    def summary(
        self, terms: Terms, *, questions: int, since: datetime | None, until: datetime | None
    ) -> str:
        """What is kept of somebody; `until` is when the last of their texts goes."""
        if since is None:
            told = self.none_yet
        else:
            asked = self.one if questions == 1 else self.some
            told = asked.format(questions=questions, day=self._day(since))
            told += " " + (
                self.texts_gone if until is None else self.until.format(day=self._day(until))
            )
        return f"{told}\n\n{' '.join(self.rules(terms))}"

    def erased(self, questions: int) -> str:
        """What is said once the texts of so many questions are deleted."""
        return self.deleted.format(questions=questions) if questions else self.nothing_to_delete

    def _sent(self, terms: Terms) -> tuple[str, ...]:
        return (self.sent,) if terms.sent_to else ()

    def _day(self, moment: datetime) -> str:
        return str(format_date(moment, "long", locale="es" if self is _SPANISH else ENGLISH))


def _filled(sentences: Sequence[str], terms: Terms) -> list[str]:
    return [sentence.format(**asdict(terms)) for sentence in sentences]


_ENGLISH = Words(
    title="Your data",
    kept="Your questions and my answers are kept for {days} days, encrypted, and then deleted; "
    "that you asked, when, and which pages I used stays on record.",
    readers="The few people who run this assistant can read them, to put wrong answers right. Your "
    "manager and your colleagues don't see what you ask me in private.",
    in_channels="In a channel, everybody there reads along.",
    hr="What you ask HR through me becomes HR's own record, which HR reads, and keeps until {days} "
    "days after the case is closed. If you "
    "have questions on this, turn to {hr}.",
    sent="To word an answer, your question and the passages found for it are sent to {sent_to}.",
    rights="“{command}” shows what is kept of you, and lets you export or delete it.",
    none_yet="Nothing of yours is on record.",
    one="You asked me one question, on {day}.",
    some="You asked me {questions} questions, the first on {day}.",
    until="The last of their texts will be deleted by {day}.",
    texts_gone="Their texts are deleted already.",
    export_label="Export",
    delete_label="Delete",
    delete_confirm="This deletes the texts of all your questions, of their answers and of your "
    "comments, and takes your name off them. It can't be undone. What you asked HR stays with HR.",
    deleted="Done: the texts of your questions ({questions}), of their answers and of your "
    "comments are deleted, and your name is off them.",
    nothing_to_delete="There is nothing of yours left to delete.",
    exported="This is everything I have of you.",
)

_SPANISH = Words(
    title="Tus datos",
    kept="Tus preguntas y mis respuestas se guardan {days} días, cifradas, y después se borran; "
    "queda constancia de que preguntaste, cuándo y qué páginas usé.",
    readers="Las pocas personas que se ocupan de este asistente pueden leerlas, para corregir "
    "respuestas equivocadas. Tu responsable y tus compañeros no ven lo que me preguntas en "
    "privado.",
    in_channels="En un canal, lo leen todos los que están en él.",
    hr="Lo que preguntes a Recursos Humanos a través de mí pasa a ser un registro suyo, que leen y "
    "conservan hasta {days} días después de cerrar el caso. Si tienes dudas sobre esto, acude a "
    "{hr}.",
    sent="Para redactar una respuesta, tu pregunta y los fragmentos encontrados se envían a "
    "{sent_to}.",
    rights="Con «{command}» ves lo que se guarda de ti, y puedes exportarlo o borrarlo.",
    none_yet="No consta nada tuyo.",
    one="Me has hecho una pregunta, el {day}.",
    some="Me has hecho {questions} preguntas, la primera el {day}.",
    until="El último de sus textos se borrará como tarde el {day}.",
    texts_gone="Sus textos ya están borrados.",
    export_label="Exportar",
    delete_label="Borrar",
    delete_confirm="Esto borra los textos de todas tus preguntas, de sus respuestas y de tus "
    "comentarios, y quita tu nombre de ellos. No se puede deshacer. Lo que preguntaste a Recursos "
    "Humanos sigue en Recursos Humanos.",
    deleted="Hecho: los textos de tus preguntas ({questions}), de sus respuestas y de tus "
    "comentarios están borrados, y tu nombre ya no figura en ellos.",
    nothing_to_delete="No queda nada tuyo que borrar.",
    exported="Esto es todo lo que tengo de ti.",
)

_BY_LANGUAGE = {ENGLISH: _ENGLISH, "es": _SPANISH}


def privacy_words(language: str) -> Words:
    """The words in a language; in English where it has none."""
    return _BY_LANGUAGE.get(language, _ENGLISH)
