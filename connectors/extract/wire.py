"""What the process that reads files is sent and what it answers, as bytes.

The answer is checked like any foreign JSON: the process has read a file that nobody vouches for.
"""

from dataclasses import dataclass
from struct import Struct

from pydantic import TypeAdapter

from connectors.extract.extracted import Extracted

LENGTH = Struct(">Q")
LONGEST_ANSWER = 128 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was read; `is_last` when the process is no longer fit to read another file."""

    why: str
    is_last: bool = False


_ANSWER: TypeAdapter[Extracted | Refusal] = TypeAdapter(Extracted | Refusal)


def framed(message: bytes) -> bytes:
    """Put the length of a message before it."""
    return LENGTH.pack(len(message)) + message


def written(answer: Extracted | Refusal) -> bytes:
    """Write an answer as JSON."""
    return _ANSWER.dump_json(answer)


def answer_from(message: bytes) -> Extracted | Refusal:
    """Read an answer; `ValueError` when it is none."""
    return _ANSWER.validate_json(message)
