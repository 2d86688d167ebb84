"""The words of an access file: JSON that hides nothing, groups, and problems for the operator."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Self
from unicodedata import normalize

from connectors.source import Problem
from retrieval.access import EVERYONE

REMARKS = ("about", "comment", "description", "note")
REMARK_MARKS = ("_", "$", "#", "//")


@dataclass(frozen=True, slots=True)
class Entries:
    """A JSON object as it is written: a key may stand in it twice."""

    pairs: tuple[tuple[str, object], ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, object]]) -> Self:
        """Keep the pairs; what `json` calls for every object."""
        return cls(tuple(pairs))

    def has(self, key: str) -> bool:
        """Tell whether a key is there, whatever it says."""
        return any(key == there for there, _ in self.pairs)

    def values(self, key: str) -> list[object]:
        """Give everything that stands under a key."""
        return [entry for there, entry in self.pairs if there == key]

    def get(self, key: str) -> object:
        """Give what stands first under a key; None where there is nothing."""
        return next(iter(self.values(key)), None)

    @property
    def repeated(self) -> list[str]:
        """Keys that are there more than once."""
        keys = [key for key, _ in self.pairs]
        return sorted({key for key in keys if keys.count(key) > 1})


@dataclass(slots=True)
class Problems:
    """What was wrong in one access file, in the order in which it was found, each once."""

    name: str
    _found: dict[Problem, None] = field(default_factory=dict)

    def add(self, sentence: str) -> None:
        """Report something to the operator."""
        self._found[Problem(None, f"{self.name}: {sentence}")] = None

    @property
    def all(self) -> tuple[Problem, ...]:
        """Everything that was reported."""
        return tuple(self._found)


def unknown_keys(entries: Entries, known: Collection[str]) -> list[str]:
    """Find keys that mean nothing and are no remark."""
    return [
        key
        for key, _ in entries.pairs
        if key not in known and key not in REMARKS and not key.startswith(REMARK_MARKS)
    ]


def suggestion(word: str, known: Sequence[str]) -> str:
    """Say which known word a strange one is near, as a sentence with a space before it."""
    by_folded = {there.casefold(): there for there in known}
    near = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return f" Did you mean `{by_folded[near[0]]}`?" if near else ""


def listed(groups: object) -> list[str]:
    """Read one group or a list of groups; an empty list where it is neither."""
    names = groups if isinstance(groups, list) else [groups]
    if not all(isinstance(name, str) and name.strip() for name in names):
        return []
    return [group_name(name) for name in names if isinstance(name, str)]


def group_name(written: str) -> str:
    """Write the name of a group in one way."""
    return normalize("NFC", written).strip()


def group_principal(name: str) -> str:
    """Name the principal of a group; `everyone` is one of its own."""
    return name if name == EVERYONE else f"group:{name}"
