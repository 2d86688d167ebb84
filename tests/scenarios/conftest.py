from pathlib import Path

import pytest

from tests.scenarios.handbook import Handbook, small_handbook


@pytest.fixture
def pages(handbook: Path) -> Handbook:
    return small_handbook(handbook)
