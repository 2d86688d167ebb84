from collections.abc import AsyncIterator

import pytest

from tests.bot.surfaces.slack.posted import Kept
from tests.bot.surfaces.teams import issuer as issuers
from tests.bot.surfaces.teams.issuer import Issuer
from tests.bot.surfaces.teams.posted import Bot, Prompted, over_http


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def prompted() -> Prompted:
    return Prompted()


@pytest.fixture
async def issuer() -> AsyncIterator[Issuer]:
    async with issuers.running(Issuer()) as issuer:
        yield issuer


@pytest.fixture
async def bot(issuer: Issuer, kept: Kept, prompted: Prompted) -> AsyncIterator[Bot]:
    async with over_http(issuer, kept, prompted) as bot:
        yield bot
