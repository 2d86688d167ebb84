"""Cancel a task at any one of its suspensions, whatever the code between them is."""

import asyncio
from collections.abc import Coroutine, Generator
from enum import Enum
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class At(Enum):
    """When in a suspension the cancel comes."""

    BEGIN = "as soon as the task waits"
    END = "when what it waits for is there, and it has not gone on yet"


class Interrupted(Generic[T]):
    """Awaits a coroutine, and cancels the task that does at its suspension number `place`.

    Suspensions count from 1. `told` says whether the coroutine came so far.
    """

    def __init__(self, work: Coroutine[Any, Any, T], place: int, at: At) -> None:
        self._work = work
        self._place = place
        self._at = at
        self._suspended = 0
        self.told = False

    def __await__(self) -> Generator[Any, Any, T]:
        error: BaseException | None = None
        while True:
            try:
                waits_for = self._work.send(None) if error is None else self._work.throw(error)
            except StopIteration as end:
                result: T = end.value
                return result
            self._suspended += 1
            if self._suspended == self._place:
                self._cancel(waits_for)
            error = None
            try:
                yield waits_for
            except BaseException as thrown:  # noqa: BLE001  # whatever it is, it is the coroutine's
                error = thrown

    def _cancel(self, waits_for: asyncio.Future[Any] | None) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.told = True
        if self._at is At.BEGIN:
            task.cancel()  # takes hold when the task has been suspended
        elif waits_for is None:
            asyncio.get_running_loop().call_soon(task.cancel)
        else:  # called before the task is woken by the same future
            waits_for.add_done_callback(lambda _: task.cancel())


async def interrupted(work: Coroutine[Any, Any, T], place: int, at: At) -> tuple[T | None, bool]:
    """Cancel at one suspension: what it came to all the same, if anything, and whether it was."""
    watched = Interrupted(work, place, at)

    async def run() -> T:
        return await watched

    task = asyncio.create_task(run())
    await asyncio.wait({task})
    return (None if task.cancelled() else task.result()), watched.told
