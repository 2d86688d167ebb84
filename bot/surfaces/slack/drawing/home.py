"""What does the app's home tab tell, and with which questions may one begin?"""

from dataclasses import dataclass

from bot.surfaces.slack.drawing.blocks import (
    Block,
    actions,
    button,
    divider,
    header,
    section,
)
from bot.surfaces.slack.drawing.layout import in_line, rich_text
from bot.surfaces.slack.drawing.runs import run
from bot.surfaces.slack.drawing.words import words

_MOST_PROMPTS = 4


@dataclass(frozen=True, slots=True)
class HomeView:
    """What a person is told; `days` is for how long texts are kept, `hr` how HR is reached."""

    locale: str
    hr: str
    days: int


def home_view(view: HomeView) -> Block:
    """Draw the home tab of a person."""
    said = words(view.locale).home
    questions = [question for _, question in said.prompts]
    blocks = [
        header(said.hello),
        section(said.what),
        _list(said.how),
        section(said.examples),
        _list(questions),
        divider(),
        header(said.person),
        section(said.person_more.format(hr=view.hr)),
        divider(),
        header(said.privacy),
        _list((said.kept, said.kept_days.format(days=view.days), said.seen_by)),
        *actions(
            [
                button(said.export, "privacy_export", "-"),
                button(said.delete, "privacy_delete", "-", style="danger"),
            ]
        ),
    ]
    return {"type": "home", "blocks": blocks}


def suggested_prompts(locale: str) -> list[dict[str, str]]:
    """Give questions to begin with, as Slack's assistant takes them: at most four."""
    prompts = words(locale).home.prompts[:_MOST_PROMPTS]
    return [{"title": title, "message": message} for title, message in prompts]


def _list(lines: tuple[str, ...] | list[str]) -> Block:
    items: Block = {
        "type": "rich_text_list",
        "style": "bullet",
        "indent": 0,
        "elements": [in_line((run(line),)) for line in lines],
    }
    return rich_text(items)
