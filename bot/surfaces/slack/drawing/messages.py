"""How does what is said look in Slack? One message, or more where it is long."""

from collections.abc import Sequence
from typing import assert_never

from bot.saying.parts import (
    Button,
    Buttons,
    Divider,
    Feedback,
    Header,
    Menu,
    Part,
    Points,
    Prose,
    Quote,
    Said,
    Small,
    Sources,
    Style,
    Text,
)
from bot.saying.runs import Line, Run, run
from bot.surfaces.slack.drawing import blocks
from bot.surfaces.slack.drawing.blocks import BUTTON, OPTIONS, Block, Drawn, plain
from bot.surfaces.slack.drawing.escaping import mrkdwn
from bot.surfaces.slack.drawing.layout import (
    in_line,
    message_blocks,
    paragraphs,
    quotation,
    rich_text,
    view_blocks,
)
from bot.surfaces.slack.drawing.packing import packed


def messages(said: Said) -> list[Drawn]:
    """Draw what is said; the messages in the order in which they are posted.

    The last holds what stays together at its end.
    """
    body = [block for part in said.body for block in drawn(part)]
    tail = [block for part in said.tail for block in drawn(part)]
    return [
        Drawn(mrkdwn(said.notice if n == 0 else said.rest or said.notice), shown)
        for n, shown in enumerate(packed(body, tail))
    ]


def drawn(part: Part, *, in_view: bool = False) -> list[Block]:  # noqa: C901, PLR0911  # each kind
    """Draw a part for a message, or for a view, where no table may stand."""
    match part:
        case Text(lines):
            return paragraphs(lines)
        case Quote(lines):
            return quotation(lines)
        case Prose(parts, language):
            return (view_blocks if in_view else message_blocks)(parts, language)
        case Points(lines):
            return [rich_text(_bullets(lines))]
        case Header(text):
            return [blocks.header(text)]
        case Small(texts):
            return [blocks.context(*texts)]
        case Divider():
            return [blocks.divider()]
        case Sources():
            return _sources(part)
        case Buttons(several):
            return blocks.actions([_pressed(one) for one in several])
        case Feedback():
            return [_feedback(part)]
        case _:
            assert_never(part)


def _bullets(lines: Sequence[Line]) -> Block:
    return {
        "type": "rich_text_list",
        "style": "bullet",
        "indent": 0,
        "elements": [in_line(line) for line in lines],
    }


def _sources(sources: Sources) -> list[Block]:
    """List sources under their title, below one another and as full as a block may be."""
    title: Line = (run(sources.title, bold=True), Run("\n"))
    *others, last = sources.lines
    lines = [*((*line, Run("\n")) for line in others), last]
    return paragraphs([(*title, *lines[0]), *lines[1:]])


def _pressed(one: Button | Menu) -> Block:
    if isinstance(one, Menu):
        return {
            "type": "static_select",
            "action_id": one.action,
            "placeholder": plain(one.placeholder, 150),
            "options": [blocks.option(o.text, o.value) for o in one.options[:OPTIONS]],
        }
    style = None if one.style is Style.PLAIN else str(one.style)
    button = blocks.button(one.text, one.action, one.value, style=style)
    if one.sure is None:
        return button
    sure = one.sure
    return blocks.asking_first(button, sure.title, sure.text, yes=sure.yes, no=sure.no)


def _feedback(feedback: Feedback) -> Block:
    def side(text: str, spoken: str, value: str) -> Block:
        return {
            "text": plain(text, BUTTON),
            "accessibility_label": spoken,
            "value": f"{feedback.about}:{value}",
        }

    buttons = {
        "type": "feedback_buttons",
        "action_id": "feedback",
        "positive_button": side(feedback.helpful, feedback.helpful_label, "good"),
        "negative_button": side(feedback.not_helpful, feedback.not_helpful_label, "bad"),
    }
    return {"type": "context_actions", "elements": [buttons]}
