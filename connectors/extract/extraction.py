"""Read files without trusting them: small texts here, all else in a process with limits."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from signal import SIGKILL, SIGXCPU

from connectors.extract import markdown, text
from connectors.extract.extracted import Extracted, UnsuitableError
from connectors.extract.wire import LENGTH, LONGEST_ANSWER, Refusal, answer_from, framed

EXTRACTION = "2"
"""The version of the way in which files are read: with another one, every file is read anew."""

PLAIN = {".md": markdown.extract, ".txt": text.extract}
SMALL = 64 * 1024  # bytes of text that may be read in this process
HARM = "Reading it failed: it is damaged, or made to do harm."
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost. `processes` is how many are read at once, outside this process."""

    file_bytes: int = 25 * 1024 * 1024
    seconds: float = 120
    memory_bytes: int = 1024 * 1024 * 1024
    processes: int = 2
    files_per_process: int = 100


class Extraction:
    """Reads files, each within the limits; a file that breaks one takes no other with it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._places = asyncio.Semaphore(limits.processes)
        self._idle: list[_Child] = []

    async def extract(self, path: str, data: bytes) -> Extracted:
        """Read the contents of a file by the ending of its path.

        Raises `UnsuitableError` when nothing can be read from it within the limits.
        """
        plain = PLAIN.get(Path(path).suffix.lower())
        if plain is not None and len(data) <= SMALL:
            return await asyncio.to_thread(plain, data, path)
        async with self._places:
            child = self._idle.pop() if self._idle else await _Child.started(self._limits)
            try:
                answer = await child.answer(path, data)
            except BaseException:
                await child.end()
                raise
            await self._put_back(child)
        if isinstance(answer, Refusal):
            raise UnsuitableError(answer.why)
        return answer

    async def close(self) -> None:
        """End the processes; the next file starts one again."""
        while self._idle:
            await self._idle.pop().end()

    async def _put_back(self, child: "_Child") -> None:
        if child.is_spent:
            await child.end()
        else:
            self._idle.append(child)


class _Child:
    """One process that reads one file at a time."""

    def __init__(self, process: Process, limits: Limits) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError(process)
        self._process = process
        self._questions = process.stdin
        self._answers = process.stdout
        self._limits = limits
        self._answered = 0
        self._is_last = False

    @classmethod
    async def started(cls, limits: Limits) -> "_Child":
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-B", "-m", "connectors.extract.child"),
            *(str(limits.memory_bytes), str(ceil(limits.seconds))),
            stdin=PIPE,
            stdout=PIPE,
            cwd=ROOT,
            env={"PYTHONUTF8": "1"},
        )
        child = cls(process, limits)
        try:
            await child._received()  # it says that it is ready
        except asyncio.IncompleteReadError as error:
            raise RuntimeError("The process that reads files does not start.") from error
        except BaseException:
            await child.end()
            raise
        return child

    @property
    def is_spent(self) -> bool:
        """What earlier files left behind may stand in the way of the next."""
        return self._is_last or self._answered >= self._limits.files_per_process

    async def answer(self, path: str, data: bytes) -> Extracted | Refusal:
        try:
            async with asyncio.timeout(self._limits.seconds):
                self._questions.writelines((framed(path.encode()), framed(data)))
                await self._questions.drain()
                answer = answer_from(await self._received())
        except TimeoutError as error:
            why = f"Reading it takes longer than {self._limits.seconds:g} seconds."
            raise UnsuitableError(why) from error
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise UnsuitableError(_reason(await self.end())) from error
        except ValueError as error:
            raise UnsuitableError(HARM) from error
        self._answered += 1
        self._is_last = isinstance(answer, Refusal) and answer.is_last
        return answer

    async def end(self) -> int:
        """End the process, whatever it is doing, and tell how it ended."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._questions.close()
        await self._answers.read()
        return await self._process.wait()

    async def _received(self) -> bytes:
        (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
        if length > LONGEST_ANSWER:
            raise ValueError(length)
        return await self._answers.readexactly(length)


def _reason(code: int) -> str:
    if code == -SIGXCPU:
        return "Reading it takes too much of the processor's time."
    if code == -SIGKILL:
        return "Reading it was ended by the system, probably for want of memory."
    return HARM
