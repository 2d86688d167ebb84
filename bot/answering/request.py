"""What is really asked: a question that stands on its own, in its language."""

from dataclasses import dataclass
from datetime import date

from bot.answering.kinds import Kind
from bot.answering.sensitive import Topic


@dataclass(frozen=True, slots=True)
class Period:
    """The days that a question is about, both ends included."""

    start: date
    end: date


@dataclass(frozen=True, slots=True)
class Filters:
    """What the asker said of where and when, None where nothing was said.

    `regions` are countries by code (ISO 3166, lower case).
    """

    regions: frozenset[str] | None = None
    period: Period | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A message, understood.

    `question` is what was typed; `search` is what is looked for: the question to the letter, and
    for a follow-up the topic of its thread before it. `language` is the asker's, a code,
    which may be one that is not set; `reply_in` is that of the fixed sentences.
    `with_topic` is the same with the topic of a thread that the question seems to have left: a
    weaker leg, empty where there is none. `parts` are the questions that a compound one is made
    of, each standing on its own; empty where there is one. `identifiers` are those of
    `retrieval.identifiers`. `sensitive` is on what the asker may need a person, None for most.
    """

    question: str
    search: str
    language: str
    reply_in: str
    with_topic: str = ""
    parts: tuple[str, ...] = ()
    identifiers: frozenset[str] = frozenset()
    filters: Filters = Filters()
    kind: Kind = Kind.POLICY
    sensitive: Topic | None = None
