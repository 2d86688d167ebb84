from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.teams.certificates import certificate
from tests.fakes.teams.server import fake_teams
from tests.scenarios.slack.conftest import indexed_policies, policies
from tests.scenarios.teams.office import TeamsOffice, running

__all__ = ["indexed_policies", "policies"]


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A certificate for Microsoft's login, which the bot trusts."""
    file = certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(file))
    return file


@pytest.fixture
async def office() -> AsyncIterator[TeamsOffice]:
    async with fake_teams() as teams:
        yield TeamsOffice(teams)


@pytest.fixture
async def bot(
    office: TeamsOffice, policies: Settings, embedder: FastEmbedder, trusted: Path
) -> AsyncIterator[TeamsOffice]:
    """The bot, running in the office with an HR desk."""
    async with running(office, policies, embedder, trusted, desk_channel=office.desk.id) as served:
        yield served
