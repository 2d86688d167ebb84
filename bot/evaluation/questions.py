"""What is asked, by whom, and which pages carry the answer? The golden file, a question a line."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.conversation import Role, Turn


class QuestionsError(ValueError):
    """A golden file cannot be used; says the line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Golden:
    """A question with what is known of its answer; `relevant` are pages, `PATH#page=N` in a PDF.

    `expected` is `answer`, `abstain` or `clarify`; `key_facts` are what an answer must hold, each
    with its alternatives split by `|`.
    """

    id: str
    organisation: str | None
    asker: str
    question: str
    thread: tuple[Turn, ...]
    expected: str
    relevant: tuple[str, ...]
    tags: tuple[str, ...]
    language: str
    key_facts: tuple[str, ...] = ()


def read_questions(file: Path) -> list[Golden]:
    """Read a golden file; `QuestionsError` for the first line that is not a question."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise QuestionsError(f"{file} cannot be read: {error.strerror}.") from error
    questions = [
        _golden(line, f"{file.name}, line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    if not questions:
        raise QuestionsError(f"{file} holds no question.")
    return questions


def _golden(line: str, place: str) -> Golden:
    try:
        raw: dict[str, Any] = json.loads(line)
        return Golden(
            id=raw["id"],
            organisation=raw.get("corpus"),
            asker=raw.get("asker", "employee"),
            question=raw["question"],
            thread=tuple(Turn(Role(t["role"]), t["text"]) for t in raw.get("thread") or ()),
            expected=raw.get("expected", "answer"),
            relevant=tuple(dict.fromkeys(_page(page) for page in raw.get("relevant") or ())),
            tags=tuple(raw.get("tags") or ()),
            language=raw.get("lang", ""),
            key_facts=tuple(raw.get("key_facts") or ()),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise QuestionsError(f"{place} is not a question: {error!r}.") from error


def _page(relevant: dict[str, Any]) -> str:
    page = relevant.get("page")
    path: str = relevant["path"]
    return path + (f"#page={page}" if page else "")
