from collections.abc import AsyncIterator

import pytest

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.server import fake_slack
from tests.scenarios.slack.office import Office, running


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with fake_slack() as slack:
        yield Office(slack)


@pytest.fixture
async def bot(office: Office, policies: Settings, embedder: FastEmbedder) -> AsyncIterator[Office]:
    """The bot, running in the office with an HR desk."""
    async with running(office, policies, embedder, desk_channel=office.desk.id) as served:
        yield served


@pytest.fixture
async def following(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> AsyncIterator[Office]:
    """The bot, set to follow the threads in which it answers."""
    async with running(office, policies, embedder, follow_ups=True) as served:
        yield served
