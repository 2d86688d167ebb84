"""Where does a sentence follow the words that it cites, and what did it change on the way?

Runs of marks that both have are laid upon each other. Between two runs, what makes a rule (a
figure, a limit, a duty, "not", "only", a name) has to be the same on both sides. Words that carry
no rule may differ: that is a paraphrase.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from bot.answering.facts.figures import moments_agree, same_limits, same_number
from bot.answering.facts.finding import Fault
from bot.answering.facts.marks import Kind, Mark
from bot.answering.facts.words import QUANTIFIERS

NEAR = 0.5
"""The share of a sentence's content marks that follow the cited words, from which it is near."""

_SLACK = 5  # marks that a gap of the cited words may be longer than the sentence's
_REACH = 8  # marks around a run in which something that governs it is looked for
_MOVABLE = (Kind.SCOPE, Kind.LIMIT, Kind.COUNTING)  # "only" may stand elsewhere in the sentence
_FAULTS = {
    Kind.NUMBER: Fault.NUMBER,
    Kind.MOMENT: Fault.MOMENT,
    Kind.COUNTING: Fault.UNIT,
    Kind.RATE: Fault.UNIT,
    Kind.UNIT: Fault.UNIT,
    Kind.LIMIT: Fault.LIMIT,
    Kind.DUTY: Fault.DUTY,
    Kind.NOT: Fault.NEGATION,
    Kind.SCOPE: Fault.CONDITION,
    Kind.OPPOSITE: Fault.OPPOSITE,
    Kind.NAME: Fault.NAME,
    Kind.PARTY: Fault.NAME,
}


_Change = tuple[Fault, Mark]


@dataclass(frozen=True, slots=True)
class Run:
    """Marks that a sentence and the cited words have in common: `size` of them from two places."""

    told: int
    cited: int
    size: int


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two runs, in the sentence and in the cited words."""

    told: Sequence[Mark]
    cited: Sequence[Mark]
    is_whole: bool


def runs(told: Sequence[Mark], cited: Sequence[Mark]) -> list[Run]:
    """Lay a sentence upon the cited words; clauses may come in another order."""
    found = _laid(told, cited, 0)
    covered = {n for run in found for n in range(run.told, run.told + run.size)}
    for start, end in _stretches(covered, len(told)):
        if end - start >= 3:  # noqa: PLR2004  # two words are met anywhere
            found += [run for run in _laid(told[start:end], cited, start) if run.size > 1]
    return sorted(found, key=lambda run: run.told)


def nearness(told: Sequence[Mark], found: Sequence[Run]) -> float:
    """The share of a sentence's content marks that lie in runs."""
    content = [n for n, mark in enumerate(told) if mark.is_content]
    covered = {n for run in found for n in range(run.told, run.told + run.size)}
    return len(covered.intersection(content)) / len(content) if content else 0.0


def changes(
    told: Sequence[Mark], cited: Sequence[Mark], found: Sequence[Run]
) -> Iterator[tuple[Fault, Mark]]:
    """Find what was changed between the runs of a sentence that is near the cited words."""
    everywhere = frozenset(mark.key for mark in cited if mark.kind is not Kind.WORD)
    all_told = frozenset(mark.key for mark in told)
    added: list[tuple[Fault, Mark]] = []
    dropped: list[tuple[Fault, Mark]] = []
    for gap in _gaps(told, cited, found):
        more, less = _changed(gap, everywhere, all_told)
        added += more
        dropped += less
    laid = {n for run in found for n in range(run.cited, run.cited + run.size)}
    gone = {mark.key for n, mark in enumerate(cited) if n not in laid}
    yield from (one for one in added if one[1].kind not in _MOVABLE or one[1].key not in gone)
    yield from (
        one
        for one in dropped
        if one[1].kind not in (*_MOVABLE, Kind.DUTY) or one[1].key not in all_told
    )
    yield from _mixed_up(told, cited, found)


def _mixed_up(
    told: Sequence[Mark], cited: Sequence[Mark], found: Sequence[Run]
) -> Iterator[tuple[Fault, Mark]]:
    """Find figures that are told of what another one stands for: "14 days [...] for a friend"."""
    for left, right in pairwise(found):
        if right.cited < left.cited + left.size:
            continue
        skipped = cited[left.cited + left.size : right.cited]
        between = told[left.told + left.size : right.told]
        own = next((m for m in reversed(told[: right.told]) if m.kind is Kind.NUMBER), None)
        if own is None or any(m.kind is Kind.NUMBER for m in between):
            continue
        for mark in skipped:
            is_rival = mark.kind is Kind.NUMBER and mark.unit == own.unit != "nth"
            if is_rival and mark.clause == cited[right.cited].clause and mark.key != own.key:
                yield Fault.NUMBER, own
                break


def _laid(told: Sequence[Mark], cited: Sequence[Mark], offset: int) -> list[Run]:
    matcher = SequenceMatcher(
        None, [mark.key for mark in cited], [mark.key for mark in told], autojunk=False
    )
    blocks = (block for block in matcher.get_matching_blocks() if block.size)
    return [
        Run(offset + block.b, block.a, block.size)
        for block in blocks
        if block.size > 1 or told[block.b].is_content
    ]


def _stretches(covered: set[int], length: int) -> Iterator[tuple[int, int]]:
    start = 0
    for place in range(length + 1):
        if place == length or place in covered:
            if place > start:
                yield start, place
            start = place + 1


