"""Which chat services are there to run the product on?"""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from tests.scenarios.runs.driver import Driver
from tests.scenarios.runs.leaks.running import World
from tests.scenarios.slack import leaks as in_slack
from tests.scenarios.slack.driver import slack_driver
from tests.scenarios.teams import leaks as in_teams
from tests.scenarios.teams.driver import teams_driver

SURFACES = ("slack", "teams")
WORLDS: dict[str, World] = {"slack": in_slack.WORLD, "teams": in_teams.WORLD}


def driving(surface: str, folder: Path) -> AbstractAsyncContextManager[Driver]:
    """Serve one of them; what it needs in files is put into a folder."""
    return slack_driver() if surface == "slack" else teams_driver(folder)
