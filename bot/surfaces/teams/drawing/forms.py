"""How does a form look as a card, and what was filled in?

A card sends texts alone. So what a form's buttons carry tells which of its fields are boxes to
check, and what comes back is what the fields of any service give.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby

from bot.saying.parts import (
    CheckField,
    ChoiceField,
    DayField,
    Field,
    Form,
    PersonField,
    Style,
    TextField,
)
from bot.saying.plain import shortened
from bot.saying.runs import Run
from bot.saying.words import words
from bot.surfaces.teams.drawing import cards, elements
from bot.surfaces.teams.drawing.buttons import VALUE, choices, executing
from bot.surfaces.teams.drawing.elements import Element, heading, paragraph, size, small
from bot.surfaces.teams.events import ACTION
from bot.surfaces.teams.messages import Json
from storage.moments import now

ABOUT = "about"
CLOSE = "form_close"
SENT = "form:"
"""With which the verb of the button that sends a form begins; its name follows."""

_TYPED = 3000  # characters
_CHECKS = "checks"
_OPENER = "opener"
_OFF = "false"
_LARGEST = (
    14 * 1024
)  # bytes of what a form shows: its fields, and what they begin with, come on top
_PEOPLE = {"type": "Data.Query", "dataset": "graph.microsoft.com/users"}


@dataclass(frozen=True, slots=True)
class Opener:
    """The button that opened a form."""

    action: str
    value: str


def form_card(form: Form, locale: str, opener: Opener, *, today: date | None = None) -> Json:
    """Draw a form that a button opened, which its own buttons name again.

    A day before `today`, or else the day that it is, cannot be chosen.
    """
    card = elements.card([heading(form.title, large=True), *_body(form, locale, today)])
    data: dict[str, object] = {ABOUT: form.about, _OPENER: opener.action, VALUE: opener.value}
    close = executing(form.close, CLOSE, data)
    if form.send is None:
        return card | {"actions": [close]}
    checks = [part.name for part in form.body if isinstance(part, CheckField)]
    sent = data | ({_CHECKS: checks} if checks else {})
    send = executing(form.send, SENT + form.name, sent, style=Style.PRIMARY, sends_fields=True)
    return card | {"actions": [send, close]}


def opener(data: Mapping[str, object]) -> Opener:
    """Tell which button opened the form that sent this."""
    return Opener(str(data.get(_OPENER) or ""), str(data.get(VALUE) or ""))


def _beginning(pieces: Iterable[cards.Piece], room: int) -> list[Element]:
    """Show as much as there is room for, and that there is more."""
    shown: list[Element] = []
    for piece in pieces:
        if size([*shown, *piece]) > room:
            return [*shown, *paragraph((Run("…"),))]
        shown += piece
    return shown


def values(data: Mapping[str, object]) -> dict[str, object]:
    """Read what was filled in, by name: a list for a box, else a text; None for what is empty."""
    told = data.get(_CHECKS)
    checks = {name for name in told if isinstance(name, str)} if isinstance(told, list) else set()
    return {
        name: _checked(value) if name in checks else value or None
        for name, value in data.items()
        if name not in (ABOUT, ACTION, VALUE, _CHECKS, _OPENER)
    } | {name: [] for name in checks - data.keys()}


def _body(form: Form, locale: str, today: date | None) -> list[Element]:
    needed, first_day = words(locale).modal.needed, today or now().date()
    body: list[Element] = []
    room = _LARGEST
    for _, group in groupby(form.body, lambda part: isinstance(part, Field)):
        parts = list(group)
        shown = _beginning(cards.pieces(one for one in parts if not isinstance(one, Field)), room)
        fields = [_field(one, needed, first_day) for one in parts if isinstance(one, Field)]
        room -= size(shown)
        body += [*shown, *chain(*fields)]
    return body


def _checked(value: object) -> list[object]:
    return [] if value in (None, "", _OFF) else [value]


def _field(field: Field, needed: str, first_day: date) -> list[Element]:
    match field:
        case TextField(hint=hint, value=value, is_optional=is_optional):
            typed: Element = {"type": "Input.Text", "isMultiline": True, "maxLength": _TYPED}
            if value:
                typed["value"] = shortened(value, _TYPED)
            return _asked(field, typed, "" if is_optional else needed, hint)
        case ChoiceField(options=options, is_unfolded=is_unfolded):
            chosen: Element = {"type": "Input.ChoiceSet", "choices": choices(options), "wrap": True}
            chosen["style"] = "expanded" if is_unfolded else "compact"
            return _asked(field, chosen, needed)
        case CheckField(option=option):
            on_off = {"valueOn": option.value, "valueOff": _OFF, "value": _OFF, "wrap": True}
            toggle: Element = {"type": "Input.Toggle", "title": option.text, **on_off}
            return _asked(field, toggle, "", option.more)
        case PersonField():
            people: Element = {"type": "Input.ChoiceSet", "choices": [], "choices.data": _PEOPLE}
            return _asked(field, people, needed)
        case DayField(value=value, hint=hint):
            days: Element = {"type": "Input.Date", "value": value.isoformat()}
            return _asked(field, days | {"min": first_day.isoformat()}, needed, hint)


def _asked(field: Field, element: Element, needed: str, hint: str = "") -> list[Element]:
    """Name a field; where it has to be filled in, with the word for when it is not."""
    named: Element = {"id": field.name, "label": field.label, **element}
    if needed:
        named |= {"isRequired": True, "errorMessage": needed}
    below = [one | {"spacing": "Small"} for one in small(hint)] if hint else []
    return [named, *below]
