"""How are buttons drawn? Each tells its verb and value; the old way, where the new is unknown.

What a button asks first, and a menu's options, are in the card already, and nothing is asked for
before it is meant.
"""

from collections.abc import Iterable, Mapping, Sequence

from bot.saying.parts import Button, Menu, Option, Style, Sure
from bot.saying.plain import shortened
from bot.saying.runs import Run
from bot.surfaces.teams.drawing.elements import Element, paragraph, spaced
from bot.surfaces.teams.events import ACTION

VALUE = "value"
_ABREAST = 6  # buttons that Teams shows in a row
_WIDTH, _LETTER, _PADDING = 280, 7, 42  # pixels: of a card on a phone, and about those of a button
_TITLE = 75  # characters
_OPTIONS, _OPTION = 100, 60  # how many, and characters of each
_STYLES = {Style.PRIMARY: "positive", Style.DANGER: "destructive"}


def executing(
    title: str,
    verb: str,
    data: Mapping[str, object],
    *,
    style: Style = Style.PLAIN,
    sends_fields: bool = False,
    opens: bool = False,
) -> Element:
    """Make a button that tells its verb and data, and what was filled in if it `sends_fields`.

    One that `opens` a form in place of its card cannot do so the old way: there it is left out.
    """
    look: Element = {"title": shortened(title, _TITLE) or "–"}
    look["associatedInputs"] = "auto" if sends_fields else "none"
    if style in _STYLES:
        look["style"] = _STYLES[style]
    old = {"type": "Action.Submit", **look, "data": {ACTION: verb, **data}}
    fallback: object = "drop" if opens else old
    return {**look, "type": "Action.Execute", "verb": verb, "data": {**data}, "fallback": fallback}


def choices(options: Sequence[Option]) -> list[Element]:
    """Make what can be chosen, each with what explains it."""
    return [{"title": _told(one), "value": one.value} for one in options[:_OPTIONS]]


def _told(option: Option) -> str:
    more = f" – {option.more}" if option.more else ""
    return shortened(option.text, _OPTION) + more


def rows(actions: Iterable[Element]) -> list[Element]:
    """Put buttons beside one another, as many as a phone shows whole."""
    several: list[list[Element]] = []
    room = 0
    for action in actions:
        width = _LETTER * len(str(action["title"])) + _PADDING
        if not several or width > room or len(several[-1]) == _ABREAST:
            several.append([])
            room = _WIDTH
        several[-1].append(action)
        room -= width
    drawn: list[Element] = [{"type": "ActionSet", "actions": some} for some in several]
    return [*drawn[:1], *(one | {"spacing": "Small"} for one in drawn[1:])]


def drawn(of: Iterable[Button | Menu]) -> list[Element]:
    """Draw buttons, the one to press first: menus above, what is asked first below."""
    ordered = sorted(of, key=lambda one: not _is_primary(one))
    menus = [_choices(one) for one in ordered if isinstance(one, Menu)]
    asked = [_asked_first(one, one.sure) for one in ordered if isinstance(one, Button) and one.sure]
    return [*menus, *rows(map(_action, ordered)), *asked]


def _is_primary(one: Button | Menu) -> bool:
    return isinstance(one, Button) and one.style is Style.PRIMARY


def _action(one: Button | Menu) -> Element:
    match one:
        case Menu(action, placeholder):
            return executing(placeholder.rstrip("…. "), action, {}, sends_fields=True, opens=True)
        case Button(text, action, value, style, None, opens):
            return executing(text, action, {VALUE: value}, style=style, opens=opens)
        case Button(text):
            toggle = _toggle(text, one)
            return toggle | {"style": _STYLES[one.style]} if one.style in _STYLES else toggle


def _choices(menu: Menu) -> Element:
    """Draw what can be chosen; the first is, so that there is always a choice."""
    return {
        "type": "Input.ChoiceSet",
        "id": VALUE,
        "label": menu.placeholder,
        "choices": choices(menu.options),
        "value": menu.options[0].value,
    }


def _asked_first(button: Button, sure: Sure) -> Element:
    """Draw what is unfolded: is it meant?"""
    style = Style.PRIMARY if button.style is Style.PLAIN else button.style
    yes = executing(sure.yes, button.action, {VALUE: button.value}, style=style)
    return {
        "type": "Container",
        "id": _unfolded(button),
        "isVisible": False,
        "style": "emphasis",
        "items": [
            *paragraph((Run(sure.title, bold=True),)),
            *spaced(paragraph((Run(sure.text),)), "Small"),
            *rows([yes, _toggle(sure.no, button)]),
        ],
    }


def _toggle(title: str, button: Button) -> Element:
    return {
        "type": "Action.ToggleVisibility",
        "title": shortened(title, _TITLE) or "–",
        "targetElements": [_unfolded(button)],
    }


def _unfolded(button: Button) -> str:
    return f"{button.action}:{button.value}:sure"
