"""What is asked, by whom, and which pages carry the answer? The golden file, a question a line."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bot.conversation import Role, Turn

EXPECTED = ("answer", "abstain", "clarify")
FINISH = (
    "Set `expected` to answer, abstain or clarify; for an answer, put the right pages into "
    "`relevant` and what it must say into `key_facts`; then take `draft` out, or the whole line."
)


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


class _Said(BaseModel):
    role: Role
    text: str


class _Relevant(BaseModel):
    path: str
    page: int | None = None


class _Line(BaseModel):
    """A line as it is written; what else stands there is not read.

    A `draft` is not asked: somebody has to say first what is expected.
    """

    id: str
    draft: bool = False
    question: str
    corpus: str | None = None
    asker: str = "employee"
    thread: list[_Said] | None = None
    expected: str = "answer"
    relevant: list[_Relevant] | None = None
    tags: list[str] | None = None
    lang: str = ""
    key_facts: list[str] | None = None


def read_questions(file: Path) -> list[Golden]:
    """Read a golden file; `QuestionsError` for the first line that is not a question."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise QuestionsError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise QuestionsError(f"{file} cannot be read: It is not in UTF-8.") from error
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
        read = _Line.model_validate_json(line)
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(map(str, part['loc'])) or 'the line'}: {part['msg']}"
            for part in error.errors()
        )
        raise QuestionsError(f"{place} is not a question. {wrong}.") from error
    if read.draft:
        raise QuestionsError(f"{place} is still a draft. {FINISH}")
    if read.expected not in EXPECTED:
        raise QuestionsError(
            f"{place} is not a question. expected: {read.expected!r} is not one of "
            f"{', '.join(EXPECTED)}."
        )
    return Golden(
        id=read.id,
        organisation=read.corpus,
        asker=read.asker,
        question=read.question,
        thread=tuple(Turn(turn.role, turn.text) for turn in read.thread or ()),
        expected=read.expected,
        relevant=tuple(dict.fromkeys(map(_page, read.relevant or ()))),
        tags=tuple(read.tags or ()),
        language=read.lang,
        key_facts=tuple(read.key_facts or ()),
    )


def _page(relevant: _Relevant) -> str:
    return relevant.path + (f"#page={relevant.page}" if relevant.page else "")
