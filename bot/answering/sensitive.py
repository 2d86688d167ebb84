"""Does a message come from somebody who needs a person, not a policy? Rules on words.

Who is hurt, threatened or in danger, or is about to report somebody, says so of themselves or of
what is happening: "my boss harasses me", "she is not breathing". A question that merely names the
topic ("is the harassment training mandatory?") says nothing of anybody. Rules speak English and
Spanish; where it cannot be told, a contact too many does no harm.
"""

from enum import StrEnum
from pathlib import Path

from bot.answering.phrases import read_rules


class Topic(StrEnum):
    """On what somebody may need a person; what is most urgent stands first."""

    SELF_HARM = "self_harm"
    MEDICAL = "medical"
    VIOLENCE = "violence"
    HARASSMENT = "harassment"
    DISCRIMINATION = "discrimination"
    WHISTLEBLOWING = "whistleblowing"


_RULES = read_rules(Path(__file__).with_suffix(".toml"))


def sensitive_topic(text: str) -> Topic | None:
    """Tell on what whoever wrote a text may need a person; None for all else."""
    told = _RULES["taught"].sub(" ", text)
    return next((topic for topic in Topic if _RULES[topic].search(told)), None)
