from collections.abc import AsyncIterator

import pytest

from tests.bot.surfaces.slack.posted import Bot, Kept, Prompted, over_http
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.workspace import FakeSlack


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def prompted() -> Prompted:
    return Prompted()


@pytest.fixture
async def bot(kept: Kept, prompted: Prompted) -> AsyncIterator[Bot]:
    async with over_http(kept, prompted) as bot:
        yield bot


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack() as slack:
        yield slack
