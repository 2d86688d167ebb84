from collections.abc import AsyncIterator

import pytest

from bot.surfaces.teams.server import Development, teams_transport, web_session
from bot.surfaces.teams.transport import Transport
from tests.bot.surfaces.slack.posted import Kept
from tests.bot.surfaces.teams import issuer as issuers
from tests.bot.surfaces.teams import service as services
from tests.bot.surfaces.teams.issuer import Issuer
from tests.bot.surfaces.teams.posted import Bot, Prompted, over_http
from tests.bot.surfaces.teams.service import QUICK, Service


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


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    async with services.running() as service:
        yield service


@pytest.fixture
async def transport() -> AsyncIterator[Transport]:
    async with web_session() as session:
        yield teams_transport(session, Development(), paces=QUICK)
