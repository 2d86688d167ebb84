"""Who may read the files of a folder, and who belongs to which group: the access file.

    {
      "default": "all-staff",
      "groups": ["all-staff", "managers", "hr"],
      "rules": [{"prefix": "managers/", "audience": ["managers", "hr"]}],
      "people": {
        "ana@corp.example": ["all-staff", {"group": "managers", "until": "2027-01-31"}],
        "bo@corp.example": {"name": "Bo Lind", "title": "Engineer", "groups": ["all-staff"]}
      }
    }

The longest prefix of a path that has a rule decides; without a rule, `default` does; where there
is no `default`, nobody may read. What is not understood lets nobody in, and is reported.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath
from unicodedata import normalize

from connectors.access_people import People, read_people
from connectors.access_words import (
    Entries,
    Problems,
    group_principal,
    listed,
    suggestion,
    unknown_keys,
)
from connectors.source import Member, Problem
from retrieval.access import EVERYONE, NOBODY_MAY, Access, access, clause

LARGEST = 16 * 1024 * 1024  # bytes
TOP_KEYS = ("default", "groups", "rules", "people", "askers")
RULE_KEYS = ("prefix", "audience")
CLOSED = "Nobody may read anything until this is mended."


@dataclass(frozen=True, slots=True)
class AccessFile:
    """What an access file says, as far as it can be relied on; `rules` are accesses by prefix."""

    default: Access
    rules: Mapping[str, Access]
    members: tuple[Member, ...]
    problems: tuple[Problem, ...]

    def rule(self, path: str) -> str | None:
        """Find the longest prefix of a path that has a rule; None where `default` decides."""
        prefixes = (path[:length] for length in range(len(path), -1, -1))
        return next((prefix for prefix in prefixes if prefix in self.rules), None)

    def access(self, path: str) -> Access:
        """Say who may read the file at a path (`/` between folders, in NFC)."""
        rule = self.rule(path)
        return self.default if rule is None else self.rules[rule]


def read_access_file(path: Path) -> AccessFile:
    """Read an access file; one that cannot be read lets nobody read anything, and says so."""
    problems = Problems(path.name)
    try:
        if not path.is_file():
            return _closed(problems, f"There is no access file at {path}. Write one.")
        if path.stat().st_size > LARGEST:
            return _closed(problems, f"It is larger than {LARGEST // 1024**2} MB.")
        return parse_access_file(path.read_bytes().decode("utf-8-sig"), path.name)
    except UnicodeDecodeError as error:
        return _closed(problems, f"It is not in UTF-8 ({error.reason} at byte {error.start}).")
    except OSError as error:
        return _closed(problems, f"It cannot be read: {error.strerror}.")


def parse_access_file(text: str, name: str = "access file") -> AccessFile:
    """Read the text of an access file; never raises: what is wrong closes and is reported."""
    problems = Problems(name)
    try:
        top = json.loads(text, object_pairs_hook=Entries.of)
    except json.JSONDecodeError as error:
        return _closed(problems, f"It is not JSON: line {error.lineno}: {error.msg}.")
    except (ValueError, RecursionError):
        return _closed(problems, "It is not JSON that makes sense: a number or a nesting too deep.")
    if not isinstance(top, Entries):
        return _closed(problems, "It must be one JSON object, between { and }.")
    return _Reading(top, problems).access_file()


def _closed(problems: Problems, why: str, people: People | None = None) -> AccessFile:
    problems.add(f"{why} {CLOSED}")
    return AccessFile(NOBODY_MAY, {}, people.members if people else (), problems.all)


class _Reading:
    """One reading of an access file that is an object."""

    def __init__(self, top: Entries, problems: Problems) -> None:
        self._top = top
        self._problems = problems
        self._people = read_people(top, problems)
        self._closing: list[str] = []

    def access_file(self) -> AccessFile:
        self._check_keys()
        rules = self._rules(self._top.get("rules"))
        default = self._default()
        if self._closing:
            return _closed(self._problems, " ".join(self._closing), self._people)
        return AccessFile(default, rules, self._people.members, self._problems.all)

    def _check_keys(self) -> None:
        """Close the file when rules may stand under a name that is not theirs."""
        for key in sorted({*self._top.repeated} & {*TOP_KEYS}):
            self._closing.append(f"`{key}` is written twice.")
        for key in unknown_keys(self._top, TOP_KEYS):
            sentence = f"`{key}` means nothing here.{suggestion(key, TOP_KEYS)}"
            if isinstance(self._top.get(key), list | Entries):
                self._closing.append(sentence)
            else:
                self._problems.add(sentence)

    def _default(self) -> Access:
        if self._top.has("default"):
            return self._audience("The default", self._top.get("default"))
        self._problems.add("It has no `default`: nobody may read a file without a rule.")
        return NOBODY_MAY

    def _rules(self, rules: object) -> dict[str, Access]:
        accesses: dict[str, Access] = {}
        if rules is not None and not isinstance(rules, list):
            self._closing.append("`rules` must be a list.")
        for number, rule in enumerate(rules if isinstance(rules, list) else (), start=1):
            if not isinstance(rule, Entries) or not rule.has("prefix"):
                self._closing.append(f"Rule {number} has no `prefix`: what it closes is unknown.")
                continue
            for prefix in rule.values("prefix"):
                self._add_rule(accesses, number, prefix, rule)
        return accesses

    def _add_rule(
        self, accesses: dict[str, Access], number: int, prefix: object, rule: Entries
    ) -> None:
        if not isinstance(prefix, str):
            self._closing.append(f"The `prefix` of rule {number} must be a text.")
            return
        where = f"Rule {number} (`{prefix}`)"
        plain = _plain(prefix)
        broken = _prefix_problem(prefix, plain) or _rule_problem(rule)
        if broken:
            self._problems.add(f"{where} {broken} Nobody may read what begins with `{plain}`.")
        admitted = NOBODY_MAY if broken else self._audience(where, rule.get("audience"))
        if accesses.get(plain, admitted) != admitted:
            self._problems.add(
                f"{where} says otherwise than an earlier rule for the same prefix: only who meets "
                "both may read. Leave one of them out."
            )
            admitted = both(accesses[plain], admitted)
        accesses[plain] = admitted

    def _audience(self, where: str, audience: object) -> Access:
        names = listed(audience)
        if not names:
            self._problems.add(f"{where} must name a group, or a list of groups: it admits nobody.")
            return NOBODY_MAY
        known = [name for name in names if self._is_defined(where, name)]
        return access(clause(*map(group_principal, known))) if known else NOBODY_MAY

    def _is_defined(self, where: str, name: str) -> bool:
        if name == EVERYONE or name in self._people.groups:
            return True
        near = suggestion(name, (*sorted(self._people.groups), EVERYONE))
        self._problems.add(
            f"{where} names the group `{name}`, which has no members: it lets nobody in.{near}"
        )
        return False


def _plain(prefix: str) -> str:
    """Write a prefix as paths begin: what it was probably meant to be."""
    written = normalize("NFC", prefix).strip().replace("\\", "/").split("*", 1)[0]
    plain = normpath("/" + written.lstrip("/")).lstrip("/")
    return f"{plain}/" if plain and written.endswith("/") else plain


def _prefix_problem(prefix: str, plain: str) -> str:
    if not plain:
        return "has an empty prefix; `default` is for what has no rule."
    if normalize("NFC", prefix) == plain:
        return ""
    return (
        "is not how the path of a file begins: no `/` or space before it, `/` between folders, "
        "no `..` and no `*`."
    )


def _rule_problem(rule: Entries) -> str:
    if repeated := rule.repeated:
        return f"has `{repeated[0]}` twice."
    if unknown := unknown_keys(rule, RULE_KEYS):
        return f"has `{unknown[0]}`, which means nothing.{suggestion(unknown[0], RULE_KEYS)}"
    return "" if rule.has("audience") else "has no `audience`."


def both(one: Access, other: Access) -> Access:
    """Require two accesses at once; nobody meets one that admits nobody."""
    if not one.clauses or not other.clauses:
        return NOBODY_MAY
    return Access(one.clauses | other.clauses)
