"""In which dialog is chosen who may read a verified answer that no page decides on?"""

from collections.abc import Sequence

from bot.surfaces.slack.drawing.blocks import OPTIONS, TITLE, Block, option, plain
from bot.surfaces.slack.drawing.hints import hints
from bot.surfaces.slack.drawing.words import words


def verified_audience(entry_id: str, groups: Sequence[str], locale: str) -> Block:
    """Ask for the group that may read a verified answer: `audience`."""
    said, modal = hints(locale), words(locale).modal
    choice: Block = {
        "type": "static_select",
        "action_id": "audience",
        "options": [option(group, group) for group in groups[-OPTIONS:]],
    }
    return {
        "type": "modal",
        "callback_id": "verified_audience",
        "private_metadata": entry_id,
        "title": plain(said.who_may_read, TITLE),
        "submit": plain(modal.send, TITLE),
        "close": plain(modal.cancel, TITLE),
        "blocks": [
            {
                "type": "input",
                "block_id": "audience",
                "label": plain(said.group),
                "element": choice,
            }
        ],
    }
