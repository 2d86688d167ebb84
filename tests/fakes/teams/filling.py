"""What does a client send of the fields of a card, and what does it hold back?"""

import re
from collections.abc import Mapping
from typing import Any

from tests.fakes.teams.screens import fields
from tests.fakes.teams.texts import Body


def filled(card: Body, values: Mapping[str, Any]) -> Body:
    """Fill in a card by the fields' ids, and give what is sent of it.

    What the client itself would hold back is an AssertionError: a field that is not there, what
    is required and empty, what is longer than it may be, or no choice.
    """
    there = {field["id"]: field for field in fields(card)}
    unknown = values.keys() - there.keys()
    assert not unknown, f"There is no field {sorted(unknown)}, only {sorted(there)}."
    sent = {name: _sent(field, values.get(name)) for name, field in there.items()}
    return {name: value for name, value in sent.items() if value is not None}


def _sent(field: Body, given: object) -> object:
    value = field.get("value") if given is None else given
    wrong = _hindrance(field, value)
    assert not wrong, f"{field['id']} {wrong}: the client does not send that."
    if field["type"] == "Input.Toggle":
        on, off = field.get("valueOn", "true"), field.get("valueOff", "false")
        return on if value in (True, on) else off
    if isinstance(value, list):
        return ",".join(value)
    return value


def _hindrance(field: Body, value: object) -> str:
    """Say why the client would not send a value, if it would not."""
    if value in (None, "", []):
        return "is required" if field.get("isRequired") else ""
    if field["type"] == "Input.Text":
        return _hindrance_of_text(field, str(value))
    if field["type"] == "Input.ChoiceSet" and "choices.data" not in field:
        chosen = value if isinstance(value, list) else str(value).split(",")
        known = {choice["value"] for choice in field.get("choices") or ()}
        if not known.issuperset(chosen):
            return f"cannot be {value!r}, only {sorted(known)}"
    return ""


def _hindrance_of_text(field: Body, text: str) -> str:
    if len(text) > field.get("maxLength", len(text)):
        return f"may have {field['maxLength']} characters"
    if "regex" in field and not re.fullmatch(field["regex"], text):
        return f"must be like {field['regex']}"
    return ""
