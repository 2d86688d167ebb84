"""Can a question be understood without the ones before it?

When in doubt, it cannot: a topic too many costs little, a topic that is missing costs the answer.
"""

import re
from collections.abc import Iterator

from retrieval.bm25 import is_stop_word
from retrieval.language import STEMMED

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_BARE = re.compile(
    r"\W*(?:(?:yes|yep|yeah|no|nope|not|correct|right|exactly|sure|i (?:am|do|have|was|did)|"
    r"ok|okay|please|thanks?|thank you|s[ií]|claro|correcto|exacto|vale|as[ií] es|gracias)\b\W*)+",
    re.IGNORECASE,
)
_OPENS_AS_A_FOLLOW_UP = re.compile(
    r"\W*(?:and|or|but|so|also|then|ok|okay|plus|what about|how about|what if|same|instead|"
    r"are you (?:\w+ )?(?:sure|certain)|just (?:say|tell|answer|confirm)|really|"
    r"(?:est[aá]s )?segur[oa](?=\W*\?)|de verdad|en serio|dime (?:solo|simplemente|que s[ií])|"
    r"y|e|o|pero|entonces|tambi[eé]n|adem[aá]s|vale|qu[eé] tal|qu[eé] hay de|lo mismo)\b(?!['’-])",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"(?<!\w)(?:"
    # `it` (not the department), but for `is it allowed`, where it stands for nothing
    r"(?:is|does|would) it(?! (?:ok|okay|fine|allowed|possible|necessary|required|permitted|"
    r"mandatory|true|legal|safe|matter|take|a)\b)|(?-i:[Ii]t)(?<!is it)(?<!does it)(?<!would it)|"
    r"its|them|they|theirs?|(?:this|these|those)(?! (?:year|quarter|month|week|summer|winter)\b)|"
    # `that` behind a verb or preposition; behind a noun it begins a clause
    r"(?:about|for|of|on|in|with|to|by|after|before|like|do|does|is|was|will|can|would|did|if|"
    r"send|get|use|claim|request|submit|need) that|that(?=\W*$)|"
    r"(?:the|that|this|which|another|other) ones?|ones?(?=\W*$)|too(?=\W*$)|either(?=\W*$)|"
    r"instead|otherwise|the same|the others?|the rest|anyone else|anything else|"
    # Spanish demonstratives, and pronouns before and behind verbs
    r"es[eo]s?|esas?|aquell[oa]s?|ello|ell[oa]s|ah[ií]|all[ií]|est[eoa]s?(?=\W*$)|"
    r"lo(?= (?!que\b|de\b|antes\b|m[aá]s\b|mejor\b)\w)|l[ao]s? mism[oa]s?|"
    r"l[oa]s (?=apr|ped|pid|pag|sol|env|hag|teng|pued|deb|carg|firm|gest)\w+|"
    r"\w{2,}(?:ar|er|ir|ndo)l[oa]s?|sus?|l[oa]s? dem[aá]s|l[oa]s? otr[oa]s?"
    r")(?!\w)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?<!\w)(?:what|who|whom|whose|when|where|which|how|why|do|does|did|is|are|was|can|could|"
    r"should|must|may|will|would|need|tell|explain|i|i'm|my|we|our|"
    r"qu[eé]|qui[eé]n(?:es)?|cu[aá]ndo|d[oó]nde|cu[aá]l(?:es)?|c[oó]mo|cu[aá]nt[oa]s?|puedo|"
    r"podemos|puede|debo|tengo|tenemos|necesito|hay|se|mi|mis|es|son)(?!\w)",
    re.IGNORECASE,
)
_EMPTY_WORDS = (
    # What asks, and what any policy speaks of: neither says which one is meant.
    "many much long often get need want know would could can may must shall please tell policy "
    "sure certain just really confirm "
    "policies rule rules company allow allowed there one ones thing day days kind work also "
    "maximum minimum limit amount deadline cost approve approves happen happens apply applies "
    "count manager managers boss hr form forms "
    "receipt receipts request sign signs employee employees cuantos cuantas cuanto cuanta "
    "cuántos cuántas cuánto cuánta cuál cuáles cuándo cómo dónde quién quiénes puedo puede "
    "pueden debo debe hay necesito política políticas norma normas empresa día días dia dias "
    "máximo mínimo límite plazo plazos coste pasa aplica jefe jefa formulario recibo recibos "
    "solicitud firma empleado empleados"
)
_EMPTY = frozenset(_EMPTY_WORDS.split())
_WORDS_OF_A_QUESTION = 2
_WORDS_ALONE = 4


def is_bare_answer(text: str) -> bool:
    """Whether a text only says yes or no: what it means stands in the question before it."""
    return _BARE.fullmatch(text) is not None


def stands_alone(text: str, language: str) -> bool:
    """Whether a question names its own topic, and neither points back nor leaves words out."""
    if is_bare_answer(text) or opens_as_a_follow_up(text) or points_back(text):
        return False
    own = set(content_words(text, language))
    if _ASKS.search(text):
        return len(own) >= _WORDS_OF_A_QUESTION
    return len(own) >= _WORDS_ALONE


def opens_as_a_follow_up(text: str) -> bool:
    """Whether a text begins as what goes on with something said before."""
    return _OPENS_AS_A_FOLLOW_UP.match(text) is not None


def points_back(text: str) -> bool:
    """Whether a text holds a word that stands for something said before."""
    return _POINTS_BACK.search(text) is not None


def content_words(text: str, language: str) -> Iterator[str]:
    """The words that say what a question is about, in lower case and in order."""
    known = language if language in STEMMED else "en"
    for found in _WORD.finditer(text):
        word = found[0].lower()
        if len(word) > 1 and word not in _EMPTY and not is_stop_word(word, known):
            yield word
