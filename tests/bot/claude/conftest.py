"""A service that speaks the Messages API, and who answers by it."""

from collections.abc import AsyncIterator

import pytest

from bot.answers import Step
from bot.claude.answers import ClaudeAnswerer
from bot.claude.budgets import Budgets
from bot.claude.client import Claude, Patience
from storage.calls import Calls
from storage.database import Database
from tests.bot.claude.desk import TestDesk
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.server import FakeClaude, fake_claude


def calculate(expression: str) -> Step:
    """Divide, as much as these tests need."""
    left, right = expression.split("/")
    if float(right) == 0:
        raise ValueError("Nothing can be divided by 0.")
    return Step(expression, f"{float(left) / float(right):g}")


@pytest.fixture
async def service() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as service:
        yield service


@pytest.fixture
def unbounded() -> Budgets:
    return Budgets(Calls(Database(None)))  # type: ignore[arg-type]  # never looked into


@pytest.fixture
async def answerer(service: FakeClaude, unbounded: Budgets) -> AsyncIterator[ClaudeAnswerer]:
    claude = Claude(KEY, service.url, patience=Patience(first=0.01, longest=0.02))
    yield ClaudeAnswerer(claude, "claude-sonnet-5-5", unbounded, calculate)
    await claude.close()


@pytest.fixture
def desk() -> TestDesk:
    return TestDesk()
