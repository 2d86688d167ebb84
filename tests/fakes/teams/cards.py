"""What does Teams find fault with in an Adaptive Card?"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.fakes.teams.card_kinds import (
    BARE,
    FAMILIES,
    FLAG,
    KINDS,
    NEEDED,
    NOTHING,
    NUMBER,
    OBJECT,
    TEXT,
    TEXTS,
    Each,
    One,
    Part,
    Rule,
)
from tests.fakes.teams.screens import actions, fields
from tests.fakes.teams.texts import Body

NEWEST = (1, 5)
MOST_ACTIONS = 6
MOST_REFRESHED = 60
_VERSION = re.compile(r"1\.[0-9]+")
_URL = re.compile(r"(?:https?://|mailto:|tel:|msteams:|data:image/)\S+", re.IGNORECASE)


def wrong_in_card(card: object) -> list[str]:
    """Find what is wrong in a card, each with where it is; nothing where all is right."""
    wrong = list(_misfits(card, Part("AdaptiveCard"), ""))
    if wrong or not isinstance(card, dict):
        return wrong
    return [*_version(card), *_actions(card), *_ids(card), *_fields(card), *_refresh(card)]


def _version(card: Body) -> Iterator[str]:
    version = card["version"]
    if not _VERSION.fullmatch(version):
        yield f"version {version!r} is none [/version]"
    elif tuple(map(int, version.split("."))) > NEWEST:
        yield f"version {version} is newer than what Teams promises [/version]"


def _actions(card: Body) -> Iterator[str]:
    if len(card.get("actions") or ()) > MOST_ACTIONS:
        yield f"no more than {MOST_ACTIONS} actions are shown [/actions]"
    for action in actions(card):
        if action["type"] == "Action.OpenUrl" and not _URL.fullmatch(action["url"]):
            yield f"{action['url']!r} is no address [/url]"
        if action["type"] == "Action.Execute" and card["version"] < "1.4":
            yield "Action.Execute needs version 1.4 [/version]"


def _ids(card: Body) -> Iterator[str]:
    """Find names given twice, and targets that are not there."""
    elements = [part for part in _elements(card) if part.get("id")]
    for name, times in Counter(part["id"] for part in elements).items():
        if times > 1:
            yield f"the id {name!r} is given {times} times"
    known = {part["id"] for part in elements}
    for action in actions(card):
        for target in action.get("targetElements") or ():
            name = target if isinstance(target, str) else target["elementId"]
            if name not in known:
                yield f"there is no element {name!r} to toggle"


def _fields(card: Body) -> Iterator[str]:
    for field in fields(card):
        if field["type"] != "Input.ChoiceSet":
            continue
        choices = field.get("choices") or []
        if not choices and "choices.data" not in field:
            yield f"{field['id']!r} has nothing to choose from"
        known = {choice["value"] for choice in choices}
        chosen = str(field.get("value", "")).split(",") if field.get("value") else []
        if choices and not known.issuperset(chosen):
            yield f"{field['id']!r} begins with what is no choice: {field['value']!r}"


def _refresh(card: Body) -> Iterator[str]:
    users = (card.get("refresh") or {}).get("userIds") or ()
    if len(users) > MOST_REFRESHED:
        yield f"no more than {MOST_REFRESHED} users are refreshed for [/refresh/userIds]"


def _elements(value: object) -> Iterator[Body]:
    if isinstance(value, dict):
        kind = str(value.get("type"))
        if kind in FAMILIES["Element"] or kind == "Column":
            yield value
        for key, part in value.items():
            if key not in {"fallback", "data", "refresh"}:
                yield from _elements(part)
    elif isinstance(value, list):
        for part in value:
            yield from _elements(part)


def _misfits(value: object, rule: Rule, at: str) -> Iterator[str]:
    """Find what does not fit one rule, as deep as it goes."""
    match rule:
        case Each(of):
            if not isinstance(value, list):
                yield f"must be a list [{at}]"
                return
            for number, part in enumerate(value):
                yield from _misfits(part, Part(of), f"{at}/{number}")
        case Part(of):
            yield from _object(value, of, at)
        case One(words):
            if not isinstance(value, str) or value.lower() not in words:
                yield f"{value!r} is none of {', '.join(sorted(words))} [{at}]"
        case _:
            if not _is_plain(value, rule):
                yield f"must be a {rule} [{at}]"


def _is_plain(value: object, rule: str) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return {
        TEXT: isinstance(value, str),
        FLAG: isinstance(value, bool),
        NUMBER: is_number,
        OBJECT: isinstance(value, dict),
        NOTHING: value is None,
        TEXTS: isinstance(value, list) and all(isinstance(part, str) for part in value),
    }[rule]


def _object(value: object, of: str, at: str) -> Iterator[str]:
    if of in BARE and isinstance(value, str):
        return
    if not isinstance(value, dict):
        yield f"must be an object [{at}]"
        return
    kind = str(value.get("type", of if of not in FAMILIES else ""))
    if kind not in FAMILIES.get(of, {of}) and of != "AuthCardButton":
        yield f"unsupported type: {kind or 'none'} [{at}/type]"
        return
    name = of if of == "AuthCardButton" else kind
    yield from _properties(value, name, at)


def _properties(value: Body, kind: str, at: str) -> Iterator[str]:
    rules = KINDS[kind]
    for name in NEEDED.get(kind, ()):
        is_nested = kind == "AdaptiveCard" and name == "version" and bool(at)
        if name not in value and not is_nested:
            yield f"missing required field: {name} [{at}]"
    for name, part in value.items():
        if name == "type":
            continue
        here = f"{at}/{name}"
        if name not in rules:
            yield f"{kind} has no {name} [{here}]"
        else:
            yield from _any_of(part, rules[name], here)


def _any_of(value: object, rules: tuple[Rule, ...], at: str) -> Iterator[str]:
    """Find what does not fit the rule that comes nearest."""
    found: list[list[str]] = []
    for rule in rules:
        misfits = list(_misfits(value, rule, at))
        if not misfits:
            return
        found.append(misfits)
    deep: Any = [misfits for misfits in found if isinstance(value, dict | list)]
    yield from (deep or found)[0]
