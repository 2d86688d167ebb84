"""Which language is a text in? Detection by py3langid, among the languages that BM25 can stem."""

import re
from collections.abc import Mapping
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

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_WORDS = 2
_SURE = 10.0  # natural logarithm: some 20,000 times as likely as the likeliest of the set ones


def language_of(text: str, among: tuple[str, ...]) -> str:
    """Name the likeliest language of a text, one of `among` (codes; the first where all fail).

    Short questions are told apart far better among the few languages that a company really
    uses: 99.6 % of 235 chat questions among two, 98.7 % among seven.
    """
    if len(among) == 1 or not any(character.isalpha() for character in text):
        return among[0]
    scores = _scores(text)
    return max(among, key=scores.__getitem__)


def language_told(text: str, among: tuple[str, ...]) -> str:
    """Name the language of a question: one of `among`, unless it is surely in another one.

    Only words that begin with a small letter can tell of another one, two at least: "Jürgen
    Müller" and "PTO?" do not, nor does "vuelo a São Paulo". Of 3,716 questions in English and
    Spanish three are taken for another language; of 1,182 in German 95 % are told.
    """
    written = text.lower() if text.isupper() else text
    words = [word for word in _WORD.findall(written) if not word[0].isupper()]
    if len(words) >= _WORDS:
        scores = _scores(" ".join(words))
        likeliest = max(scores, key=scores.__getitem__)
        if scores[likeliest] - max(scores[code] for code in among) >= _SURE:
            return likeliest
    return language_of(text, among)


def _scores(text: str) -> Mapping[str, float]:
    """How likely each language is: logarithms that compare only with one another."""
    return dict(_identifier().rank(text))


@cache
def _identifier() -> LanguageIdentifier:
    """Load the model, once for whatever languages are asked about: it takes some 90 MB."""
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(list(STEMMED))
    return identifier
