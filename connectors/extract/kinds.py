"""What sort of document is it? What it states, else what its title, its name or its folder say.

Kinds are asked in an order in which a mistake does least harm: only a minutes, an announcement
and an FAQ count for less than other documents, so "Policy on meeting minutes" is a policy, and
only what nothing else claims is an announcement.
"""

from re import compile as pattern
from unicodedata import category, normalize

from retrieval.documents import Kind

WORDS = {
    Kind.FAQ: r"faqs?|q ?(?:&|and) ?a|frequently asked questions|preguntas frecuentes",
    Kind.POLICY: (
        r"polic(?:y|ies)|code of (?:conduct|ethics)|regulations?|by ?laws|"
        r"politicas?|reglamentos?|normas?|normativas?|codigo (?:de conducta|etico)"
    ),
    Kind.PROCEDURE: (
        r"procedures?|process(?:es)?|protocols?|runbooks?|playbooks?|standard operating \w+|sops?|"
        r"procedimientos?|procesos?|protocolos?"
    ),
    Kind.GUIDE: (
        r"guides?|guidelines?|guidance|handbooks?|manuals?|how to|tutorials?|"
        r"guias?|manual(?:es)?|instrucciones|^como"
    ),
    Kind.MINUTES: (
        r"^minutes|minutes of|(?:meeting|board|committee) minutes|meeting ?notes?|"
        r"^actas?|actas? de (?:la )?reunion(?:es)?|^minutas?|notas de (?:la )?reunion(?:es)?"
    ),
    Kind.ANNOUNCEMENT: (
        r"announcements?|announcing|^news|newsletters?|bulletins?|press releases?|^blog|"
        r"anuncios?|comunicados?|noticias|novedades|boletin(?:es)?|circular(?:es)?"
    ),
    Kind.FORM: r"forms?|templates?|formularios?|plantillas?|impresos?",
}
_ASKED = {kind: pattern(rf"\b(?:{words})\b") for kind, words in WORDS.items()}
_APART = pattern(r"[\W_]+")


def kind_named(said: str | None) -> Kind | None:
    """Read a stated kind; None where it is none that counts ("page", "HR")."""
    return None if said is None else _kind_in(said)


def kind_told_by(path: str, title: str) -> Kind:
    """Tell the kind from the title, else from the file's name, else from the nearest folder."""
    *folders, name = path.split("/")
    told = (_kind_in(words) for words in (title, name.rsplit(".", 1)[0], *reversed(folders)))
    return next((kind for kind in told if kind is not None), Kind.OTHER)


def _kind_in(words: str) -> Kind | None:
    bare = "".join(one for one in normalize("NFD", words) if category(one) != "Mn").lower()
    read = _APART.sub(" ", bare.replace("&", " and "))
    return next((kind for kind, asked in _ASKED.items() if asked.search(read)), None)
