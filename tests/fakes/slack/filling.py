"""What does a person put into a field, and how does Slack tell the app of it?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.fakes.slack.element_limits import options_of
from tests.fakes.slack.texts import Body


@dataclass(frozen=True, slots=True)
class _Shape:
    """Under which name the state tells a value, and which property gives it at the beginning."""

    value: str
    initial: str
    is_option: bool = False
    is_many: bool = False


_SHAPES = {
    "plain_text_input": _Shape("value", "initial_value"),
    "email_text_input": _Shape("value", "initial_value"),
    "url_text_input": _Shape("value", "initial_value"),
    "number_input": _Shape("value", "initial_value"),
    "rich_text_input": _Shape("rich_text_value", "initial_value"),
    "static_select": _Shape("selected_option", "initial_option", is_option=True),
    "external_select": _Shape("selected_option", "initial_option", is_option=True),
    "radio_buttons": _Shape("selected_option", "initial_option", is_option=True),
    "overflow": _Shape("selected_option", "", is_option=True),
    "checkboxes": _Shape("selected_options", "initial_options", is_option=True, is_many=True),
    "multi_static_select": _Shape(
        "selected_options", "initial_options", is_option=True, is_many=True
    ),
    "users_select": _Shape("selected_user", "initial_user"),
    "multi_users_select": _Shape("selected_users", "initial_users", is_many=True),
    "conversations_select": _Shape("selected_conversation", "initial_conversation"),
    "multi_conversations_select": _Shape(
        "selected_conversations", "initial_conversations", is_many=True
    ),
    "channels_select": _Shape("selected_channel", "initial_channel"),
    "multi_channels_select": _Shape("selected_channels", "initial_channels", is_many=True),
    "datepicker": _Shape("selected_date", "initial_date"),
    "timepicker": _Shape("selected_time", "initial_time"),
    "datetimepicker": _Shape("selected_date_time", "initial_date_time"),
    "file_input": _Shape("files", "", is_many=True),
}


def state_of(
    blocks: Sequence[Body], filled: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Body]]:
    """Write `state.values`: each field's value, as it was filled in or as it began."""
    state: dict[str, dict[str, Body]] = {}
    for block, element in fields(blocks):
        name = element["action_id"]
        chosen = filled.get(block["block_id"], {})
        value = chosen[name] if name in chosen else initial(element)
        state.setdefault(block["block_id"], {})[name] = told(element, value)
    return state


def fields(blocks: Sequence[Body]) -> Iterator[tuple[Body, Body]]:
    """Walk over all that can be filled in or chosen from: the block, and the element in it."""
    for block in blocks:
        inner = [*block.get("elements", ()), block.get("accessory"), block.get("element")]
        for element in inner:
            if isinstance(element, dict) and element.get("type") in _SHAPES:
                yield block, element


def initial(element: Body) -> Any:  # noqa: ANN401  # as its type has it
    """Give what is in a field before anybody fills it in."""
    shape = _SHAPES[element["type"]]
    return element.get(shape.initial, [] if shape.is_many else None)


def chosen(element: Body, given: object) -> Any:  # noqa: ANN401  # as its type has it
    """Put into a field what a person would: an option by its value, an account by its id."""
    shape = _SHAPES[element["type"]]
    parts = given if shape.is_many and isinstance(given, list | tuple | set) else [given]
    values = [_one(element, part, shape) for part in parts if part is not None]
    if shape.is_many:
        return values
    return values[0] if values else None


def told(element: Body, value: object) -> Body:
    """Tell of a choice as `actions` and the state do."""
    return {"type": element["type"], _SHAPES[element["type"]].value: value}


def is_field(element: Body) -> bool:
    """Tell whether an element holds a value, as a button does not."""
    return element["type"] in _SHAPES


def hindrance(block: Body, element: Body, state: Mapping[str, Body]) -> str:
    """Say why the client would not let the field be sent; `state` is that of its block."""
    value = state[element["action_id"]][_SHAPES[element["type"]].value]
    if block["type"] != "input" or (block.get("optional") and not value):
        return ""
    if not value:
        return "needs a value"
    if element["type"] != "plain_text_input":
        return ""
    length = len(str(value))
    if length > element.get("max_length", 3000):
        return f"has more than {element['max_length']} characters"
    if length < element.get("min_length", 0):
        return f"has fewer than {element['min_length']} characters"
    return ""


def _one(element: Body, given: object, shape: _Shape) -> object:
    if not shape.is_option or element["type"] == "external_select":
        return getattr(given, "id", given)
    for option in options_of(element):
        if option["value"] == given:
            return option
    values = [option["value"] for option in options_of(element)]
    raise AssertionError(f"There is no option {given!r} among {values}.")
