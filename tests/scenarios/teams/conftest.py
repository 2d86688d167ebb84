from pathlib import Path

import pytest

from tests.scenarios.chat.fixtures import (
    app,
    bot,
    certified,
    following,
    opened,
    own_app,
    own_bot,
    share_a_loop,
    teams_office,
)
from tests.scenarios.teams.office import TeamsOffice

__all__ = ["app", "bot", "certified", "following", "opened", "own_app", "own_bot", "teams_office"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    share_a_loop(items, Path(__file__).parent)


@pytest.fixture
def office(teams_office: TeamsOffice) -> TeamsOffice:
    return teams_office
