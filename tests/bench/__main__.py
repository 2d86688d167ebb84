"""`python -m tests.bench COMMAND`: how good is retrieval, and how fast?

`gate`, `all`, `answers` and `sweep` put golden questions through the product; for a corpus and
questions of your own, `python -m bot evaluate` prints the same figures. `support` measures the
check of answers, `leaks` looks for somebody in a chat who sees too much. `chat` and `kills` run the
whole product against the stand-in for a chat service: a thousand questions at once, and questions
over which it is killed. The others print ratios within one run: these machines are noisy, so
compare within a table only.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from bot.commands import terminal
from bot.logs import set_logging
from tests.bench import corpus, indexing, intake, process, retrieval, support
from tests.bench.answers import ANSWERED, answers
from tests.bench.asking import Bench
from tests.bench.chat import QUESTIONS, load
from tests.bench.fitted import fitted
from tests.bench.gate import gate
from tests.bench.kills import KILLS, dying
from tests.bench.leaks import leaks
from tests.bench.own import own
from tests.bench.sets import DEV, SETS, Set
from tests.bench.sweep import sweep
from tests.bench.targets import TARGETS, Report, everything
from tests.scenarios.surfaces import SURFACES

SPEED: dict[str, Callable[[Path, Console], Coroutine[Any, Any, None]]] = {
    "retrieval": retrieval.latency,
    "accesses": retrieval.many_accesses,
    "scale": retrieval.scale,
    "indexing": indexing.rate,
    "intake": intake.acknowledging,
    "process": process.footprint,
    "own": own,
}


def main() -> int:
    asked = _parser().parse_args()
    if asked.command == "leaks":
        with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:
            return asyncio.run(_leaks(Path(folder), asked))
    if asked.command in SPEED:
        return _measured(SPEED[asked.command])
    if asked.command == "chat":
        return _measured(partial(load, surface=asked.surface, questions=asked.questions))
    if asked.command == "kills":
        dies = partial(dying, surface=asked.surface, kills=asked.kills, seed=asked.seed)
        return _measured(dies)
    try:
        return asyncio.run(_on_questions(asked))
    except KeyboardInterrupt:  # what was done is printed already
        return 130


def _measured(measure: Callable[[Path, Console], Coroutine[Any, Any, None]]) -> int:
    """Measure in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        asyncio.run(measure(Path(folder), Console(width=110)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("gate", help="golden/dev alone; fails on a leak and on a drop")
    command.add_argument("--accept", action="store_true", help="hold later runs to this one")
    command = commands.add_parser("all", help="every set, against what must be reached")
    _choosing(command, "ask so many questions of each set, always the same")
    command.add_argument("--set", action="append", choices=SETS, help="only this set (repeatable)")
    command = commands.add_parser("answers", help="answers, against what they must reach")
    _choosing(command, "ask so many questions of each set, always the same")
    command.add_argument("--set", action="append", choices=SETS, help="only this set (repeatable)")
    command = commands.add_parser("fitted", help="what is fitted, on questions it has not seen")
    command.add_argument("--limit", type=int, metavar="N", help="ask so many, always the same")
    command = commands.add_parser("sweep", help="each technique with and without")
    _choosing(command, "ask so many questions, always the same")
    command.add_argument("--set", default=DEV.name, choices=SETS, help="on which questions")
    command.add_argument("--tag", help="only questions of this kind")
    command.add_argument(
        "--only",
        action="append",
        metavar="NAME",
        help="variants whose name holds this (repeatable)",
    )
    command = commands.add_parser("support", help="true sentences, and edits that make them false")
    command.add_argument(
        "--show", type=int, default=0, metavar="N", help="show so many misses of each kind"
    )
    command = commands.add_parser("leaks", help="random companies in a chat; fails on a leak")
    _in_chat(command)
    command.add_argument("--seconds", type=float, default=120, metavar="N", help="for how long")
    command.add_argument("--seed", type=int, default=1, metavar="S", help="which companies")
    command = commands.add_parser("chat", help=load.__doc__)
    _in_chat(command)
    command.add_argument("--questions", type=int, default=QUESTIONS, metavar="N")
    command = commands.add_parser("kills", help=dying.__doc__)
    _in_chat(command)
    command.add_argument("--kills", type=int, default=KILLS, metavar="N")
    command.add_argument("--seed", type=int, help="draw the same moments again")
    for name, measure in SPEED.items():
        commands.add_parser(name, help=measure.__doc__)
    return parser


def _choosing(command: argparse.ArgumentParser, limit: str) -> None:
    command.add_argument("--limit", type=int, metavar="N", help=limit)
    command.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")


def _in_chat(command: argparse.ArgumentParser) -> None:
    command.add_argument("--surface", choices=SURFACES, default=SURFACES[0], help="in which chat")


async def _leaks(folder: Path, asked: argparse.Namespace) -> int:
    set_logging("error")
    model = corpus.embedder()
    try:
        return await leaks(
            folder,
            model,
            terminal.console(),
            surface=asked.surface,
            seconds=asked.seconds,
            seed=asked.seed,
        )
    finally:
        model.close()


async def _on_questions(asked: argparse.Namespace) -> int:
    set_logging("warning")
    model = corpus.embedder()
    if asked.command == "support":
        return await support.measure(model, terminal.console(), shown=asked.show)
    bench = Bench.over(model, corpus.kept("bench"), terminal.console())
    try:
        match asked.command:
            case "gate":
                _sets([DEV.name])
                return await gate(bench, accepting=asked.accept)
            case "all":
                report = await everything(bench, _sets(asked.set), limit=asked.limit)
                return _told(report, bench.console, asked.json)
            case "fitted":
                return await fitted(bench, *_sets([DEV.name]), limit=asked.limit)
            case "answers":
                chosen = _sets(asked.set or ANSWERED)
                return _told(
                    await answers(bench, chosen, limit=asked.limit), bench.console, asked.json
                )
            case _:
                (one,) = _sets([asked.set])
                questions = one.read(asked.limit, asked.tag)
                return await sweep(bench, one, questions, only=asked.only or (), file=asked.json)
    finally:
        model.close()


def _told(report: Report, console: Console, file: Path | None) -> int:
    """Print a report, and write it where asked; the exit status is 1 where something leaked."""
    report.tell(console)
    if file is not None:
        report.write(file)
    return 1 if report.leaks else 0


def _sets(names: Sequence[str] | None) -> list[Set]:
    """Look sets up; without names, all that have targets."""
    chosen = [SETS[name] for name in names or dict.fromkeys(target.of for target in TARGETS)]
    if missing := [one.name for one in chosen if not one.is_there]:
        sys.exit(f"The pages of {', '.join(missing)} are not in {corpus.DATA}.")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
