"""The bot in an office, over policies that are opened once for all tests of a process.

To open them takes seconds; nothing that was asked in one office means anything in another.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import Application, application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.server import fake_slack
from tests.fakes.teams.certificates import certificate
from tests.fakes.teams.server import fake_teams
from tests.scenarios.chat.copying import copied
from tests.scenarios.chat.office import Office, anew, running
from tests.scenarios.slack.office import Office as SlackOffice
from tests.scenarios.teams.office import TeamsOffice

_clock = Clock()  # of all that Slack is made of: no two have the same id


def share_a_loop(items: list[pytest.Item], folder: Path) -> None:
    """Let all tests of a folder have one loop: what is open for all of them belongs to it."""
    for item in items:
        if folder in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for Microsoft's login."""
    return certificate(tmp_path_factory.mktemp("login"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def opened(
    indexed_policies: Path, tmp_path_factory: pytest.TempPathFactory, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    """The policies, open for all; what is left of one test means nothing to another."""
    data = copied(indexed_policies, tmp_path_factory.mktemp("opened") / "office")
    async with application(data, model=embedder) as app:
        yield app


@pytest_asyncio.fixture(loop_scope="session")
async def app(opened: Application) -> Application:
    """The policies, open, and nobody has asked anything."""
    await anew(opened)
    return opened


@pytest_asyncio.fixture(loop_scope="session")
async def own_app(policies: Settings, embedder: FastEmbedder) -> AsyncIterator[Application]:
    """The policies, opened for one test alone: nothing was ever asked there."""
    async with application(policies, model=embedder) as app:
        yield app


@pytest_asyncio.fixture(loop_scope="session")
async def slack_office() -> AsyncIterator[SlackOffice]:
    """The company in Slack."""
    async with fake_slack(clock=_clock) as slack:
        yield SlackOffice(slack)


@pytest_asyncio.fixture(loop_scope="session")
async def teams_office(
    certified: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TeamsOffice]:
    """The company in Teams, whose login has a certificate that the bot trusts."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certified))
    async with fake_teams() as teams:
        yield TeamsOffice(teams, certified)


@pytest_asyncio.fixture(loop_scope="session")
async def bot(office: Office, app: Application) -> AsyncIterator[Office]:
    """The bot, running in the office with an HR desk."""
    async with running(office, app, desk_channel=office.desk.id) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def own_bot(office: Office, own_app: Application) -> AsyncIterator[Office]:
    """The bot with an HR desk, over policies that are open for it alone."""
    async with running(office, own_app, desk_channel=office.desk.id) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def following(office: Office, app: Application) -> AsyncIterator[Office]:
    """The bot, set to follow the threads in which it answers, and so told of what is said there."""
    async with running(office, app, follow_ups=True) as served:
        yield served
