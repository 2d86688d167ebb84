"""What is really asked? Told by rules alone: what is typed always counts, to the letter."""

from collections.abc import Sequence

from bot.answering.kinds import Kind, kind_of
from bot.answering.parts import parts
from bot.answering.request import Request
from bot.answering.sensitive import looked_for, sensitive_topic
from bot.answering.standing import (
    is_bare_answer,
    opens_as_a_follow_up,
    points_back,
    stands_alone,
)
from bot.answering.stated import stated, stated_in
from bot.answering.threads import topic
from bot.answering.understander import Heard
from bot.answering.wording import worded_in
from bot.conversation import Role, Turn
from retrieval.identifiers import identifiers
from retrieval.language import language_told


class Rules:
    """Understands by rules alone, in these languages and at once."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        self._languages = languages

    async def understand(self, heard: Heard, /) -> Request:
        """Understand a message as `understood` does."""
        return understood(heard.text, heard.turns, self._languages)


def understood(text: str, turns: Sequence[Turn], languages: tuple[str, ...]) -> Request:
    """Put the topic of its thread before a question that does not stand on its own."""
    language = language_told(text, languages)
    earlier = topic(text, turns, languages)
    before = "\n".join(earlier)
    whole = f"{before}\n{text}"
    alone = not earlier or _is_its_own(text, language)
    sensitive = sensitive_topic(text if alone else whole)
    asked = tuple(part if alone else f"{before}\n{part}" for part in parts(text, language))
    return Request(
        question=text,
        search=text if alone else whole,
        language=language,
        reply_in=worded_in(language, languages),
        parts=(*asked, *looked_for(sensitive, language)),
        identifiers=identifiers(text),
        filters=stated(text) if alone else stated_in(text, before),
        kind=Kind.POLICY if _answers_back(text, turns) else kind_of(text),
        sensitive=sensitive,
    )


def _answers_back(text: str, turns: Sequence[Turn]) -> bool:
    """Whether a text such as "ok" says yes to what the bot has just asked."""
    asked = bool(turns) and turns[-1].role is Role.BOT and turns[-1].text.rstrip().endswith("?")
    return asked and is_bare_answer(text)


def _is_its_own(text: str, language: str) -> bool:
    """A code names its topic by itself, unless the question points back."""
    if identifiers(text) and not opens_as_a_follow_up(text) and not points_back(text):
        return True
    return stands_alone(text, language)
