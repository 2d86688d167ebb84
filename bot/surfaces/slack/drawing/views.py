"""How do forms and the bot's own page look in Slack? As views.

The `private_metadata` of a dialog is an id and nothing else; the block of an input and its element
have one name, under which a submission holds the value.
"""

from typing import assert_never

from bot.saying.parts import (
    CheckField,
    ChoiceField,
    DayField,
    Field,
    Form,
    Option,
    PersonField,
    Said,
    TextField,
)
from bot.saying.plain import shortened
from bot.surfaces.slack.drawing.blocks import (
    OPTIONS,
    TITLE,
    TYPED,
    VIEW_BLOCKS,
    Block,
    option,
    plain,
)
from bot.surfaces.slack.drawing.escaping import literal
from bot.surfaces.slack.drawing.messages import drawn


def modal(form: Form) -> Block:
    """Draw a form as a dialog."""
    blocks = [
        block
        for one in form.body
        for block in ([_input(one)] if isinstance(one, Field) else drawn(one, in_view=True))
    ]
    view: Block = {
        "type": "modal",
        "callback_id": form.name,
        "private_metadata": form.about,
        "title": plain(form.title, TITLE),
        "close": plain(form.close, TITLE),
        "blocks": blocks[:VIEW_BLOCKS],
    }
    return view if form.send is None else view | {"submit": plain(form.send, TITLE)}


def home(said: Said) -> Block:
    """Draw the bot's own page."""
    blocks = [block for part in (*said.body, *said.tail) for block in drawn(part, in_view=True)]
    return {"type": "home", "blocks": blocks[:VIEW_BLOCKS]}


def _input(field: Field) -> Block:
    is_optional, hint = isinstance(field, CheckField), ""
    match field:
        case TextField():
            is_optional, hint = field.is_optional, field.hint
            element = _text(field)
        case ChoiceField(_, _, options, is_unfolded):
            kind = "radio_buttons" if is_unfolded else "static_select"
            element = {"type": kind, "options": [_option(one) for one in options[:OPTIONS]]}
        case CheckField():
            element = {"type": "checkboxes", "options": [_option(field.option)]}
        case PersonField():
            element = {"type": "users_select"}
        case DayField():
            hint = field.hint
            element = {"type": "datepicker", "initial_date": field.value.isoformat()}
        case _:
            assert_never(field)
    block: Block = {
        "type": "input",
        "block_id": field.name,
        "label": plain(field.label),
        "element": element | {"action_id": field.name},
        "optional": is_optional,
    }
    return block | {"hint": plain(hint)} if hint else block


def _text(field: TextField) -> Block:
    element: Block = {"type": "plain_text_input", "multiline": True, "max_length": TYPED}
    value = shortened(literal(field.value), TYPED)
    return element | {"initial_value": value} if value else element


def _option(one: Option) -> Block:
    drawn = option(one.text, one.value)
    return drawn | {"description": plain(one.more, 75)} if one.more else drawn
