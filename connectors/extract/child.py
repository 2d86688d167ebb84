"""The process in which files are read: it has limits, and nothing that it could do harm with.

Started by `extraction`. Each file comes as two messages, its path and its contents; each is
answered by one. It ends with its input.
"""

import logging
import os
import resource
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

from connectors.extract.extracted import Extracted, UnsuitableError
from connectors.extract.wire import LENGTH, LONGEST_ANSWER, Refusal, framed, written

_LATER = 2  # seconds of the processor beyond the time on the clock

READERS = {
    ".md": "connectors.extract.markdown",
    ".html": "connectors.extract.html",
    ".txt": "connectors.extract.text",
    ".docx": "connectors.extract.docx",
    ".pdf": "connectors.extract.pdf",
}
"""The modules that read the kinds of files; loaded when the first of a kind comes."""


def main(memory_bytes: int, seconds: int) -> None:
    """Read files from the standard input until it ends; say once that it is ready."""
    logging.disable()
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _silence()
    _limit(resource.RLIMIT_AS, memory_bytes)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _send(answers, b"ready")
    while path := _received(questions):
        _allow_another(seconds)
        answer = _answer(path.decode(), _received(questions))
        _send(answers, _short_enough(written(answer)))


def _answer(path: str, data: bytes) -> Extracted | Refusal:
    try:
        return _reader(path)(data, path)
    except UnsuitableError as error:
        return Refusal(str(error))
    except MemoryError:
        return Refusal("Reading it takes more memory than a file may use.", is_last=True)
    except RecursionError:
        return Refusal("It is nested too deeply.")
    except Exception as error:  # noqa: BLE001 - the outermost loop of a process made for this
        return Refusal(f"It is damaged: {type(error).__name__}: {error}"[:300])


def _reader(path: str) -> Callable[[bytes, str], Extracted]:
    reader: Callable[[bytes, str], Extracted] = import_module(
        READERS[Path(path).suffix.lower()]
    ).extract
    return reader


def _short_enough(answer: bytes) -> bytes:
    if len(answer) <= LONGEST_ANSWER:
        return answer
    return written(Refusal("It holds more text than can be read at once. Split it."))


def _silence() -> None:
    """Keep what libraries print away from the answers."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _allow_another(seconds: int) -> None:
    """Give the next file its share of the processor, whatever the ones before it took.

    A little more than the time on the clock: whoever asked gives up first, and knows why. This
    is for a process whose parent is gone.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + seconds + _LATER)


def _limit(what: int, amount: int) -> None:
    _, hard = resource.getrlimit(what)
    if hard == resource.RLIM_INFINITY or amount <= hard:
        resource.setrlimit(what, (amount, hard))


def _send(answers: BinaryIO, message: bytes) -> None:
    answers.write(framed(message))
    answers.flush()


def _received(questions: BinaryIO) -> bytes:
    """Read one message; nothing where the input has ended."""
    length = questions.read(LENGTH.size)
    return questions.read(*LENGTH.unpack(length)) if len(length) == LENGTH.size else b""


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
