"""In which words does the app show itself in Teams: in its catalogue, its menus, its commands?

Everything else that the bot says comes from `bot.saying`. How long each may be is Teams' to say:
its schemas of manifests and of their translations, against which tests hold these.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Presentation:
    """The words of a language; those in `privacy` are typed for whoever chooses the command."""

    name: str
    full_name: str
    summary: str
    description: str
    ask_about: str
    ask_about_more: str
    search: str
    search_more: str
    query: str
    query_more: str
    privacy: str
    privacy_more: str


_ENGLISH = Presentation(
    name="Policy Bot",
    full_name="Policy Bot: answers from the company's own policies",
    summary="Answers questions on the company's policies, and shows where they say so.",
    description=(
        "Ask about leave, expenses, security and everything else that the company's policies "
        "settle. Each answer shows the words of the policies that it rests on, with a link that "
        "opens them there. It answers only from what whoever reads the answer may read; where the "
        "policies don't tell, it says so.\n\n"
        "Write to it in private, mention it in a channel or a group chat, or choose “Ask about "
        "this” in the menu of a message. “privacy” in the private chat shows what is kept of you, "
        "to be taken away or deleted."
    ),
    ask_about="Ask about this",
    ask_about_more="Ask what the policies say on this message; only you see the answer",
    search="Search policies",
    search_more="Find the policies that you may read, and share a link to one",
    query="What to look for",
    query_more="Words, a question, or the number of a policy",
    privacy="privacy",
    privacy_more="See what is kept of you, take it along, or delete it",
)

_SPANISH = Presentation(
    name="Policy Bot",
    full_name="Policy Bot: respuestas de las políticas de la empresa",
    summary="Responde sobre las políticas de la empresa y muestra dónde lo dicen.",
    description=(
        "Pregunta por vacaciones, gastos, seguridad y todo lo demás que regulan las políticas de "
        "la empresa. Cada respuesta muestra las palabras de las políticas en que se apoya, con un "
        "enlace que las abre en su sitio. Solo responde a partir de lo que puede leer quien lee la "
        "respuesta; si las políticas no lo dicen, así te lo indica.\n\n"
        "Escríbele en privado, menciónalo en un canal o en un chat de grupo, o elige «Preguntar "
        "sobre esto» en el menú de un mensaje. Con «privacidad», en el chat privado, ves qué se "
        "guarda de ti y puedes llevártelo o eliminarlo."
    ),
    ask_about="Preguntar sobre esto",
    ask_about_more="Pregunta qué dicen las políticas de este mensaje; solo tú ves la respuesta",
    search="Buscar políticas",
    search_more="Encuentra las políticas que puedes leer y comparte un enlace a una",
    query="Qué buscar",
    query_more="Palabras, una pregunta o el número de una política",
    privacy="privacidad",
    privacy_more="Mira qué se guarda de ti, llévatelo o elimínalo",
)

PRESENTATIONS: Mapping[str, Presentation] = {"en": _ENGLISH, "es": _SPANISH}
"""By language; each is one that `bot.saying` has words in."""


def own_data(language: str) -> str:
    """Give what is typed to see what is kept of oneself."""
    return PRESENTATIONS.get(language, _ENGLISH).privacy
