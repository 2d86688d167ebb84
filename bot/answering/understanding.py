"""What is really asked? Told by rules alone: what is typed always counts, to the letter."""

from collections.abc import Sequence

from bot.answering.request import Request
from bot.conversation import Role, Turn
from retrieval.language import language_of

_CARRIED = 2  # earlier questions whose words go before a follow-up's


def understood(text: str, turns: Sequence[Turn], languages: tuple[str, ...]) -> Request:
    """Put the topic of a thread before a follow-up.

    Only the asker's own earlier words are carried: what the bot said before is no source, and
    what it said wrong would be looked for again.
    """
    earlier = [turn.text for turn in turns if turn.role is Role.USER][-_CARRIED:]
    return Request(
        question=text,
        search="\n".join([*earlier, text]),
        language=language_of(text, languages),
    )
