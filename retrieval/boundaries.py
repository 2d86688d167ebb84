"""Where may prose be cut? Between sentences, where the second can do without the first."""

import re
from collections.abc import Iterator

import sentencex

from retrieval.plain import plain

_QUALIFYING = {
    "en": (
        r"however|but|except|exceptions?|unless|only|otherwise|provided|note|nevertheless|"
        r"nonetheless|notwithstanding|even so|if so|if not|"
        r"in (?:that|this|such|these|those) cases?|"
        r"(?:this|that|it|they|these|those) (?:does|do|is|are|will|may|can|shall) ?n[o']t|"
        r"(?:this|that|it|they|these|those) (?:only|applies only|apply only)"
    ),
    "es": (
        r"sin embargo|no obstante|pero|s[oó]lo|solamente|[uú]nicamente|salvo|excepto|"
        r"(?:a|con) excepci[oó]n|excepciones|se except[uú]an?|quedan? exceptuad[ao]s?|"
        r"quedan? excluid[ao]s?|siempre que|a menos que|de lo contrario|en caso contrario|nota|"
        r"en (?:este|estos|ese|esos|tal|tales|dicho|dichos) casos?|"
        r"(?:esto|eso|esta|este|estas|estos) (?:no|s[oó]lo)|lo (?:anterior|dispuesto) no"
    ),
    "de": (
        r"jedoch|allerdings|aber|ausgenommen|ausnahmen?|außer|nur|es sei denn|sofern nicht|"
        r"andernfalls|sonst|in (?:diesem|diesen) fäll?e?n?|hinweis|(?:dies|das) gilt nicht"
    ),
    "fr": (
        r"toutefois|cependant|mais|sauf|excepté|exceptions?|à moins que|seule?s?|uniquement|"
        r"sinon|dans ce cas|(?:ceci|cela) ne|note"
    ),
    "pt": (
        r"no entanto|contudo|todavia|mas|exceto|salvo|a menos que|apenas|somente|só|"
        r"caso contrário|neste caso|nesse caso|isto não|isso não|nota"
    ),
    "it": (
        r"tuttavia|però|ma|salvo|eccetto|tranne|a meno che|solo|soltanto|altrimenti|"
        r"in (?:questo|tal) caso|ciò non|nota"
    ),
}
"""How a sentence begins that narrows the one before it."""

_PATTERNS = {
    language: re.compile(rf"[\W_]*(?:{words})\b", re.IGNORECASE)
    for language, words in _QUALIFYING.items()
}
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ASIDE = re.compile(r"\s*(?:[*_]{0,2}\(|\\?\*+\s|[†‡¹²³])")
_POINT = re.compile(r"\W*(?:\d{1,3}|[a-zñ]|[ivx]{1,4})[.)º]\W*", re.IGNORECASE)
_LIST_MARK = r"[-*+•–—]|\(?(?:\d{1,3}|[a-zñ]|[ivx]{1,4})[.)]"
_SOUND_LINE = re.compile(
    rf"(?:(?<=[.;:!?])|(?<= {{2}})|(?<=\\))\n+|\n{{2,}}|\n(?=[ \t]*(?:{_LIST_MARK})[ \t])"
)
_SEEMING_END = re.compile(r"(?<=[.!?;])\s+(?=[\W\d]*[A-ZÁÉÍÓÚÑ])|\n+")
_TERMINAL = re.compile(r"[.;,!?…][\W_]*$")
_LABEL = 12  # words: a paragraph as short as this, with no full stop, is a heading in all but name


def qualifies(text: str, language: str) -> bool:
    """Tell whether a text narrows the sentence before it, or is an aside to it."""
    pattern = _PATTERNS.get(language)
    return bool(_ASIDE.match(text) or (pattern and pattern.match(text)))


def announces(text: str) -> bool:
    """Tell whether a paragraph announces what follows: by its colon, or like a heading."""
    words = plain(text)
    if words.endswith(":"):
        return True
    return 0 < len(words.split()) <= _LABEL and not _TERMINAL.search(words)


def is_numbered_heading(text: str) -> bool:
    """Tell whether an item is the heading of what follows: "5. Traffic routes."."""
    return len(text.split()) <= _LABEL and "\n" not in text.strip()


def spans(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Say where each sentence stands by the splitter alone, which reads no lone surrogate."""
    whole = _SURROGATE.sub("\ufffd", text)
    for found in sentencex.get_sentence_boundaries(language, whole):
        yield min(int(found["start_index"]), len(text)), min(int(found["end_index"]), len(text))


def sentences(text: str, language: str) -> list[int]:
    """Say where sentences begin, the first left out; the number of a point is no sentence."""
    starts: list[int] = []
    begin = 0
    for start, _end in spans(text, language):
        if start > begin and not _is_torn(text[begin:start], text[start : start + 80]):
            starts.append(start)
            begin = start
    return starts


def seeming_sentences(text: str) -> list[str]:
    """Cut a plain text where sentences seem to end: quick, to compare them and not to quote."""
    return _SEEMING_END.split(text)


def _is_torn(sentence: str, rest: str) -> bool:
    """Tell whether nothing ended here: "3.º", the "2." of a point, or only space to come."""
    return (
        not rest.strip()
        or rest[0].isspace()
        or rest.startswith(("º", "ª"))
        or not any(character.isalnum() for character in sentence)
        or bool(_POINT.fullmatch(sentence))
    )


def last_sentence(text: str, language: str) -> str:
    """Find the sentence that a text ends with."""
    starts = sentences(text, language)
    return text[starts[-1] :] if starts else text


def sound_lines(text: str) -> list[int]:
    """Say where lines begin that do not just go on with the one before, the first left out."""
    return [m.end() for m in _SOUND_LINE.finditer(text) if 0 < m.end() < len(text)]


def clauses(text: str) -> list[int]:
    """Say where clauses behind a semicolon or a colon begin, the first left out."""
    return [m.end() for m in re.finditer(r"[;:]\s+", text) if m.end() < len(text)]


def lines(text: str) -> list[int]:
    """Say where lines begin, the first left out."""
    return [m.end() for m in re.finditer(r"\n+", text) if 0 < m.end() < len(text)]


def words(text: str) -> list[int]:
    """Say where words begin, the first left out."""
    return [m.end() for m in re.finditer(r"\s+", text) if 0 < m.end() < len(text)]
