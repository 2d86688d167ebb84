"""Does a page hold where and when a question asks? Only what the page says of itself counts.

A page that names no country, or one by a word that is not known ("EMEA"), may hold anywhere.
"""

from collections.abc import Iterable, Sequence

from bot.answering.request import Filters, Period
from bot.answering.stated import is_country, stated
from retrieval.documents import Passage
from retrieval.validity import Dated


def holding(filters: Filters, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages that are not for other countries or another time than was asked about."""
    return tuple(
        p for p in passages if _holds_there(p.region, filters.regions) and _then(p, filters.period)
    )


def _holds_there(region: Iterable[str], asked: frozenset[str] | None) -> bool:
    told = [_countries(name) for name in region]
    return not asked or not told or not all(told) or bool(asked & frozenset().union(*told))


def _countries(name: str) -> frozenset[str]:
    """Read the name or the code of a country; empty for what is neither."""
    code = name.strip().lower()
    return frozenset({code}) if is_country(code) else stated(name).regions or frozenset()


def _then(dated: Dated, asked: Period | None) -> bool:
    """Whether what holds from a day to a day held on any day of a period."""
    if asked is None:
        return True
    begins, ends = dated.effective_from, dated.effective_until
    return (begins is None or begins <= asked.end) and (ends is None or ends >= asked.start)
