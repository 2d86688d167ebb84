"""How did a question end? Read from what stands in the stand-in, message by message."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.answering.wording import wording
from bot.conversation import Refusal
from bot.saying.words import words
from tests.scenarios.runs.driver import LANGUAGES, Driver, Message, Told


class Ending(StrEnum):
    """What stands in the end."""

    ANSWER = "answered"
    REFUSAL = "refused"
    APOLOGY = "apologised"
    LOST = "lost"
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True)
class Endings:
    """How each question ended, by its subject, and how many messages wait for ever."""

    of: dict[str, Ending]
    orphans: int

    def count(self, ending: Ending) -> int:
        """How many questions ended so."""
        return sum(one is ending for one in self.of.values())


_APOLOGIES = frozenset(words(language).note.apology for language in LANGUAGES)
_REFUSALS = frozenset(wording(one).refused[why] for one in LANGUAGES for why in Refusal)


def endings(driver: Driver, questions: Iterable[Message]) -> Endings:
    """Say of each question how it ended, if nothing more comes."""
    replies: dict[str, list[Told]] = {}
    orphans = 0
    for one in driver.told():
        if one.is_waiting:
            orphans += 1
        elif one.about:
            replies.setdefault(one.about, []).append(one)
    ended = {}
    for question in questions:
        subject = driver.subject(question)
        ended[subject] = _ending([*replies.get(subject, ()), *driver.whispers(question)])
    return Endings(ended, orphans)


def _ending(standing: list[Told]) -> Ending:
    if not standing:
        return Ending.LOST
    if len(standing) > 1:
        return Ending.DOUBLED
    texts = standing[0].texts
    if any(apology in text for apology in _APOLOGIES for text in texts):
        return Ending.APOLOGY
    if any(refusal in text for refusal in _REFUSALS for text in texts):
        return Ending.REFUSAL
    return Ending.ANSWER
