"""What did a service say lately? Asked for once at a time, and again when that was too long ago."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")

_MANY = (
    1_000  # answers, at least: beyond, the old ones are let go, each time there are twice as many
)


class Lately(Generic[T]):
    """Answers of a service by what they are about, each kept for some seconds.

    `ask` gives None where the service says nothing: that is not kept.
    """

    def __init__(self, ask: Callable[[str], Awaitable[T | None]], *, kept: float) -> None:
        self._ask = ask
        self._kept = kept
        self._answers: dict[str, tuple[float, T]] = {}
        self._most = _MANY
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def told(self, about: str, *, age: float | None = None) -> T | None:
        """Give what is said, as it was `age` seconds ago at the earliest; raises what asking does.

        Who waits while somebody else asks counts from before that.
        """
        asked_at = monotonic()
        async with self._turn(about):
            known = self._answers.get(about)
            if known is not None and asked_at - known[0] <= (self._kept if age is None else age):
                return known[1]
            at = monotonic()
            answer = await self._ask(about)
            if answer is None:
                self._answers.pop(about, None)
            else:
                self.keep(about, answer, at=at)
            return answer

    def keep(self, about: str, answer: T, *, at: float | None = None) -> None:
        """Keep what was said without its being asked for, or said at an earlier moment."""
        self._answers[about] = (monotonic() if at is None else at, answer)
        if len(self._answers) > self._most:
            self._drop_old()

    def kept(self, about: str) -> T | None:
        """Give what is kept and may still be so; None where it has to be asked for."""
        known = self._answers.get(about)
        return known[1] if known is not None and monotonic() - known[0] <= self._kept else None

    async def forget(self, about: str) -> None:
        """Ask anew the next time: what is being asked may have been answered before a change."""
        async with self._turn(about):
            self._answers.pop(about, None)

    def _turn(self, about: str) -> asyncio.Lock:
        return self._turns.setdefault(about, asyncio.Lock())

    def _drop_old(self) -> None:
        self._answers = {
            about: known
            for about, known in self._answers.items()
            if monotonic() - known[0] <= self._kept
        }
        self._most = max(_MANY, 2 * len(self._answers))
