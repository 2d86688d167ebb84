"""Does a message come from somebody who needs a person, not a policy? Rules on words.

Who is hurt, threatened or in danger, or is about to report somebody, says so of themselves or of
what is happening: "my boss harasses me", "she is not breathing". A question that merely names the
topic ("is the harassment training mandatory?") says nothing of anybody. Rules speak English and
Spanish; where it cannot be told, a contact too many does no harm.
"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from bot.answering.phrases import any_of, read, rules
from retrieval.documents import Passage


class Topic(StrEnum):
    """On what somebody may need a person; what is most urgent stands first."""

    SELF_HARM = "self_harm"
    MEDICAL = "medical"
    VIOLENCE = "violence"
    HARASSMENT = "harassment"
    DISCRIMINATION = "discrimination"
    WHISTLEBLOWING = "whistleblowing"


_FILE = read(Path(__file__).with_suffix(".toml"))
_RULES = rules(_FILE)
_LOOKED_FOR: dict[str, dict[str, str]] = _FILE["looked_for"]
_CONCERNED = {Topic(name): any_of(words) for name, words in _FILE["concerned"].items()}


def sensitive_topic(text: str) -> Topic | None:
    """Tell on what whoever wrote a text may need a person; None for all else."""
    told = _RULES["taught"].sub(" ", text)
    return next((topic for topic in Topic if _RULES[topic].search(told)), None)


def looked_for(topic: Topic | None, language: str) -> tuple[str, ...]:
    """What else is to be looked for on a topic, in the asker's language where it is known."""
    if topic is None:
        return ()
    words = _LOOKED_FOR[topic]
    return (words.get(language, words["en"]),)


def concerned(topic: Topic | None, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages that may be quoted to whoever needs a person: those that speak of the topic."""
    if topic is None:
        return tuple(passages)
    speaks = _CONCERNED[topic].search
    return tuple(p for p in passages if speaks("\n".join((p.title, *p.heading, p.lead, p.text))))
