import asyncio
from pathlib import Path

import pytest

from storage.calls import Call, Calls
from storage.database import Database
from tests.terminal import Terminal


@pytest.fixture
def calls(tmp_path: Path) -> list[Call]:
    """Keep some calls where the command looks for them."""
    kept = [
        Call("answer", "claude-sonnet-5-5", "answered", input_tokens=100, dollars=0.25, attempts=1),
        Call(
            purpose="answer",
            model="claude-sonnet-5-5",
            outcome="overloaded",
            cache_read_tokens=300,
            output_tokens=50,
            dollars=0.5,
            milliseconds=3000,
            attempts=3,
        ),
        Call(
            "context", "claude-of-a-gateway", "answered", input_tokens=7, dollars=None, attempts=1
        ),
    ]

    async def keep() -> None:
        database = Database(tmp_path / "data" / "demo" / "policybot.sqlite")
        await database.open()
        for call in kept:
            await Calls(database).add(call)
        await database.close()

    asyncio.run(keep())
    return kept


def test_usage_adds_up_by_model_and_purpose(terminal: Terminal, calls: list[Call]) -> None:
    told = terminal.run("usage", "--json").json

    gateway, sonnet = told["lines"]
    assert (sonnet["calls"], sonnet["failed"], sonnet["attempts"]) == (2, 1, 4)
    assert (sonnet["cached"], sonnet["dollars"]) == (0.75, 0.75)
    assert (gateway["purpose"], gateway["unpriced"]) == ("context", 1)
    assert (told["total"]["calls"], told["total"]["dollars"]) == (3, 0.75)


def test_the_table_says_which_sum_lacks_a_price(terminal: Terminal, calls: list[Call]) -> None:
    said = terminal.run("usage")

    assert "0.7500*" in said.out
    assert "75%" in said.out
    assert said.status == 0


def test_only_what_came_since_is_added_up(terminal: Terminal, calls: list[Call]) -> None:
    assert "No model was asked." in terminal.run("usage", "--since", "2099-01-01").out


def test_a_day_that_is_none_is_told(terminal: Terminal) -> None:
    said = terminal.run("usage", "--since", "yesterday")

    assert said.status == 2
    assert "yesterday is not a day" in said.err


def test_nothing_on_record_is_told(terminal: Terminal) -> None:
    assert "No model was asked." in terminal.run("usage").out