def _gaps(told: Sequence[Mark], cited: Sequence[Mark], found: Sequence[Run]) -> Iterator[Gap]:
    edges = [None, *found, None]
    for left, right in pairwise(edges):
        mine = told[left.told + left.size if left else 0 : right.told if right else len(told)]
        start = left.cited + left.size if left else None
        end = right.cited if right else None
        if start is not None and end is not None and 0 <= end - start <= len(mine) + _SLACK:
            yield Gap(mine, cited[start:end], is_whole=True)
        else:
            around = [*_tail(cited, start), *_head(cited, end)]
            yield Gap(mine, around, is_whole=False)


def _tail(cited: Sequence[Mark], start: int | None) -> list[Mark]:
    """What follows a run in its own clause."""
    if not start:
        return []
    clause = cited[start - 1].clause
    return [m for m in cited[start : start + _REACH] if m.clause == clause]


def _head(cited: Sequence[Mark], end: int | None) -> list[Mark]:
    """What stands before a run in its own clause."""
    if end is None:
        return []
    clause = cited[end].clause
    return [m for m in cited[max(0, end - _REACH) : end] if m.clause == clause]


def _changed(
    gap: Gap, everywhere: frozenset[str], all_told: frozenset[str]
) -> tuple[list[_Change], list[_Change]]:
    """What a sentence adds in a gap, and what it drops."""
    mine = [mark for mark in gap.told if mark.kind in _FAULTS]
    theirs = [mark for mark in gap.cited if mark.kind in _FAULTS]
    for mark in list(mine):
        same = next((other for other in theirs if _says_the_same(mark, other)), None)
        if same is not None:
            mine.remove(mark)
            theirs.remove(same)
    _forbid_alike(mine, theirs)
    if gap.is_whole:
        return [*_added(mine, theirs)], [*_dropped(theirs)]
    # What is added here may come from elsewhere.
    mine = [m for m in mine if m.key not in everywhere or m.kind in (Kind.DUTY, Kind.PARTY)]
    added = [*_added(mine, theirs)]
    gone = [m for m in theirs if _governs(m) and (m.kind is Kind.NOT or m.key not in all_told)]
    return added, [] if added else [*_dropped(gone)]


def _forbid_alike(mine: list[Mark], theirs: list[Mark]) -> None:
    """Take out "cannot" on one side and "no … may" or "do not" on the other: they say the same."""
    for one, other in ((mine, theirs), (theirs, mine)):
        forbids = next((m for m in one if m.key == "duty:forbid"), None)
        denies = next((m for m in other if m.kind is Kind.NOT), None)
        if forbids is not None and denies is not None:
            one.remove(forbids)
            other.remove(denies)
            for allows in [m for m in other if m.key == "duty:may"][:1]:
                other.remove(allows)


def _added(mine: Sequence[Mark], theirs: Sequence[Mark]) -> Iterator[tuple[Fault, Mark]]:
    for mark in mine:
        rivals = [other for other in theirs if other.kind is mark.kind]
        if _is_added(mark, rivals):
            yield _FAULTS[mark.kind], mark


def _is_added(mark: Mark, rivals: Sequence[Mark]) -> bool:
    """Whether a mark that the cited words do not have there changes what they say."""
    match mark.kind:
        case Kind.NOT | Kind.LIMIT | Kind.COUNTING:
            return True
        case Kind.SCOPE:
            return bool(rivals) or mark.key.partition(":")[2] not in QUANTIFIERS
        case Kind.DUTY:
            return bool(rivals) or mark.key in ("duty:forbid", "duty:free")
        case Kind.OPPOSITE:
            return any(_is_opposite(mark, other) for other in rivals)
        case _:
            return bool(rivals) and not _is_shorter(mark, rivals)


def _dropped(theirs: Sequence[Mark]) -> Iterator[tuple[Fault, Mark]]:
    for mark in theirs:
        match mark.kind:
            case Kind.NOT | Kind.LIMIT:
                yield _FAULTS[mark.kind], mark
            case Kind.COUNTING:
                yield Fault.UNIT, mark
            case Kind.SCOPE if mark.key in ("scope:only", "scope:except"):
                yield Fault.CONDITION, mark
            case Kind.DUTY if mark.key != "duty:must":
                yield Fault.DUTY, mark
            case _:
                pass


def _governs(mark: Mark) -> bool:
    return mark.kind is Kind.NOT or mark.key in ("duty:forbid", "scope:only")


def _says_the_same(mark: Mark, other: Mark) -> bool:
    if mark.kind is not other.kind:
        return False
    if mark.kind is Kind.NUMBER:
        return same_number(mark, other) or (not mark.unit and bool(mark.values & other.values))
    if mark.kind is Kind.MOMENT:
        return moments_agree(mark, other)
    if mark.kind is Kind.LIMIT:
        return same_limits(*(frozenset({m.key.partition(":")[2]}) for m in (mark, other)))
    return mark.key == other.key


def _is_opposite(mark: Mark, other: Mark) -> bool:
    return mark.key[:-1] == other.key[:-1] and mark.key != other.key


def _is_shorter(mark: Mark, rivals: Sequence[Mark]) -> bool:
    """Whether a name is made of the initials of the others."""
    initials = "".join(other.text[0] for other in rivals).lower()
    return mark.kind is Kind.NAME and len(initials) > 1 and mark.text.lower() == initials
