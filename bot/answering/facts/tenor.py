"""Does a sentence say the same sort of thing as the words that it cites, in any language?

Looked at as a whole: whether something is denied, demanded, allowed or excepted, and which names
and parties it speaks of. It is the check that is left where a sentence is worded freely.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from bot.answering.facts.finding import Fault
from bot.answering.facts.marks import Kind, Mark, folded
from bot.answering.stated import stated

_ALIKE = 0.75  # how much of their letters a name has in common with its form in another language
_SHARED = 2  # content words with a clause, from which a sentence speaks of it
_NEGATED = re.compile(r"(?:un(?!i|der|til|ion|to)|non-?)\w{4,}$|\w{4,}less$")
_SUBJECTS = (Kind.NAME, Kind.PARTY, Kind.WORD)
_ANYBODY = frozenset({"party:person", "party:employer"})
_NARROWS = frozenset({"scope:only", "scope:except"})
_DENIES = frozenset({"duty:forbid", "duty:free"})


def departures(
    told: Sequence[Mark], cited: Sequence[Mark], *, across: bool
) -> Iterator[tuple[Fault, Mark]]:
    """Find a denial, a duty, a condition or an opposite that the cited words do not have.

    `across`: the sentence is in another language than its citation.
    """
    keys = {mark.key for mark in cited}
    yield from _denials(told, cited, across=across)
    yield from _duties(told, keys)
    if any(map(_denies, cited)):
        return
    for mark in told:
        if mark.key in _NARROWS and not keys & _NARROWS:
            yield Fault.CONDITION, mark
        elif mark.kind is Kind.OPPOSITE and _is_turned(mark, told, keys):
            yield Fault.OPPOSITE, mark


def strangers(
    told: Sequence[Mark], known: Sequence[Mark], *, across: bool
) -> Iterator[tuple[Fault, Mark]]:
    """Find the names and parties that neither the citation nor the question speaks of.

    `across`: the sentence is in another language than its citation, where names look alike.
    """
    keys = {mark.key for mark in known}
    texts = {folded(mark.text) for mark in known}
    for mark in told:
        if mark.kind is Kind.PARTY:
            if mark.key not in keys and mark.key not in _ANYBODY:
                yield Fault.NAME, mark
        elif mark.kind is Kind.NAME and mark.key not in keys and not _is_made_of(mark, known):
            if across and (_is_same_country(mark, known) or _is_like_one_of(mark, texts)):
                continue
            yield Fault.NAME, mark


def merged(told: Sequence[Mark], cited: Sequence[Mark]) -> Iterator[tuple[Fault, Mark]]:
    """Find what is affirmed together with something else of which alone it is so.

    "Dogs may come to the office. This does not apply to the warehouse." bears out no dogs there.
    """
    if any(_denies(mark) or _may_deny(mark) for mark in told):
        return
    denying = {mark.clause for mark in cited if _denies(mark)}
    content = [mark for mark in cited if mark.is_content]
    affirmed = {mark.key for mark in content if mark.clause not in denying}
    denied = {mark.key for mark in content if mark.clause in denying} - affirmed
    mine = [mark for mark in told if mark.is_content and mark.kind in _SUBJECTS]
    if len(affirmed.intersection(mark.key for mark in mine)) >= _SHARED:
        yield from ((Fault.NEGATION, mark) for mark in mine if mark.key in denied)


def _denials(
    told: Sequence[Mark], cited: Sequence[Mark], *, across: bool
) -> Iterator[tuple[Fault, Mark]]:
    mine = next((mark for mark in told if _denies(mark)), None)
    if mine is not None:
        if not any(_denies(m) or _may_deny(m) for m in cited):
            yield Fault.NEGATION, mine
        return
    if any(_may_deny(mark) for mark in told):
        return
    clauses = _spoken_of(told, cited, 1 if across else _SHARED)
    if across and not clauses:  # no word in common, so it may be about any of them
        clauses = _spoken_of(told, cited, 0)
    denied = [next((m for m in clause if _denies(m)), None) for clause in clauses]
    if denied and all(denied) and denied[0] is not None:
        yield Fault.NEGATION, denied[0]


def _spoken_of(told: Sequence[Mark], cited: Sequence[Mark], least: int) -> list[list[Mark]]:
    """The clauses of the cited words that a sentence has so many words in common with."""
    mine = {mark.key for mark in told if mark.is_content}
    clauses: dict[int, list[Mark]] = {}
    for mark in cited:
        clauses.setdefault(mark.clause, []).append(mark)
    return [c for c in clauses.values() if len({m.key for m in c} & mine) >= least]


def _denies(mark: Mark) -> bool:
    return mark.kind is Kind.NOT or mark.key in _DENIES


def _may_deny(mark: Mark) -> bool:
    """What is said with "not" in other words: only, except, unpaid, connectionless."""
    if mark.key in _NARROWS:
        return True
    if mark.kind is Kind.OPPOSITE:
        return mark.key.endswith("-")
    return mark.kind is Kind.WORD and bool(_NEGATED.match(mark.text.lower()))


def _duties(told: Sequence[Mark], keys: set[str]) -> Iterator[tuple[Fault, Mark]]:
    for mark in told:
        if mark.kind is not Kind.DUTY or mark.key in keys:
            continue
        rivals = {
            "duty:must": {"duty:may", "duty:should", "duty:free"},
            "duty:may": {"duty:must", "duty:forbid"},
            "duty:should": {"duty:must", "duty:may"},
            "duty:forbid": {"duty:must", "duty:may"},
            "duty:free": {"duty:must"},
        }[mark.key]
        others = {key for key in keys if key.startswith("duty:")}
        if mark.key == "duty:forbid" and "not:not" in keys:
            continue
        if others and others <= rivals:
            yield Fault.DUTY, mark


def _is_turned(mark: Mark, told: Sequence[Mark], keys: set[str]) -> bool:
    """Whether the cited words have the opposite of a word alone, and nothing denies it."""
    opposite = mark.key[:-1] + ("-" if mark.key.endswith("+") else "+")
    return opposite in keys and mark.key not in keys and not any(map(_denies, told))


def _is_made_of(mark: Mark, known: Sequence[Mark]) -> bool:
    """Whether capitals are the initials of words in a row, or of the name's own first letters."""
    if not mark.text.isupper() or len(mark.text) < 2:  # noqa: PLR2004
        return False
    initials = "".join(m.text[0] for m in known if m.is_content and m.text).lower()
    return mark.text.lower() in initials


def _is_same_country(mark: Mark, known: Sequence[Mark]) -> bool:
    """Whether a name is that of a country that is spoken of, in whichever language."""
    regions = stated(mark.text).regions
    spoken_of = stated(" ".join(m.text for m in known)).regions if regions else None
    return bool(regions and spoken_of and regions <= spoken_of)


def _is_like_one_of(mark: Mark, texts: set[str]) -> bool:
    return any(_alike(folded(mark.text), text) for text in texts)


def _alike(one: str, other: str) -> bool:
    if one[:4] == other[:4]:
        return True
    return SequenceMatcher(None, one, other).quick_ratio() >= _ALIKE and (
        SequenceMatcher(None, one, other).ratio() >= _ALIKE
    )
