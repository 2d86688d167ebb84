import pytest

from tests.scenarios.surfaces import SURFACES


@pytest.fixture(params=SURFACES)
def surface(request: pytest.FixtureRequest) -> str:
    """The name of each chat service."""
    return str(request.param)
