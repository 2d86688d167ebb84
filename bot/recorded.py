"""What does the record say of an exchange? Its events, read back as what they were."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from bot.answers import Citation
from storage.events import Event

_CITATION = tuple(field.name for field in fields(Citation))


def question_of(events: Sequence[Event]) -> str | None:
    """The question as it was asked; None where its text is gone."""
    question = next((e.body.get("question") for e in events if e.kind == "opened"), None)
    return None if question is None else str(question)


def answer_of(events: Sequence[Event]) -> Mapping[str, Any]:
    """The last answer, in the record's form; empty where there is none, or its text is gone."""
    answers = [event.body.get("answer") for event in events if event.kind == "answered"]
    last = answers[-1] if answers else None
    return last if isinstance(last, Mapping) else {}


def options_of(events: Sequence[Event]) -> tuple[str, ...]:
    """What could be chosen of, where a question was asked back."""
    return tuple(answer_of(events).get("options", ()))


def citations_of(answer: Mapping[str, Any]) -> Iterator[Citation]:
    """Every citation of an answer in the record's form, in reading order."""
    for statement in answer.get("statements", ()):
        for told in statement["citations"]:
            since = told["effective_from"]
            yield Citation(
                **{name: told[name] for name in _CITATION}
                | {
                    "heading": tuple(told["heading"]),
                    "effective_from": None if since is None else date.fromisoformat(since),
                }
            )
