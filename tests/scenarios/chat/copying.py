"""How does a test get an index of its own? It copies one that is there."""

import shutil
from pathlib import Path

from bot.settings import Settings
from tests.scenarios.chat.company import settings_over
from tests.scenarios.runs.copying import copied_with_holes


def copied(indexed: Path, home: Path) -> Settings:
    """Copy policies that are indexed, and give settings over the copy."""
    shutil.copytree(
        indexed,
        home,
        symlinks=True,
        ignore=shutil.ignore_patterns("engine.*", "*.sock"),
        copy_function=copied_with_holes,
    )
    return settings_over(home / "data", indexed / "policies")
