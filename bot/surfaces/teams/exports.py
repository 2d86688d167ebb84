"""How is a file handed over where a bot can attach none? As text, in as many cards as it takes.

Teams has a way to put a file into somebody's OneDrive once they agree. It needs one, and a right in
the app's manifest, and is missing on some clients; text is shown everywhere.
"""

from collections.abc import Sequence

from bot.surfaces.teams.messages import Outgoing

_LONGEST = 5_000  # characters of a card: as JSON in UTF-16 and all of them escaped, 20 KB


def pieces(name: str, content: bytes, words: str) -> Sequence[Outgoing]:
    """Write a file of text in messages, the first of which says what it is."""
    text = content.decode(errors="replace")
    parts = [text[start : start + _LONGEST] for start in range(0, len(text), _LONGEST)]
    shown = [Outgoing(words)]
    for n, part in enumerate(parts, start=1):
        title = name if len(parts) == 1 else f"{name} ({n}/{len(parts)})"
        shown.append(Outgoing(cards=(_card(title, part),), summary=title))
    return shown


def _card(title: str, part: str) -> dict[str, object]:
    """Show text as it is: nothing in it is read as Markdown."""
    run = {"type": "TextRun", "text": part, "fontType": "Monospace", "size": "Small"}
    return {
        "type": "AdaptiveCard",
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "version": "1.5",
        "body": [
            {"type": "TextBlock", "text": title, "weight": "Bolder", "wrap": True},
            {"type": "RichTextBlock", "inlines": [run]},
        ],
    }
