"""How does the product bear a thousand questions at once?

It runs in a process of its own, over HTTP, against the stand-in for a chat service in this one; so
the two share the machine, and what each takes of it is told.
"""

import asyncio
import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import quantiles

from rich.console import Console
from rich.table import Table

from bot.app import application
from bot.evaluation.questions import read_questions
from bot.logs import set_logging
from bot.settings import FolderSettings, Settings
from retrieval.embedding import Embedder
from retrieval.vector_cache import CachedEmbedder
from tests.bench import corpus
from tests.bench.bare import bare
from tests.bench.process import resident
from tests.scenarios.runs.driver import Channel, Driver, Message, Person
from tests.scenarios.runs.endings import Ending, endings
from tests.scenarios.runs.product import Product, Watched, served, waiting
from tests.scenarios.surfaces import driving

QUESTIONS = 1_000
_FEW = 10
_PATIENCE = 60.0  # seconds that the stand-in waits, to see how long it takes
_LAST = 1_800.0  # seconds until the last answer, at most
_CHANNELS, _MEMBERS = 20, 30
_IN_CHANNELS, _REFUSED = 0.25, 0.05  # of the questions
_SITE = "https://handbook.corp.example/"


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks what, where."""

    person: Person
    text: str
    channel: Channel


@dataclass
class Run:
    """Questions that were asked at once, and what was seen of it."""

    asked: list[tuple[Message, float]] = field(default_factory=list)  # with the moment
    acks: list[float] = field(default_factory=list)
    late: int = 0
    again: Counter[str] = field(default_factory=Counter)  # by what the service was told, or not
    acking: float = 0  # seconds of a processor until all were acknowledged
    signs: list[float] = field(default_factory=list)
    last: float = 0
    peak: float = 0
    computed: dict[str, float] = field(default_factory=dict)  # seconds of a processor


async def load(
    folder: Path, console: Console, *, surface: str, questions: int = QUESTIONS
) -> None:  # fmt: skip
    """Ask a thousand questions at once, and print how soon each was taken, and how it ended."""
    set_logging("critical")
    settings, texts = await _indexed(folder, questions)
    least = await _least(folder, surface, texts, questions)
    async with driving(surface, folder) as driver:
        driver.waits_for_acks(_PATIENCE)
        async with served(driver.product(settings, watched=True)) as product:
            await _asked(driver, product, _askings(driver, texts, _FEW))  # to be warm
            few = await _asked(driver, product, _askings(driver, texts, _FEW))
            base = resident(product.pid)
            many = await _asked(driver, product, _askings(driver, texts, questions))
            await asyncio.sleep(5)
            memory = (base, many.peak, resident(product.pid))
            watched = await product.end()
        found = endings(driver, [message for message, _ in many.asked])
    console.print(_acks(least, many.acks))
    console.print(_figures(few, many, watched, memory))
    ended = ", ".join(f"{found.count(one)} {one}" for one in Ending)
    console.print(f"Of {len(many.asked)} questions: {ended}; {found.orphans} placeholders left.")
    console.print(_written(watched))


async def _indexed(folder: Path, people: int) -> tuple[Settings, list[str]]:
    """The sample company with many more employees, indexed; and what they ask."""
    pages = folder / "company"
    shutil.copytree(corpus.COMPANY, pages)
    access = json.loads((pages / "access.json").read_text("utf-8"))
    everyone = {
        _email(n): {"name": f"P {n}", "groups": ["all-staff"]} for n in range(2_000 + 2 * people)
    }
    access["people"] |= everyone
    (pages / "access.json").write_text(json.dumps(access), "utf-8")
    data = folder / "data"
    data.mkdir()
    (data / "models").symlink_to(corpus.kept("models"))
    model = corpus.embedder()

    def remembering(embedder: Embedder) -> Embedder:
        return CachedEmbedder(embedder, corpus.kept("vectors") / "company.sqlite")

    settings = Settings(data=data, folder=FolderSettings(path=pages, url=_SITE))
    async with application(settings, model=model, around=remembering) as app:
        await app.sync()
    model.close()
    golden = read_questions(corpus.ROOT / "bot" / "demo" / "questions.jsonl")
    return settings, [one.question for one in golden if not one.thread]


async def _least(
    folder: Path, surface: str, texts: Sequence[str], questions: int
) -> list[float]:  # fmt: skip
    """How many seconds the bare handler takes for as many events of the same kind."""
    async with (
        driving(surface, folder) as driver,
        bare(folder / "bare.sqlite", driver.vouching) as address,
    ):
        driver.waits_for_acks(_PATIENCE)
        driver.fake.deliver_to(address)
        for many in (_FEW, questions):
            await _sent(driver, _askings(driver, texts, many))
        return [one.seconds for one in driver.fake.deliveries[-questions:]]


def _email(number: int) -> str:
    return f"person{number}@corp.example"


def _askings(driver: Driver, texts: Sequence[str], many: int) -> list[Asking]:
    """Have as many people ask: most in private, some in channels, and some who are refused."""
    chance = Random(many)  # noqa: S311  # the same each time

    def somebody(*, is_guest: bool = False) -> Person:
        return driver.somebody(_email(next(driver.numbers)), is_guest=is_guest)

    channels: list[Channel] = []
    askings = []
    for text in islice(cycle(texts), many):
        drawn = chance.random()
        is_refused = drawn < _REFUSED
        person = somebody(is_guest=is_refused)
        if is_refused or drawn > _REFUSED + _IN_CHANNELS:
            askings.append(Asking(person, text, driver.fake.dm(person)))
            continue
        if len(channels) < min(_CHANNELS, many // 4):
            channels.append(driver.channel(*(somebody() for _ in range(_MEMBERS))))
        channel = chance.choice(channels)
        channel.take_in([person])
        askings.append(Asking(person, driver.mention(text), channel))
    return askings


async def _sent(driver: Driver, askings: Sequence[Asking]) -> list[tuple[Message, float]]:
    """Say all at once, and wait until all is taken."""
    asked = [(await one.person.says(one.text, in_=one.channel), time.time()) for one in askings]
    for message, _ in asked:
        await driver.fake.acked(message, within=_LAST)
    return asked


async def _asked(driver: Driver, product: Product, askings: Sequence[Asking]) -> Run:
    """Ask all at once, and wait until nothing is left to be done."""
    run, since = Run(), len(driver.fake.calls)
    began, before = time.time(), _computed(product.pid)
    watching = asyncio.create_task(_watch(product.pid, run))
    run.asked = await _sent(driver, askings)
    run.acking = _computed(product.pid)["product"] - before["product"]
    async with asyncio.timeout(_LAST):
        while await asyncio.to_thread(waiting, product.settings):  # noqa: ASYNC110  # in another process
            await asyncio.sleep(0.25)
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    deliveries = [one for message, _ in run.asked for one in message.events[0].deliveries]
    run.acks = [one.seconds for one in deliveries if one.is_taken]
    run.late = sum(one.seconds > driver.acks_within for one in deliveries)
    run.again = Counter(one.failure for one in deliveries if not one.is_taken)
    run.last = max(call.at for call in driver.fake.calls[since:]) - began
    run.computed = {name: after - before[name] for name, after in _computed(product.pid).items()}
    signs = driver.signs(since)
    run.signs = [signs[driver.subject(message)] - at for message, at in run.asked]
    return run


async def _watch(pid: int, run: Run) -> None:
    while True:
        run.peak = max(run.peak, resident(pid))
        await asyncio.sleep(0.2)


def _computed(pid: int) -> dict[str, float]:
    """How many seconds of a processor the product and this process have taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return {"product": ticks / os.sysconf("SC_CLK_TCK"), "stand-in": time.process_time()}


