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
    slack_office,
    teams_office,
)
from tests.scenarios.chat.office import Office

__all__ = [
    "app",
    "bot",
    "certified",
    "following",
    "opened",
    "own_app",
    "own_bot",
    "slack_office",
    "teams_office",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    share_a_loop(items, Path(__file__).parent)


@pytest.fixture(params=["slack", "teams"])
def office(request: pytest.FixtureRequest) -> Office:
    """The company, in one service after another."""
    made: Office = request.getfixturevalue(f"{request.param}_office")
    return made
