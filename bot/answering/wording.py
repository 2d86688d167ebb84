"""The fixed sentences, in the language asked in where that is set, else the default one."""

from dataclasses import dataclass

from bot.conversation import Refusal


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said besides quotes.

    `frame` takes the name of a language, `person` and `personal` how HR is reached, `missing`
    what no policy says.
    """

    not_supported: str
    nothing_readable: str
    unavailable: str
    refused: dict[Refusal, str]
    empty: str
    too_long: str
    greeting: str
    welcome: str
    person: str
    personal: str
    live: str
    out_of_scope: str
    missing: str
    quoted_directly: str
    quoted_on_budget: str
    not_quotable: str
    not_on_budget: str
    which: str
    applies: str
    yes_no: tuple[str, str]
    differing: str
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
    refused=dict.fromkeys(
        (Refusal.UNKNOWN, Refusal.UNVERIFIABLE, Refusal.NO_EMAIL, Refusal.UNCONFIRMED),
        "I can't tell who you are, so I can't show you any policy. Please ask HR.",
    )
    | dict.fromkeys(
        (Refusal.STRANGER, Refusal.FOREIGN),
        "I answer only people of the company whose policies these are.",
    )
    | {
        Refusal.GUEST: "I answer employees only, and this account is a guest's. Please ask HR.",
        Refusal.DEACTIVATED: "This account is no longer active, so I can't answer it.",
        Refusal.BOT: "I answer people only.",
        Refusal.NOT_YET: (
            "I'm being tried out by a small group, and you aren't in it yet. Please ask HR."
        ),
        Refusal.EXTERNAL: (
            "People from outside the company can read this channel, so I say nothing about our "
            "policies here. Ask me in a direct message."
        ),
        Refusal.UNKNOWN_READERS: (
            "Not everybody in this channel is somebody I may answer, so I say nothing about our "
            "policies here. Ask me in a direct message."
        ),
        Refusal.CLOSED_CHANNEL: "I don't answer in this channel. Ask me in a direct message.",
    },
    empty="Please type a question.",
    too_long="That is too long for one question. Please ask for one thing at a time.",
    greeting="Hello! Ask me about a policy, such as how many days you get for moving house.",
    welcome="You're welcome. Ask me any time.",
    person="Of course. A person can help you better here: {hr}.",
    personal=(
        "I can't see your own records, such as a balance, your pay or a booking, and I won't "
        "guess. They are in the system that keeps them; otherwise ask {hr}."
    ),
    live=(
        "I can't see what is so at this moment, such as what is free or who is in; I only know "
        "what the policies say."
    ),
    out_of_scope="I only answer questions on the company's policies, and can't help with this.",
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
    which="That depends. Which of these applies to you?",
    applies="That depends. Does this apply to you: “{condition}”?",
    yes_no=("Yes", "No"),
    differing="Two policies differ on this; the one that counts for more comes first.",
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
    refused=dict.fromkeys(
        (Refusal.UNKNOWN, Refusal.UNVERIFIABLE, Refusal.NO_EMAIL, Refusal.UNCONFIRMED),
        "No puedo comprobar quién eres, así que no puedo mostrarte ninguna política. "
        "Consulta con Recursos Humanos.",
    )
    | dict.fromkeys(
        (Refusal.STRANGER, Refusal.FOREIGN),
        "Solo respondo a personas de la empresa cuyas políticas son estas.",
    )
    | {
        Refusal.GUEST: (
            "Solo respondo a empleados, y esta es una cuenta de invitado. "
            "Consulta con Recursos Humanos."
        ),
        Refusal.DEACTIVATED: "Esta cuenta ya no está activa, así que no puedo responderle.",
        Refusal.BOT: "Solo respondo a personas.",
        Refusal.NOT_YET: (
            "Por ahora me está probando un grupo pequeño, y todavía no estás en él. "
            "Consulta con Recursos Humanos."
        ),
        Refusal.EXTERNAL: (
            "Este canal lo pueden leer personas de fuera de la empresa, así que aquí no digo nada "
            "de nuestras políticas. Pregúntame en un mensaje directo."
        ),
        Refusal.UNKNOWN_READERS: (
            "En este canal hay alguien a quien no puedo responder, así que aquí no digo nada de "
            "nuestras políticas. Pregúntame en un mensaje directo."
        ),
        Refusal.CLOSED_CHANNEL: ("En este canal no respondo. Pregúntame en un mensaje directo."),
    },
    empty="Escribe una pregunta, por favor.",
    too_long=("Es demasiado largo para una sola pregunta. Pregunta, por favor, una cosa cada vez."),
    greeting="¡Hola! Pregúntame por una norma, por ejemplo cuántos días te tocan por una mudanza.",
    welcome="De nada. Pregúntame cuando quieras.",
    person="Claro. Aquí te puede ayudar mejor una persona: {hr}.",
    personal=(
        "No puedo ver tus propios datos, como un saldo, tu sueldo o una reserva, y no voy a "
        "adivinarlos. Están en el sistema que los guarda; si no, pregunta a {hr}."
    ),
    live=(
        "No puedo ver lo que pasa en este momento, como qué está libre o quién está; solo sé lo "
        "que dicen las normas."
    ),
    out_of_scope=(
        "Solo respondo a preguntas sobre las normas de la empresa; con esto no puedo ayudar."
    ),
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
    which="Depende. ¿Cuál de estos casos es el tuyo?",
    applies="Depende. ¿Se da esto en tu caso: «{condition}»?",
    yes_no=("Sí", "No"),
    differing="Hay dos políticas que difieren en esto; primero va la que prevalece.",
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
