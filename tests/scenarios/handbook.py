"""A small handbook on disk, who may read it, and the process that keeps its index."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.answers import Answer
from bot.app import Application, home
from bot.conversation import Message, Reply
from bot.settings import FolderSettings, Settings

ANA = "ana@corp.example"  # of HR
BEN = "ben@corp.example"
LEAVE = "How many working days of annual leave do I have?"
BANDS = "How much does band 4 earn a year?"


@dataclass(frozen=True, slots=True)
class Handbook:
    """Pages and an access file in a folder."""

    folder: Path

    @property
    def access(self) -> dict[str, Any]:
        """What the access file says while it is whole."""
        return {
            "default": "staff",
            "people": {ANA: ["staff", "hr"], BEN: ["staff"]},
            "rules": [{"prefix": "hr/", "audience": "hr"}],
        }

    def write(self, path: str, text: str) -> None:
        """Write a file, with the folders it is in."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def write_many(self, number: int) -> None:
        """Write pages that differ."""
        for page in range(number):
            self.write(
                f"rules/rule-{page}.md", f"# Rule {page}\n\nThe limit of rule {page} is {page}.\n"
            )


def small_handbook(folder: Path) -> Handbook:
    """Write leave for the staff, salary bands for HR, and the access file that says so."""
    pages = Handbook(folder)
    pages.write("leave.md", "# Annual leave\n\nEverybody has 23 working days of annual leave.\n")
    pages.write("hr/bands.md", "# Salary bands\n\nBand 4 earns 41,000 to 47,000 euros a year.\n")
    pages.write("access.json", json.dumps(pages.access))
    return pages


def settings_over(pages: Handbook, data: Path, models: Path) -> Settings:
    """Set a handbook and a data folder, with the model that is there already."""
    (data / "models").symlink_to(models)
    return Settings(data=data, folder=FolderSettings(path=pages.folder))


def engine_pid(settings: Settings) -> int:
    """The process that holds the index of these settings."""
    pid: int = json.loads((home(settings) / "index" / "engine.json").read_bytes())["pid"]
    return pid


async def ask(app: Application, text: str, asker: str = ANA, *, private: bool = True) -> Reply:
    """Ask in a terminal's way."""
    message = Message(text=text, asker=asker, surface="tests", private=private)
    return await app.assistant.reply(message)


async def answer(app: Application, text: str, asker: str = ANA) -> Answer:
    """Ask, and look at the answer alone."""
    return (await ask(app, text, asker)).answer
