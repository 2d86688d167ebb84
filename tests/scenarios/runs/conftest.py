import pytest

from tests.scenarios.slack.conftest import indexed_policies, policies
from tests.scenarios.surfaces import SURFACES

__all__ = ["indexed_policies", "policies"]


@pytest.fixture(params=SURFACES)
def surface(request: pytest.FixtureRequest) -> str:
    """The name of each chat service."""
    return str(request.param)
