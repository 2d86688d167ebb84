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
class Understanding:
    """Who understood a message, and what a model made of it; this is what goes on record.

    `kind` is what the model took it for, "" where none was asked; `why_not` says why
    rules did it alone though a model was to help. `queries` are legs of the search beside the
    asker's own words; `dropped` counts those that said more than the asker did. `baits` counts
    texts that were looked for, too, and thrown away.
    """

    by: str = "rules"
    why_not: str = ""
    kind: str = ""
    queries: tuple[str, ...] = ()
    dropped: int = 0
    baits: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """A message, understood.

    `question` is what was typed; `search` is what is looked for: the question to the letter, and
    for a follow-up the topic of its thread before it. `language` is the asker's, a code,
    which may be one that is not set; `reply_in` is that of the fixed sentences.
    `parts` are the questions that a compound one is made of, each standing on its own; empty
    where there is one. `identifiers` are those of `retrieval.identifiers`. `sensitive` is on what
    the asker may need a person, None for most.
    `rewrites` are a model's words for the same question, or for what may answer it: they are
    looked for beside the question, and neither shown nor answered. `second_opinion` is the kind
    that a model takes it for: it decides in which words there is no answer, never that there is
    none.
    """

    question: str
    search: str
    language: str
    reply_in: str
    parts: tuple[str, ...] = ()
    identifiers: frozenset[str] = frozenset()
    filters: Filters = Filters()
    kind: Kind = Kind.POLICY
    sensitive: Topic | None = None
    rewrites: tuple[str, ...] = ()
    second_opinion: Kind = Kind.POLICY
    understanding: Understanding = Understanding()
