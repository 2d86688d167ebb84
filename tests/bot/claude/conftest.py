"""A service that speaks the Messages API, and who answers by it."""

from collections.abc import AsyncIterator

import pytest

from bot.claude.answers import ClaudeAnswerer
from bot.claude.budgets import Budgets
from bot.claude.client import Claude, Patience
from bot.claude.understanding import ClaudeUnderstander, patience
from bot.claude.understanding_prompt import Options
from storage.calls import Call, Calls
from storage.database import Database
from tests.bot.claude.desk import TestDesk
from tests.bot.claude.understanding import LANGUAGES, Making
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.server import FakeClaude, fake_claude


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
    yield ClaudeAnswerer(claude, "claude-sonnet-5-5", unbounded)
    await claude.close()


@pytest.fixture
def desk() -> TestDesk:
    return TestDesk()


@pytest.fixture
def asked_models() -> list[Call]:
    """The calls that were put on record."""
    return []


@pytest.fixture
async def making(
    service: FakeClaude, unbounded: Budgets, asked_models: list[Call]
) -> AsyncIterator[Making]:
    clients = []

    async def record(call: Call) -> None:
        asked_models.append(call)

    def make(
        options: Options = Options(),  # noqa: B008  # it never changes
        budgets: Budgets = unbounded,
        *,
        seconds: float = 10,
    ) -> ClaudeUnderstander:
        clients.append(
            Claude(KEY, service.url, patience=patience(seconds), record=record),
        )
        return ClaudeUnderstander(
            clients[-1], "claude-haiku-5-5", budgets, languages=LANGUAGES, options=options
        )

    yield make
    for client in clients:
        await client.close()


@pytest.fixture
def understander(making: Making) -> ClaudeUnderstander:
    return making()
