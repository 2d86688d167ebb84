from collections.abc import AsyncIterator

import pytest

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot, running
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.server import fake_teams
from tests.fakes.teams.service import FakeTeams


@pytest.fixture
async def teams() -> AsyncIterator[FakeTeams]:
    async with fake_teams() as teams:
        yield teams


@pytest.fixture
async def bot(teams: FakeTeams) -> AsyncIterator[Bot]:
    async with running(teams) as bot:
        yield bot


@pytest.fixture
def ana(teams: FakeTeams) -> Person:
    return teams.user("ana@corp.example", name="Ana Ruiz", locale="es-ES")


@pytest.fixture
def ben(teams: FakeTeams) -> Person:
    return teams.user("ben@corp.example", name="Ben")


@pytest.fixture
def dm(teams: FakeTeams, ana: Person) -> Chat:
    return teams.dm(ana)


@pytest.fixture
def group(teams: FakeTeams, ana: Person, ben: Person) -> Chat:
    return teams.group("HR project", members=[ana, ben])


@pytest.fixture
def channel(teams: FakeTeams, ana: Person, ben: Person) -> Chat:
    return teams.channel("Announcements", members=[ana, ben])
