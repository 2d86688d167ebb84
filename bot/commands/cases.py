"""`python -m bot cases`: answers that people found bad, as drafts of golden questions."""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, time
from pathlib import Path

from bot.app import home, sealer
from bot.commands import terminal
from bot.commands.failures import UnsoundError
from bot.evaluation.drafts import Drafts, Line, drafts
from bot.logs import set_logging
from bot.settings import read_settings
from storage.database import Database
from storage.exchanges import Exchanges
from storage.records import Records


async def run(asked: argparse.Namespace) -> int:
    """Read what is on record, and write the drafts; nothing else is opened."""
    settings = read_settings()
    set_logging(settings.log)
    since = asked.since and datetime.combine(asked.since, time(), UTC)
    database = Database(home(settings) / "policybot.sqlite")
    try:
        await database.open()
        sealing = await sealer(settings, database)
        judged = await Records(database, sealing).judged(since)
        made = await drafts(judged, Exchanges(database, sealing))
    finally:
        await database.close()
    if asked.out is not None:
        _write(made.lines, asked.out)
    _tell(made, asked.out, as_json=asked.json)
    return 0


def _write(lines: Sequence[Line], out: Path) -> None:
    """Write a new file: what was filled in by hand is never written over."""
    try:
        with out.open("x", encoding="utf-8") as file:
            file.writelines(f"{_written(line)}\n" for line in lines)
    except FileExistsError as error:
        raise UnsoundError(
            f"{out} is there already, and what was filled in there would be lost. Name another "
            "file with --out."
        ) from error
    except OSError as error:
        raise UnsoundError(f"{out} cannot be written: {error.strerror}.") from error


def _tell(made: Drafts, out: Path | None, *, as_json: bool) -> None:
    """Say what there is; without a file, the lines themselves, and the rest to standard error."""
    counts = {"drafts": len(made.lines), "erased": made.erased}
    if as_json:
        told = counts | ({"lines": made.lines} if out is None else {"file": str(out)})
        print(json.dumps(told, ensure_ascii=False, indent=2))  # noqa: T201
        return
    if out is None:
        for line in made.lines:
            print(_written(line))  # noqa: T201
    where = "" if out is None else f" in {out}"
    sentence = (
        f"{counts['drafts']} drafts{where}; {counts['erased']} skipped, as their texts are erased."
    )
    if out is None:
        print(sentence, file=sys.stderr)  # noqa: T201
    else:
        terminal.console().print(sentence, markup=False, highlight=False)


def _written(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False)
