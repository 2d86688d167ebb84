"""What in a button, a field or a choice is too long, too many or not allowed?"""

import re
from collections.abc import Callable, Iterator

from tests.fakes.slack.measures import ID_LENGTH, Wrong, count, items, label, text, words
from tests.fakes.slack.texts import Body

_URL = re.compile(r"(?:https?|slack|mailto):\S+", re.IGNORECASE)
_MOST_OPTIONS = {"checkboxes": 10, "radio_buttons": 10, "overflow": 5}
_LONGEST_TYPED = 3000


def wrong_in_element(element: object, at: str) -> Iterator[Wrong]:
    """Find what Slack refuses in an element of a block."""
    if not isinstance(element, dict) or not isinstance(element.get("type"), str):
        yield Wrong("must be an object with a type", at)
        return
    yield from text(element.get("action_id"), ID_LENGTH, f"{at}/action_id", least=0)
    if "placeholder" in element:
        yield from label(element["placeholder"], 150, f"{at}/placeholder")
    if "confirm" in element:
        yield from _confirm(element["confirm"], f"{at}/confirm")
    check = _ELEMENTS.get(element["type"])
    if check is not None:
        yield from check(element, at)


def _button(element: Body, at: str) -> Iterator[Wrong]:
    yield from label(element.get("text"), 75, f"{at}/text")
    yield from text(element.get("value"), 2000, f"{at}/value", least=0)
    yield from text(element.get("accessibility_label"), 75, f"{at}/accessibility_label")
    if element.get("style") not in {None, "primary", "danger"}:
        yield Wrong("must be primary or danger", f"{at}/style")
    if "url" in element:
        yield from text(element["url"], 3000, f"{at}/url")
        if not _URL.fullmatch(str(element["url"])):
            yield Wrong("must be a valid URL", f"{at}/url")


def _feedback(element: Body, at: str) -> Iterator[Wrong]:
    for side in ("positive_button", "negative_button"):
        button = element.get(side)
        if not isinstance(button, dict):
            yield Wrong(f"missing required field: {side}", at)
            continue
        here = f"{at}/{side}"
        yield from label(button.get("text"), 75, f"{here}/text")
        yield from text(button.get("accessibility_label"), 75, f"{here}/accessibility_label")
        yield from text(button.get("value"), 2000, f"{here}/value")


def _icon_button(element: Body, at: str) -> Iterator[Wrong]:
    yield from label(element.get("text"), 75, f"{at}/text")
    yield from text(element.get("value"), 2000, f"{at}/value", least=0)
    yield from text(element.get("accessibility_label"), 75, f"{at}/accessibility_label")
    if element.get("icon") != "trash":
        yield Wrong("must be trash", f"{at}/icon")


def _choice(element: Body, at: str) -> Iterator[Wrong]:
    if "option_groups" in element:
        yield from count(element["option_groups"], 100, f"{at}/option_groups")
        for number, group in enumerate(items(element["option_groups"])):
            here = f"{at}/option_groups/{number}"
            yield from label(group.get("label"), 75, f"{here}/label")
            yield from _options(group.get("options"), 100, f"{here}/options")
    else:
        most = _MOST_OPTIONS.get(element["type"], 100)
        yield from _options(element.get("options"), most, f"{at}/options")
    known = [option.get("value") for option in options_of(element)]
    for name in ("initial_option", "initial_options"):
        chosen = element.get(name)
        for option in [chosen] if isinstance(chosen, dict) else items(chosen):
            if option.get("value") not in known:
                yield Wrong("must be one of the options", f"{at}/{name}")


def _options(options: object, most: int, at: str) -> Iterator[Wrong]:
    yield from count(options, most, at)
    for number, option in enumerate(items(options)):
        here = f"{at}/{number}"
        if not isinstance(option, dict):
            yield Wrong("must be an object", here)
            continue
        yield from words(option.get("text"), 75, f"{here}/text")
        yield from text(option.get("value"), 150, f"{here}/value", least=0)
        if "value" not in option:
            yield Wrong("missing required field: value", here)
        if "description" in option:
            yield from words(option["description"], 75, f"{here}/description")


def _typed(element: Body, at: str) -> Iterator[Wrong]:
    most = element.get("max_length", _LONGEST_TYPED)
    if not isinstance(most, int) or not 1 <= most <= _LONGEST_TYPED:
        yield Wrong(f"must be from 1 to {_LONGEST_TYPED}", f"{at}/max_length")
        most = _LONGEST_TYPED
    least = element.get("min_length", 0)
    if not isinstance(least, int) or not 0 <= least <= most:
        yield Wrong("must be from 0 to max_length", f"{at}/min_length")
    yield from text(element.get("initial_value"), most, f"{at}/initial_value", least=0)


def _confirm(confirm: object, at: str) -> Iterator[Wrong]:
    if not isinstance(confirm, dict):
        yield Wrong("must be an object", at)
        return
    yield from label(confirm.get("title"), 100, f"{at}/title")
    yield from words(confirm.get("text"), 300, f"{at}/text")
    for name in ("confirm", "deny"):
        yield from label(confirm.get(name), 30, f"{at}/{name}")


def options_of(element: Body) -> list[Body]:
    """Give all options of a choice, those in groups too."""
    groups = items(element.get("option_groups"))
    grouped = [option for group in groups for option in items(group.get("options"))]
    return [*items(element.get("options")), *grouped]


_ELEMENTS: dict[str, Callable[[Body, str], Iterator[Wrong]]] = {
    "button": _button,
    "workflow_button": _button,
    "feedback_buttons": _feedback,
    "icon_button": _icon_button,
    "checkboxes": _choice,
    "radio_buttons": _choice,
    "overflow": _choice,
    "static_select": _choice,
    "multi_static_select": _choice,
    "plain_text_input": _typed,
}
