import importlib.util
from types import ModuleType

import pytest

from tests.at_hand import need
from tests.conftest import SHARED


@pytest.fixture(scope="module")
def scorer() -> ModuleType:
    file = SHARED / "data" / "score_retrieval.py"
    need(file.exists(), "the public scorer is not beside the project")
    spec = importlib.util.spec_from_file_location("score_retrieval", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
