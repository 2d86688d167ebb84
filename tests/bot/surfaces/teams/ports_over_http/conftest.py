from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.surfaces.teams.ports_over_http.rig import Ports, ports
from tests.fakes.teams.acting import Person
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.server import fake_teams
from tests.fakes.teams.service import FakeTeams


@pytest.fixture
async def teams() -> AsyncIterator[FakeTeams]:
    async with fake_teams() as teams:
        yield teams


@pytest.fixture
async def bot(teams: FakeTeams, tmp_path: Path) -> AsyncIterator[Ports]:
    async with ports(teams, tmp_path) as bot:
        yield bot


@pytest.fixture
def ana(teams: FakeTeams) -> Person:
    return teams.user("ana@corp.example", name="Ana", locale="es-ES")


@pytest.fixture
def ben(teams: FakeTeams) -> Person:
    return teams.user("ben@corp.example", name="Ben")


@pytest.fixture
def dm(teams: FakeTeams, ana: Person) -> Chat:
    return teams.dm(ana)


@pytest.fixture
def group(teams: FakeTeams, ana: Person, ben: Person) -> Chat:
    return teams.group("Project", members=[ana, ben])
