"""Does a document hold on this day? Told from the days between which it says that it does."""

from datetime import date
from typing import Protocol


class Dated(Protocol):
    """What holds from a day to a day, both of them included; None is no limit."""

    @property
    def effective_from(self) -> date | None:
        """The first day."""

    @property
    def effective_until(self) -> date | None:
        """The last day."""


def in_force(dated: Dated, on: date) -> bool:
    """Tell whether something holds on a day."""
    return not objection(dated, on)


def objection(dated: Dated, on: date) -> str:
    """Say in words why something does not hold on a day; empty where it does."""
    if dated.effective_from is not None and on < dated.effective_from:
        return f"not in force before {dated.effective_from.isoformat()}"
    if dated.effective_until is not None and dated.effective_until < on:
        return f"no longer in force since {dated.effective_until.isoformat()}"
    return ""
