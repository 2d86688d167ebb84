"""The fixed sentences, in the language asked in where that is set, else the default one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said besides quotes. `frame` takes the name of a language, `missing` what is."""

    not_supported: str
    nothing_readable: str
    unavailable: str
    unknown_person: str
    empty: str
    missing: str
    quoted_directly: str
    quoted_on_budget: str
    not_quotable: str
    not_on_budget: str
    frame: str
    conjunction: str
    languages: dict[str, str]

    def introduce(self, *languages: str) -> str:
        """Say in which languages the quotes that follow are."""
        *others, last = (self.languages.get(language, language) for language in languages)
        named = self.conjunction.join([", ".join(others), last]) if others else last
        return self.frame.format(language=named)


_ENGLISH = Wording(
    not_supported=(
        "The policies you can read don't answer this. That doesn't mean there is no rule."
    ),
    nothing_readable="There are no policies here that you can read.",
    unavailable=(
        "I can't reach the policies right now, so I can't say. Please try again in a minute."
    ),
    unknown_person="I can't tell who you are, so I can't show you any policy. Please ask HR.",
    empty="Please type a question.",
    missing="The policies you can read don't say: {missing}.",
    quoted_directly="Quoted directly; the assistant is not available right now.",
    quoted_on_budget="Quoted directly; what the assistant may be used for today is used up.",
    not_quotable=(
        "The assistant is not available right now, and no sentence of the policies answers this "
        "by itself. Please try again in a few minutes."
    ),
    not_on_budget=(
        "What the assistant may be used for today is used up, and no sentence of the policies "
        "answers this by itself. Please try again tomorrow, or ask HR."
    ),
    frame="The policy says, in {language}:",
    conjunction=" and ",
    languages={
        "de": "German",
        "en": "English",
        "es": "Spanish",
        "fr": "French",
        "pt": "Portuguese",
    },
)

_SPANISH = Wording(
    not_supported=(
        "Las políticas que puedes leer no responden a esto. Eso no significa que no haya una norma."
    ),
    nothing_readable="Aquí no hay políticas que puedas leer.",
    unavailable=(
        "Ahora mismo no puedo consultar las políticas, así que no puedo responder. "
        "Inténtalo de nuevo en un minuto."
    ),
    unknown_person=(
        "No puedo comprobar quién eres, así que no puedo mostrarte ninguna política. "
        "Consulta con Recursos Humanos."
    ),
    empty="Escribe una pregunta, por favor.",
    missing="Las políticas que puedes leer no dicen: {missing}.",
    quoted_directly="Citado directamente; el asistente no está disponible ahora mismo.",
    quoted_on_budget="Citado directamente; el uso del asistente previsto para hoy está agotado.",
    not_quotable=(
        "El asistente no está disponible ahora mismo y ninguna frase de las políticas responde a "
        "esto por sí sola. Inténtalo de nuevo en unos minutos."
    ),
    not_on_budget=(
        "El uso del asistente previsto para hoy está agotado y ninguna frase de las políticas "
        "responde a esto por sí sola. Inténtalo mañana o consulta con Recursos Humanos."
    ),
    frame="La política lo dice así, en {language}:",
    conjunction=" y ",
    languages={
        "de": "alemán",
        "en": "inglés",
        "es": "español",
        "fr": "francés",
        "pt": "portugués",
    },
)

_BY_LANGUAGE = {"en": _ENGLISH, "es": _SPANISH}


def wording(language: str) -> Wording:
    """The fixed sentences for a language, by its code."""
    return _BY_LANGUAGE.get(language, _ENGLISH)


def worded_in(language: str, languages: tuple[str, ...]) -> str:
    """Name the language in which an asker is spoken to, by its code.

    Theirs where it is set (`languages`, the default first) and has its sentences; else the
    default, and English where that has none.
    """
    choices = (language, languages[0]) if language in languages else languages[:1]
    return next((code for code in choices if code in _BY_LANGUAGE), "en")
