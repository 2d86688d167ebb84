"""What surfaces have in common is written once, below them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bot.surfaces

SURFACES = Path(bot.surfaces.__path__[0])
LINES = 6  # that are the same, but for blank lines, comments, docstrings and imports


def told(*folders: Path) -> str:
    """What pylint finds written twice in some folders, or has to say of them else."""
    asked = ["--disable=all", "--enable=duplicate-code", f"--min-similarity-lines={LINES}"]
    run = subprocess.run(  # noqa: S603  # nothing of it is from outside
        [sys.executable, "-m", "pylint", "--rcfile=", *asked, *map(str, folders)],
        check=False,
        capture_output=True,
        text=True,
    )
    return run.stdout + run.stderr


@pytest.mark.slow
def test_slack_and_teams_repeat_nothing_of_one_another() -> None:
    said = told(SURFACES / "slack", SURFACES / "teams")
    assert said.strip("-\n").startswith("Your code has been rated at 10.00/10"), said


@pytest.mark.slow
def test_what_is_written_twice_is_found(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        shutil.copy(SURFACES / "slack" / "context.py", tmp_path / name / f"{name}.py")

    assert "duplicate-code" in told(tmp_path / "one", tmp_path / "two")
