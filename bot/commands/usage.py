"""`python -m bot usage`: what models were asked, by day, model and purpose, and what it cost."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, time

from rich.table import Table

from bot.app import home
from bot.commands import terminal
from bot.logs import set_logging
from bot.settings import read_settings
from storage.calls import Calls, Usage
from storage.database import Database

_SUMMED = (
    *("calls", "failed", "attempts", "input_tokens", "cache_read_tokens", "cache_written_tokens"),
    *("output_tokens", "dollars", "unpriced", "milliseconds"),
)


async def run(asked: argparse.Namespace) -> int:
    """Add up what is on record; nothing else is opened."""
    settings = read_settings()
    set_logging(settings.log)
    since = asked.since and datetime.combine(asked.since, time(), UTC)
    database = Database(home(settings) / "policybot.sqlite")
    await database.open()
    try:
        lines = await Calls(database).usage(since)
    finally:
        await database.close()
    if asked.json:
        told = {"lines": [_written(line) for line in lines], "total": _written(_total(lines))}
        print(json.dumps(told, indent=2))  # noqa: T201
    elif lines:
        terminal.console().print(_table(lines))
    else:
        terminal.console().print("No model was asked.")
    return 0


def _total(lines: Sequence[Usage]) -> Usage:
    return Usage(
        day="", model="", purpose="", **{n: sum(getattr(u, n) for u in lines) for n in _SUMMED}
    )


def _cached(line: Usage) -> float:
    """The part of the prompts that the cache had, 0.0 to 1.0."""
    prompts = line.input_tokens + line.cache_read_tokens + line.cache_written_tokens
    return line.cache_read_tokens / prompts if prompts else 0.0


def _written(line: Usage) -> dict[str, object]:
    return asdict(line) | {"cached": round(_cached(line), 4)}


def _table(lines: Sequence[Usage]) -> Table:
    table = Table(show_footer=False, caption="Dollars at list prices; * not all calls have one.")
    for name in ("day", "model", "purpose"):
        table.add_column(name)
    for name in ("calls", "failed", "input", "cached", "output", "dollars", "seconds each"):
        table.add_column(name, justify="right")
    for line in lines:
        table.add_row(line.day, line.model, line.purpose, *_figures(line))
    table.add_section()
    table.add_row("total", "", "", *_figures(_total(lines)))
    return table


def _figures(line: Usage) -> tuple[str, ...]:
    prompts = line.input_tokens + line.cache_read_tokens + line.cache_written_tokens
    return (
        f"{line.calls:,}",
        f"{line.failed:,}",
        f"{prompts:,}",
        f"{_cached(line):.0%}",
        f"{line.output_tokens:,}",
        f"{line.dollars:.4f}{'*' if line.unpriced else ''}",
        f"{line.milliseconds / line.calls / 1000:.1f}",
    )
