"""What does the record say of an exchange? Its events, read back as what they were."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from pydantic import TypeAdapter

from bot.answers import Abstained, Answer, Citation, Clarification, Grounded, Unavailable
from bot.conversation import Reply
from storage.cases import Cited
from storage.events import Event

_KINDS: dict[str, type[Answer]] = {
    kind.__name__.lower(): kind for kind in (Grounded, Abstained, Clarification, Unavailable)
}
_CITATION = tuple(field.name for field in fields(Citation))


@dataclass(frozen=True, slots=True)
class Said:
    """A question and its answer, as a person reads them.

    `outcome` is how it ended (`grounded`, `abstained`, …; empty where it did not), `was_known`
    whether whoever asked was somebody whom the bot answers at all.
    """

    question: str
    language: str
    was_known: bool
    outcome: str = ""
    answer: str = ""
    citations: tuple[Cited, ...] = ()


class ErasedError(LookupError):
    """The texts of a question are no longer on record."""


def said(events: Sequence[Event]) -> Said:
    """Read a question and its answer.

    What was erased of them is empty; raises `ErasedError` where the question itself is gone.
    """
    question, answer = question_of(events), answer_of(events)
    if question is None:
        raise ErasedError
    asked = events[0].body
    ends = [event.body.get("kind", "") for event in events if event.kind == "answered"]
    return Said(
        question=question,
        language=str(asked["language"]),
        was_known=bool(asked["principals"]),
        outcome=str(ends[-1]) if ends else "",
        answer=read_aloud(answer),
        citations=tuple(dict.fromkeys(map(_cited, _told(answer)))),
    )


def question_of(events: Sequence[Event]) -> str | None:
    """The question as it was asked; None where its text is gone."""
    question = next((e.body.get("question") for e in events if e.kind == "opened"), None)
    return None if question is None else str(question)


def answer_of(events: Sequence[Event]) -> Mapping[str, Any]:
    """The last answer, in the record's form; empty where there is none, or its text is gone."""
    answers = [event.body.get("answer") for event in events if event.kind == "answered"]
    last = answers[-1] if answers else None
    return last if isinstance(last, Mapping) else {}


def reply_of(exchange_id: str, events: Sequence[Event]) -> Reply | None:
    """The reply as it went out, but for its timings; None where it is gone."""
    bodies = [event.body for event in events if event.kind == "answered"]
    if not bodies or not bodies[-1].get("answer"):
        return None
    told = bodies[-1]
    return Reply(
        exchange_id,
        str(told["language"]),
        TypeAdapter(_KINDS[str(told["kind"])]).validate_python(told["answer"]),
        {},
        str(told["first"]),
        bool(told["more_in_private"]),
    )


def read_aloud(answer: Mapping[str, Any]) -> str:
    """Put the sentences of an answer in the record's form together, whatever kind it is."""
    statements = [statement["text"] for statement in answer.get("statements", ())]
    frame, *after = (answer.get(name, "") for name in ("frame", "missing", "text", "question"))
    return "\n".join(filter(None, (frame, *statements, *after)))


def options_of(events: Sequence[Event]) -> tuple[str, ...]:
    """What could be chosen of, where a question was asked back."""
    return tuple(answer_of(events).get("options", ()))


def citations_of(answer: Mapping[str, Any]) -> Iterator[Citation]:
    """Every citation of an answer in the record's form, in reading order."""
    for told in _told(answer):
        since = told["effective_from"]
        yield Citation(
            **{name: told[name] for name in _CITATION}
            | {
                "heading": tuple(told["heading"]),
                "effective_from": None if since is None else date.fromisoformat(since),
            }
        )


def _told(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (told for one in answer.get("statements", ()) for told in one["citations"])


def _cited(told: Mapping[str, Any]) -> Cited:
    return Cited(told["document_id"], told["title"], tuple(told["heading"]), told["url"])
