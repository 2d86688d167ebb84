"""How did a question end? Read from the screens of the fake, message by message.

A message of the bot's is told to be about a question by the key in its metadata; what only one
person sees has none, and is told by its reader: who is refused in a channel asks there once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.answering.wording import wording
from bot.conversation import Refusal
from bot.saying import notes
from bot.saying.words import words
from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.workspace import FakeSlack

LANGUAGES = ("en", "es")


class Ending(StrEnum):
    """What stands in the end."""

    ANSWER = "answered"
    REFUSAL = "refused"
    APOLOGY = "apologised"
    LOST = "lost"
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True)
class Endings:
    """How each question ended, and how many messages say for ever that an answer is looked for."""

    of: dict[str, Ending]
    orphans: int

    def count(self, ending: Ending) -> int:
        """How many questions ended so."""
        return sum(one is ending for one in self.of.values())


_APOLOGIES = frozenset(words(language).note.apology for language in LANGUAGES)
_WORKING = frozenset(notes.working(notes.Stage.SEARCHING, one).notice for one in LANGUAGES)
_REFUSALS = frozenset(wording(one).refused[why] for one in LANGUAGES for why in Refusal)


def subject(question: Message) -> str:
    """The key under which a question is replied to."""
    return f"{question.channel.team.id}/{question.channel.id}/{question.ts}"


def is_working(message: Message) -> bool:
    """Whether a message says that an answer is looked for."""
    return bool(message.texts & _WORKING)


def endings(slack: FakeSlack, questions: Iterable[Message]) -> Endings:
    """Say of each question how it ended, if nothing more comes."""
    by_key: dict[str, list[Message]] = {}
    orphans = 0
    for message in told(slack):
        key = key_of(message)
        if is_working(message):
            orphans += 1
        elif "+" not in key:  # the later parts of a long answer
            by_key.setdefault(key.removesuffix("!"), []).append(message)
    whispers: dict[tuple[str, str], list[Ephemeral]] = {}
    for channel in slack.channels.values():
        for note in channel.ephemerals.values():
            whispers.setdefault((channel.id, note.reader.id), []).append(note)
    ended = {}
    for question in questions:
        key = subject(question)
        alone = whispers.get((question.channel.id, question.sender.id), [])
        ended[key] = _ending([*by_key.get(key, []), *alone])
    return Endings(ended, orphans)


def told(slack: FakeSlack) -> Iterator[Message]:
    """Walk over every message of the bot's that stands anywhere."""
    for channel in slack.channels.values():
        for message in channel.messages.values():
            if message.sender is slack.bot and message.subtype != "tombstone":
                yield message


def key_of(message: Message) -> str:
    """Our own key of a message."""
    return str((message.metadata.get("event_payload") or {}).get("key", ""))


def _ending(standing: list[Message | Ephemeral]) -> Ending:
    if not standing:
        return Ending.LOST
    if len(standing) > 1:
        return Ending.DOUBLED
    texts = standing[0].texts
    if texts & _APOLOGIES:
        return Ending.APOLOGY
    if any(refusal in text for refusal in _REFUSALS for text in texts):
        return Ending.REFUSAL
    return Ending.ANSWER
