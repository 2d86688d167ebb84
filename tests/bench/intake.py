"""How long until an event is acknowledged, when a thousand come at once?"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import quantiles

from rich.console import Console
from rich.table import Table

from bot.intake import Intake
from bot.logs import set_logging
from storage.database import Database
from storage.inbox import Arrival, Claimed
from tests.sealed import inbox_in

_EVENTS = 1_000
_ROUNDS = 3
_TEXT = "How many days of annual leave do I have? " * 20  # about as much as an event of a chat

Keep = Callable[[Arrival], Awaitable[object]]


class _Resting:
    """A handler whose work is to wait, as for a model."""

    async def handle(self, claimed: Claimed) -> None:
        await asyncio.sleep(0.2)

    async def apologise(self, claimed: Claimed, reference: str) -> None:
        raise NotImplementedError


async def acknowledging(folder: Path, console: Console) -> None:
    """Take a thousand events in at once, and the same with a commit for each of them."""
    set_logging("warning")
    database = Database(folder / "policybot.sqlite")
    await database.open()
    inbox = inbox_in(database)
    intake = Intake(inbox, {"bench": _Resting()}, patience=600)
    together: list[float] = []
    alone: list[float] = []
    for number in range(_ROUNDS):
        alone += await _at_once(lambda arrival: inbox.put([arrival]), "idle", number)
        async with intake.running():
            together += await _at_once(intake.take, "bench", number)
    await database.close()

    table = Table(title=f"{_EVENTS} events at once, {_ROUNDS} times", title_justify="left")
    for column in ("acknowledged", "p50 ms", "p99 ms", "p50 ratio", "p99 ratio"):
        table.add_column(column, justify="right")
    against = _figures(alone)
    for name, times in (("a commit for each", alone), ("Intake.take", together)):
        figures = _figures(times)
        ratios = [f"{figure / base:.3f}" for figure, base in zip(figures, against, strict=True)]
        table.add_row(name, *(f"{figure:.0f}" for figure in figures), *ratios)
    console.print(table)


async def _at_once(keep: Keep, surface: str, group: int) -> list[float]:
    """How many milliseconds each of the events took, from when they all came."""
    began = time.perf_counter()

    async def one(number: int) -> float:
        key = f"{group}:{number}"
        await keep(Arrival(surface, key, key, {"text": _TEXT}))
        return 1_000 * (time.perf_counter() - began)

    return list(await asyncio.gather(*map(one, range(_EVENTS))))


def _figures(times: Sequence[float]) -> tuple[float, float]:
    cuts = quantiles(times, n=100)
    return cuts[49], cuts[98]
