"""Which pages are there, each with a word that stands nowhere else, and who may read them?

This is the judge's own rule, apart from the product's: what is not let in is kept out.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random

EVERYONE = "everyone"
GROUPS = ("staff", "managers", "hr", "board")
_NO_GROUP = "nobody-is-in-this"

Clauses = tuple[frozenset[str], ...]
"""Groups of which one is enough, as often as there are clauses; without any, nobody may read."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page on something that can be asked for; `canary` is a word of its own."""

    canary: str
    question: str
    sentence: str
    title: str

    @property
    def path(self) -> str:
        return f"{self.canary}.md"

    @property
    def text(self) -> str:
        place = self.canary.capitalize()
        return (
            f"# {self.title} in {place}\n\n## Rules of {place}\n\n"
            f"{self.sentence.format(place=place)}\n"
        )


_ABOUT = (
    ("Hotels", "How much may a hotel cost?", "A hotel in {place} may cost 140 euros a night."),
    ("Leave", "How many days of leave are there?", "In {place} there are 23 days of leave a year."),
    ("Moving house", "How many days for moving house?", "Moving house in {place} gives 2 days."),
    ("Salary bands", "How much does band 4 earn?", "Band 4 in {place} earns 41,000 euros a year."),
    ("Severance", "How much severance pay is there?", "Severance pay in {place} is 9 weeks' pay."),
    ("Laptops", "How often is there a new laptop?", "In {place} a new laptop comes every 3 years."),
    ("Notice", "How long is the notice period?", "The notice period in {place} is 6 weeks."),
    ("Bonus", "How high is the bonus?", "The bonus in {place} is 8 percent of the salary."),
)
_SYLLABLES = ("zor", "vex", "bru", "mak", "til", "qua", "rud", "pel", "nix", "hob")

_OTHERS = ("dax", "fum", "gry", "kel", "lop", "sid", "wim", "yar", "jut", "cob")


def _pages() -> Iterator[Page]:
    """Two pages on everything: as often as not one of them is closed to whoever asks."""
    for n, (title, question, sentence) in enumerate(_ABOUT):
        for which in range(2):
            first, second = divmod(2 * n + which, len(_SYLLABLES))
            canary = _SYLLABLES[second] + _SYLLABLES[(second + 3) % 10] + _SYLLABLES[first + 7]
            yield Page(canary, question, sentence, title)


PAGES = tuple(_pages())
QUESTIONS = tuple(dict.fromkeys(page.question for page in PAGES))


@dataclass(frozen=True, slots=True)
class Verified:
    """An answer of HR's, with a word of its own; whoever may read all of `cited` may read it."""

    canary: str
    question: str
    cited: frozenset[str]  # canaries of pages
    groups: Clauses = ()  # besides


@dataclass(frozen=True, slots=True)
class Rules:
    """Who is in which group until when (None: without an end), and who may read which page."""

    groups: Mapping[str, Mapping[str, datetime | None]]  # by e-mail
    pages: Mapping[str, Clauses]  # by canary

    def admits(self, email: str, canary: str, at: datetime) -> bool:
        """Tell whether somebody of this e-mail may read a page at a moment."""
        clauses = self.pages[canary]
        return bool(clauses) and all(clause & self._meant(email, at) for clause in clauses)

    def admits_to(self, verified: Verified, email: str, at: datetime) -> bool:
        """Tell the same of an answer of HR's that rests on pages, on groups, or on both."""
        is_meant = all(clause & self._meant(email, at) for clause in verified.groups)
        return is_meant and all(self.admits(email, cited, at) for cited in verified.cited)

    def _meant(self, email: str, at: datetime) -> set[str]:
        theirs = self.groups.get(email)
        if theirs is None:
            return set()
        return {EVERYONE, *(g for g, until in theirs.items() if until is None or at < until)}

    def write(self, folder: Path) -> None:
        """Write the access file: of two rules for one page, both have to be met."""
        people = {
            email: {"name": email.partition("@")[0].title(), "groups": list(_listed(groups))}
            for email, groups in self.groups.items()
        }
        rules = [
            {"prefix": f"{canary}.md", "audience": sorted(clause)}
            for canary, clauses in self.pages.items()
            for clause in clauses or [{_NO_GROUP}]
        ]
        told = {"groups": [*GROUPS], "rules": rules, "people": people}
        new = folder / "access.new"
        new.write_text(json.dumps(told), encoding="utf-8")
        new.rename(folder / "access.json")


def canary_of(rng: Random) -> str:
    """Make up a word that no page has."""
    return "".join(rng.choices(_OTHERS, k=5))


def write_pages(folder: Path) -> None:
    """Write every page; who may read it comes later."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        (folder / page.path).write_text(page.text, encoding="utf-8")
    Rules({}, {page.canary: () for page in PAGES}).write(folder)


def _listed(groups: Mapping[str, datetime | None]) -> Iterator[str | dict[str, str]]:
    for group, until in groups.items():
        yield group if until is None else {"group": group, "until": until.isoformat()}
