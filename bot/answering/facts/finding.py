"""What can be wrong with a statement? Each fault with the words that show it."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """Why a statement is not borne out."""

    NO_CITATION = "no_citation"
    UNKNOWN_PASSAGE = "unknown_passage"
    ALTERED_QUOTE = "altered_quote"
    NUMBER = "number"
    UNIT = "unit"
    MOMENT = "moment"
    LIMIT = "limit"
    NEGATION = "negation"
    DUTY = "duty"
    CONDITION = "condition"
    OPPOSITE = "opposite"
    NAME = "name"
    STEP = "step"
    FAR = "far"
    SECOND_LOOK = "second_look"
    CONTACT = "contact"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of one statement (None: of a calculation step), and the words that show it."""

    statement: int | None
    fault: Fault
    words: str
