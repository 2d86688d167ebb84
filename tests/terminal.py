"""`python -m bot …`, as somebody types it and reads what it says."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main


@dataclass(frozen=True, slots=True)
class Said:
    """What a command left behind: its exit status, and what stood on the screen."""

    status: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """Everything that was said, on one line: a terminal breaks lines where it likes."""
        return " ".join(f"{self.out} {self.err}".split())

    @property
    def json(self) -> Any:  # noqa: ANN401  # JSON has no type of its own
        return json.loads(self.out)


class Terminal:
    """Runs commands in this process; what is set lasts until the test ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def set(self, **settings: str | Path) -> None:
        """Set `POLICYBOT_NAME` for each name."""
        for name, value in settings.items():
            self._monkeypatch.setenv(f"POLICYBOT_{name}", str(value))

    def run(self, *arguments: str) -> Said:
        """Run a command and read what it said; none may end in a traceback."""
        self._capsys.readouterr()
        try:
            status = main(arguments)
        except SystemExit as ended:  # how argparse ends
            status = int(ended.code or 0)
        out, err = self._capsys.readouterr()
        assert "Traceback" not in out + err
        return Said(status, out, err)
