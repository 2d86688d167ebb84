"""Which questions is a compound one made of? Each stands on its own; at most three are told.

A text is cut where a question is joined to a question, never between two words that are merely
joined ("terms and conditions") nor where a clause only looks like a question ("when I return").
"""

import re
from collections.abc import Iterator
from itertools import islice

from bot.answering.standing import content_words, points_back

MOST = 3

_SUBJECT = 8  # words of the first question that are carried into one that leaves them out
_AUXILIARY = r"do|does|did|is|are|can|could|should|must|may|will|would"
_BEFORE = r"(?:(?:for|to|by|from|in|at|with|until|por|para|con|en|de|desde|hasta|a) )?"
_BEGINS = (
    rf"(?:{_BEFORE}(?:what(?:'s)?|who(?:m|se)?|which(?! (?:is|are|was|were|has|have|had)\b)|"
    # `when I return` is a clause, `when do I return` a question
    rf"(?:when|where|why|how)(?='s| (?:{_AUXILIARY}|was|to|much|many|long|often|far|soon|early|"
    r"late|big)\b)|"
    r"qué|qui[eé]n(?:es)?|cu[aá]nt[oa]s?|cu[aá]l(?:es)?|cuándo|cómo|dónde|"
    r"que(?= (?:pasa|hago|necesito|tengo)\b)|como(?= (?:se|l[oa]s?|puedo|hago)\b))|"
    rf"(?:{_AUXILIARY}) (?:i|we|you|they|he|she|it|the|my|our|an?|there|this|that)\b|"
    r"puedo|podemos|debo|tengo que|necesito|hace falta|hay que|se puede)(?!\w)"
)
_HOLDS_A_QUESTION = re.compile(rf"(?<!\w){_BEGINS}", re.IGNORECASE)
_IS_A_QUESTION = re.compile(rf"\W*{_BEGINS}|[^?]*\?", re.IGNORECASE)
_AND = r"(?:and|also|y|e|adem[aá]s)(?: also| tambi[eé]n)?,?\s+"
_JOINT = re.compile(
    rf"[,;]?\s+{_AND}(?=¿?{_BEGINS})|,\s+(?=¿?{_BEGINS})|(?<=[?;])\s*(?:{_AND})?(?=[¿\w])",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\w \b(who|which|that|que|quien)\b", re.IGNORECASE)
_ASKING = re.compile(
    rf"^\W*{_BEFORE}(?:what|who|whom|when|where|which|how(?: (?:much|many|long|often|far))?|why|"
    r"qu[eé]|qui[eé]n(?:es)?|cu[aá]nt[oa]s?|cu[aá]ndo|cu[aá]l(?:es)?|c[oó]mo|d[oó]nde)(?!\w)\s*|"
    rf"(?<!\w)(?:{_AUXILIARY}|was|i|we|you|get|have|need|take|want|there|puedo|tengo|tenemos|debo|"
    r"necesito|hay|me|se|es|son)(?!\w)\s*",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!])\s+(?=\S)")


def parts(question: str, language: str) -> tuple[str, ...]:
    """Take a compound question apart; empty where it is one."""
    given, asked = _given_and_asked(question)
    found = [piece for piece in _pieces(asked) if _IS_A_QUESTION.match(piece)]
    if len(found) < 2:  # noqa: PLR2004  # one question is no compound one
        return ()
    whole = [found[0], *(_whole(piece, found[0], language) for piece in found[1:])]
    return tuple(f"{given} {part}".strip() for part in whole[:MOST])


def _given_and_asked(question: str) -> tuple[str, str]:
    """Split off the sentences before the first question: they hold for every part."""
    sentences = _SENTENCE.split(question.strip())
    start = next((n for n, said in enumerate(sentences) if _IS_A_QUESTION.match(said)), 0)
    return " ".join(sentences[:start]), " ".join(sentences[start:])


def _pieces(asked: str) -> Iterator[str]:
    start = 0
    for joint in _JOINT.finditer(asked):
        left, right = asked[start : joint.start()], asked[joint.end() :]
        if _is_cut(left, joint[0], right):
            yield left.strip(" ,;")
            start = joint.end()
    yield asked[start:].strip(" ,;")


def _is_cut(left: str, joint: str, right: str) -> bool:
    """Whether both sides ask, and the right one does not go on with a clause of the left."""
    if not left.strip():
        return False
    if left.rstrip().endswith((";", "?")):
        return True
    relative = {found[1].lower() for found in _RELATIVE.finditer(left)}
    first = right.lstrip("¿ ").split(maxsplit=1)[0].lower()
    asks = _HOLDS_A_QUESTION.search(left)
    if asks is None or first in relative or not left[asks.end() :].strip():
        return False
    return joint.strip() != "," or asks.start() <= 1


def _whole(piece: str, first: str, language: str) -> str:
    """Add what the first question is about to one that leaves it out."""
    own = list(islice(content_words(piece, language), 2))
    if len(own) > 1 and not points_back(piece):
        return piece
    about = " ".join(_ASKING.sub("", first).strip("¿?.,; ").split()[-_SUBJECT:])
    return f"{piece} ({about})" if any(content_words(about, language)) else piece