def _acks(least: Sequence[float], ours: Sequence[float]) -> Table:
    table = Table(title=f"{len(ours)} events at once", title_justify="left")
    for column in ("acknowledged by", "p50 ms", "p99 ms", "longest ms", "p99 ratio"):
        table.add_column(column, justify="right")
    base = _tail(least)
    for name, times in (("a check of whose it is, and a commit", least), ("the product", ours)):
        told = [f"{1_000 * one:.0f}" for one in (_middle(times), _tail(times), max(times))]
        table.add_row(name, *told, f"{_tail(times) / base:.2f}")
    return table


def _figures(
    few: Run, many: Run, watched: Watched, memory: tuple[float, float, float]
) -> Table:  # fmt: skip
    table = Table(title="The product", title_justify="left", show_header=False)
    questions = len(many.asked)
    each = {name: 1_000 * spent / questions for name, spent in many.computed.items()}
    rows = {
        "acknowledged later than it may be": str(many.late),
        "sent again, and why": f"{many.again.total()} {dict(many.again) or ''}",
        "a processor is busy until all are": f"{many.acking:.2f} s",
        f"first sign, {len(few.asked)} at once": _both(few.signs),
        f"first sign, {questions} at once": _both(many.signs),
        "last answer after": f"{many.last:.1f} s",
        "a question takes of a processor": ", ".join(f"{n} {ms:.0f} ms" for n, ms in each.items()),
        "memory before, at most, after": ", ".join(f"{mb:.0f} MB" for mb in memory),
        "the loop is late by": _both(watched.late) + f", at most {max(watched.late):.2f} s",
    }
    for name, told in rows.items():
        table.add_row(name, told)
    return table


def _written(watched: Watched) -> Table:
    table = Table(title="Transactions of all questions", title_justify="left")
    table.add_column("count", justify="right")
    table.add_column("tables, as they are written")
    for tables, times in watched.written.most_common():
        table.add_row(str(times), ", ".join(tables))
    return table


def _both(times: Sequence[float]) -> str:
    return f"p50 {_middle(times):.2f} s, p99 {_tail(times):.2f} s"


def _middle(times: Sequence[float]) -> float:
    return quantiles(times, n=100)[49]


def _tail(times: Sequence[float]) -> float:
    return max(times) if len(times) < 100 else quantiles(times, n=100)[98]
