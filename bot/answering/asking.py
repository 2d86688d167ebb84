"""Does the rule depend on something that was not said? Then that is asked back, not guessed.

Two forms of a rule are known by how they are written: a list or table graded by a number, such as
years of service, with another value for each grade; and conditions on which a yes or a no depends.
A question back delays an answer, so it needs better evidence than an answer does.
"""

import re
from collections.abc import Mapping, Sequence
from statistics import median

from bot.answering.asked import Value, asked_for, names_a_number
from bot.answering.candidates import Candidate
from bot.answering.coverage import Question
from bot.answering.request import Request
from bot.answering.sentences import Sentence
from bot.answering.standing import is_bare_answer
from bot.answering.wording import Wording, wording
from bot.answers import Clarification

_GRADED = {Value.DURATION, Value.NUMBER, Value.MONEY}
_GRADE = re.compile(r"(?P<grade>[^:]{3,80}?)(?::| — )\s*(?P<value>.+)", re.DOTALL)
_MOST = 8  # grades that are offered as choices
_FIRM = 0.8  # how well the words covered worst have to be, for asking back
_AS_GOOD = 0.02  # how much worse a list may cover them than the best sentence
_PATIENCE = 3  # questions back in a row, after which the rule is told as it stands
_SAID = 0.86  # a condition that is covered so well was spoken of

_STANDS_OUT = 0.05  # how much better than the others a condition is covered that was named

_YES_OR_NO = re.compile(
    r"(?:^|[.!?:,;]\s+|\b(?:and|so|but|also)\s+)(?:can|could|may|am|are|do|does|did|should|must|"
    r"will|would|have|is|was)\s+(?:i|we|my|this|it|the|there)\b|"
    r"\b(?:allowed|ok|okay|fine|required|mandatory|eligible)\s*\?|"
    r"(?:^|[.,;¿]\s*)(?:puedo|podemos|debo|tengo que|me (?:dan|pagan|corresponde)|necesito|"
    r"se puede)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided(?: that)?|as long as|only (?:if|when)|except (?:if|when|for)|in case|"
    r"where you|when you|si|salvo(?: que)?|siempre que|excepto|a menos que|en caso de)\b"
    r"[^.;:]*",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"\b(?:if|unless|when|where|who|must|any|either|all|both|except|si|cuando|quienes|cualquiera|"
    r"salvo|excepto|todos|todas|ambos|requisitos?|requirements?|condiciones|conditions)\b",
    re.IGNORECASE,
)
_ALL = re.compile(r"\b(?:all|both|each|every|must|todos|todas|ambos|requirements)\b", re.IGNORECASE)
_ANY = re.compile(r"\b(?:any|either|one of|one or more|alguno|cualquiera)\b", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|nope|not)\b", re.IGNORECASE)
_ENDS = re.compile(r"[.!?]\s+(?=\S)")


def asked_back(
    request: Request, asked: Question, found: Sequence[Candidate]
) -> Clarification | None:
    """Ask for what the rule depends on; None where it was said, or where nothing is known of it.

    `found` are the sentences that may answer, best first (one at least).
    """
    words = wording(request.reply_in)
    if asked_for(request.question, request.language) in _GRADED:
        return _grade(request, asked, found, words)
    if _YES_OR_NO.search(request.search):
        return _condition(request, asked, found[0], words)
    return None


def _grade(
    request: Request, asked: Question, found: Sequence[Candidate], words: Wording
) -> Clarification | None:
    """Ask which grade of a list holds, where no number was said and the list is to the point."""
    if names_a_number(request.search, request.language):
        return None
    firm = max(_FIRM, max(asked.worst(one.headed) for one in found) - _AS_GOOD)
    for one in found:
        grades = _grades(one)
        if grades and asked.worst(one.covered.list_of(one.place)) >= firm:
            return Clarification(words.which, grades)
    return None


def _grades(one: Candidate) -> tuple[str, ...]:
    """The grades of the list that a sentence stands in; none where it is not graded."""
    language = one.read.passage.language
    items = [one.read.sentences[place] for place in one.read.list_of(one.place)]
    told = [_GRADE.fullmatch(item.text) for item in items]
    if not 1 < len(told) <= _MOST:
        return ()
    parts = [(found["grade"].strip(" –-•"), found["value"]) for found in told if found]
    if len(parts) < len(told) or len({value for _, value in parts}) < len(parts):
        return ()
    graded = all(names_a_number(part, language) for both in parts for part in both)
    return tuple(grade for grade, _ in parts) if graded else ()


def _condition(
    request: Request, asked: Question, best: Candidate, words: Wording
) -> Clarification | None:
    """Ask for the condition that was spoken of least, unless what was said settles the answer."""
    items = best.read.list_of(best.place)
    read = best.read.sentences
    announced = " ".join(read[place].text for place in read[best.place].after)
    is_list = len(items) > 1 and read[best.place].table is None
    condition = _CONDITION.search(best.read.told(best.place))
    said = {place: asked.speaks_of(best.read.tokens[place]) for place in items}
    if is_bare_answer(request.question):
        asked_before = request.search.count("\n") - 1
        is_open = (
            is_list
            and asked_before < _PATIENCE
            and len(items) - asked_before > 1
            and not _settles(request.question, announced)
        )
    else:
        is_conditional = bool(condition or (is_list and _CONDITIONAL.search(announced)))
        is_firm = asked.worst(best.headed) >= _FIRM
        is_open = is_conditional and is_firm and not _is_said(said, request.search)
    if not is_open:
        return None
    least = read[min(items, key=lambda place: said[place])]
    return Clarification(words.applies.format(condition=_told(least, condition)), words.yes_no)


def _is_said(said: Mapping[int, float], text: str) -> bool:
    """Whether one of the conditions was spoken of: by name, or before the question.

    A bare question names its topic, which stands in all of them alike.
    """
    nearest = max(said.values())
    stands_out = nearest - median(said.values()) >= _STANDS_OUT
    return stands_out or (_ENDS.search(text) is not None and nearest >= _SAID)


def _settles(answer: str, announced: str) -> bool:
    """Whether a yes or no to one condition settles a rule, of all of them or of any."""
    needs_all = _ALL.search(announced) is not None and _ANY.search(announced) is None
    return needs_all == (_NO.match(answer) is not None)


def _told(item: Sentence, condition: re.Match[str] | None) -> str:
    told = item.text if item.is_item or condition is None else condition[0]
    return told.strip(" ,;.")
