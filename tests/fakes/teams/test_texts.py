"""Which strings of an activity are taken to be read."""

from tests.fakes.teams.bot import attached, card, words
from tests.fakes.teams.texts import as_sent, mentioned, read_of

CHOICES = [{"title": "seen choice", "value": "hidden choice"}]
ACTIVITY = {
    "type": "message",
    "text": "seen text",
    "textFormat": "markdown",
    "attachments": [
        attached(
            card(
                words("seen words", weight="Bolder", color="Good"),
                {"type": "FactSet", "facts": [{"title": "seen fact", "value": "seen value"}]},
                {
                    "type": "Input.ChoiceSet",
                    "id": "hidden id",
                    "choices": CHOICES,
                    "value": "hidden",
                },
                {
                    "type": "Input.Text",
                    "id": "a",
                    "placeholder": "seen hint",
                    "value": "seen default",
                },
                actions=[
                    {
                        "type": "Action.Submit",
                        "title": "seen button",
                        "data": {"case": "hidden data"},
                        "fallback": {"type": "Action.OpenUrl", "url": "hidden fallback"},
                    },
                    {"type": "Action.OpenUrl", "title": "seen link", "url": "https://seen.example"},
                ],
            )
        )
    ],
    "entities": [
        {"type": "mention", "text": "<at>hidden mention</at>", "mentioned": {"id": "hidden"}},
        {
            "type": "https://schema.org/Message",
            "citation": [
                {"@type": "Claim", "appearance": {"name": "seen name", "abstract": "seen abstract"}}
            ],
            "usageInfo": {"@type": "CreativeWork", "name": "seen label"},
        },
    ],
    "suggestedActions": {"actions": [{"type": "imBack", "title": "seen idea", "value": "hidden"}]},
}


def test_all_that_is_drawn_is_read_and_nothing_else() -> None:
    read = read_of(ACTIVITY)

    assert all("seen" in text for text in read), read
    assert len(read) == 14


def test_mentions_are_told_by_name_and_sent_with_what_teams_puts_behind_them() -> None:
    text = "<at>Policy Bot</at> and <at>Ana</at> and <at>Ana</at>"

    assert mentioned(text) == ["Policy Bot", "Ana"]
    assert as_sent(text).startswith("<at>Policy Bot</at>&nbsp;and")
    assert as_sent("No one <here>") == "No one <here>"
