"""Random companies one after another, each with the product in it, and a judge over each."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from socket import socket

from sqlmodel import func, select

from bot.app import Application
from bot.commands.serve import served
from storage.inbox import Inbox
from storage.tables import ExchangeRow
from tests.scenarios.runs.leaks.acting import Acting, NothingToDoError
from tests.scenarios.runs.leaks.changing import Changing, synced
from tests.scenarios.runs.leaks.company import Company
from tests.scenarios.runs.leaks.judging import Judge, Judged, Leak
from tests.scenarios.runs.leaks.pages import Verified
from tests.scenarios.runs.leaks.verifying import verifying

_LONGER = 300.0  # seconds for what has to come, on a machine that takes its time
_ROUNDS = (3, 9)  # in each company, at least and at most
_SETTLED = 30.0  # seconds until everything must have been worked on
_VERIFYING = 0.08  # of the rounds
_FAILING = 2.0  # for how many of them calls may still fail
_LOOK = 0.02  # seconds

Break = Callable[[Application], Application]
Enough = Callable[["Run"], object]
Over = Callable[[], bool]


Companies = Callable[[Random], AbstractAsyncContextManager[Company]]


@dataclass(frozen=True, slots=True)
class World:
    """A service, as random companies use it.

    `companies` makes them one after another, each with its own chance, over a folder of pages.
    """

    companies: Callable[[Path], AbstractContextManager[Companies]]
    act: Callable[[Company, Random], object]
    change: Callable[[Company, Application, Random], object]
    acts: Sequence[tuple[Acting, int]]
    changes: Sequence[tuple[Changing, int]]


@dataclass
class Run:
    """What became of it; `traces` are of the companies in which something leaked."""

    seed: int
    worlds: int = 0
    rounds: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    too_late: int = 0  # what could no longer be done when its turn came
    questions: int = 0
    exposures: int = 0
    pairs: int = 0  # of a reader and a page
    shown: Counter[str] = field(default_factory=Counter)
    handed_on: int = 0
    let_in: int = 0
    verified: dict[str, Verified] = field(default_factory=dict)
    leaks: list[Leak] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)  # the same of those where work did not end
    traces: list[str] = field(default_factory=list)

    def add(self, judged: Judged, trace: Sequence[str]) -> None:
        self.worlds += 1
        self.exposures += judged.exposures
        self.pairs += judged.pairs
        self.shown += judged.shown
        self.handed_on += judged.handed_on
        self.let_in += judged.let_in
        self.leaks += judged.leaks
        if judged.leaks:
            self.traces.append("\n".join(trace))

    def __str__(self) -> str:
        shown = ", ".join(f"{number} by {how}" for how, number in self.shown.most_common())
        return (
            f"seed {self.seed}: {self.worlds} companies, {self.rounds} rounds, "
            f"{self.acts.total()} acts and changes, {self.questions} questions, "
            f"{self.exposures} exposures with {self.pairs} pairs of a reader and a page: "
            f"{self.shown.total()} rightly shown ({shown}), "
            f"{self.handed_on} handed on to HR, {self.let_in} found by newcomers, "
            f"{len(self.leaks)} leaks, {len(self.stuck)} stuck"
        )


async def run(  # noqa: PLR0913  # what a run is
    world: World,
    app: Application,
    folder: Path,
    *,
    seed: int,
    seconds: float,
    broken: Break = lambda app: app,
    enough: Enough = lambda _: True,
) -> Run:
    """Let people do things in one company after another, until the time is over and it is enough.

    Where something leaks it goes on to the next one; what is not enough for long ends all the same.
    """
    told, began = Run(seed), time.monotonic()
    rng = Random(seed)  # noqa: S311  # no secret

    def over() -> bool:
        took = time.monotonic() - began
        return took >= (seconds if enough(told) else seconds + _LONGER)

    with world.companies(folder) as companies:
        while not over():
            own = Random(rng.getrandbits(64))  # noqa: S311  # as above
            async with companies(own) as made, _bot(app, made, broken):
                made.verified = told.verified  # they stay
                await _lived(world, app, made, told, over)
    return told


@asynccontextmanager
async def _bot(app: Application, made: Company, broken: Break) -> AsyncIterator[None]:
    await synced(app)
    set_to = app.settings.model_copy(update=dict(made.product))
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    async with served(broken(replace(app, settings=set_to)), bound) as address:
        made.fake.deliver_to(f"{address}{made.path}")
        await made.arrives()
        yield
        made.fake.faults.clear()


async def _lived(world: World, app: Application, made: Company, told: Run, over: Over) -> None:
    judge, inbox = Judge(made), app.inbox
    asked_before = await _questions(app)
    for _ in range(made.rng.randint(*_ROUNDS)):
        if over() or judge.judged.leaks:
            break
        told.rounds += 1
        made.tell("---")
        await asyncio.gather(*(_done(made, told, thing) for thing in _things(world, app, made)))
        has_settled = await _settled(made, inbox)
        judge.quiet()
        if not has_settled:
            told.stuck.append("\n".join(made.trace))
            break
    told.questions += await _questions(app) - asked_before
    told.add(judge.judged, made.trace)


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something that is about to happen, a little later."""

    name: str
    wait: float
    happens: Callable[[], Awaitable[None]]


def _things(world: World, app: Application, made: Company) -> list[_Thing]:
    """Choose what happens at once, or nearly: what people do, and what becomes different."""
    rng = made.rng
    if rng.random() < _VERIFYING:
        return [_Thing("verifies", 0, partial(_verified, made, Random(rng.getrandbits(64))))]  # noqa: S311  # as above
    acts = rng.choices(*zip(*world.acts, strict=True), k=rng.randint(3, 6))
    changes = rng.choices(*zip(*world.changes, strict=True), k=rng.randint(0, 2))
    own = [Random(rng.getrandbits(64)) for _ in (*acts, *changes)]  # noqa: S311  # as above
    things = [partial(act, world.act(made, r)) for act, r in zip(acts, own, strict=False)]
    later = zip(changes, own[len(acts) :], strict=True)
    things += [partial(change, world.change(made, app, r)) for change, r in later]
    return [
        _Thing(one.func.__name__, 0.6 * r.random(), one) for one, r in zip(things, own, strict=True)
    ]


async def _verified(made: Company, rng: Random) -> None:
    await verifying(made, rng).happens()


async def _done(made: Company, told: Run, thing: _Thing) -> None:
    await asyncio.sleep(thing.wait)
    try:
        await thing.happens()
    except NothingToDoError:
        return
    except AssertionError as error:  # a client's: what was to be pressed is gone, and the like
        told.too_late += 1
        made.tell(f"too late: {error}")
    else:
        told.acts[thing.name] += 1


async def _settled(made: Company, inbox: Inbox) -> bool:
    """Wait until everything that happened has been worked on; after a while all goes well again."""
    dispatches, began = made.fake.deliverer.dispatches, time.monotonic()
    while time.monotonic() - began < _SETTLED:
        waiting = await inbox.waiting()
        is_taken = all(dispatch.ended.is_set() for dispatch in dispatches)
        if is_taken and not (waiting.waiting or waiting.in_work or waiting.given_up):
            made.fake.faults.clear()
            return True
        if time.monotonic() - began > _FAILING:
            made.fake.faults.clear()
        await asyncio.sleep(_LOOK)
    made.tell(f"not settled: {[(one.method, one.error) for one in made.fake.refused]}")
    return False


async def _questions(app: Application) -> int:
    """How many questions are on record."""
    async with app.database.reading() as connection:
        found = await connection.execute(select(func.count()).select_from(ExchangeRow))
        return int(found.scalar_one())
