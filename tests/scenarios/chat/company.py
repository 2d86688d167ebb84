"""Which policies does a company have that the scenarios ask about, and who may read them?"""

import json
from pathlib import Path
from typing import Any

from bot.settings import FolderSettings, Settings

SITE = "https://handbook.corp.example/"
ANA = "ana@corp.example"  # of HR's reading group, and asks
BEN = "ben@corp.example"
EVA = "eva@corp.example"  # Spanish
VERA = "vera@corp.example"  # at the HR desk
HUGO = "hugo@corp.example"  # too
STAFF = [f"staff{n}@corp.example" for n in range(500)]
OFFICE = "When does the office close on Fridays?"
OFFICE_ANSWER = "15:00"
LEAVE = "How many working days of annual leave do I have?"
LEAVE_ANSWER = "23 working days"
BANDS = "How much does band 4 earn a year?"
BANDS_ANSWER = "41,000"
MEALS = "How much meal allowance do I get?"
MEALS_OPTION = "10 hours or more"
MEALS_ANSWER = "31 euros"

PAGES = {
    "office.md": (
        "---\neffective: 2026-09-03\nversion: '4'\n---\n# Office hours\n\n"
        "The office closes at 15:00 on Fridays.\n\n"
        "## Visitors\n\nVisitors sign in at the front desk and wear a yellow badge.\n"
    ),
    "leave.md": (
        "# Annual leave\n\nEverybody has 23 working days of annual leave a year.\n\n"
        "## Moving house\n\nEmployees who move house have 2 days of paid leave.\n"
    ),
    "meals.md": (
        "# Journeys\n\n## Getting a meal allowance\n\n"
        "How much meal allowance you get depends on how long the journey takes:\n\n"
        "- Fewer than 10 hours: 14 euros per journey\n"
        "- 10 hours or more: 31 euros per journey\n"
    ),
    "smoke.md": (
        "# Smoke\n\nWhoever sees smoke writes \\<!channel> \\<!here> \\<@U0000000003> at once.\n"
    ),
    "hr/board.md": "# Board pack\n\nMaria's salary is 91,000 euros a year.\n",
    "hr/actas.md": "# Actas del comité\n\nEl comité acordó 14 despidos.\n",
    "hr/bands.md": "# Salary bands\n\nBand 4 earns 41,000 to 47,000 euros a year.\n",
}
ACCESS: dict[str, Any] = {
    "default": "staff",
    "groups": ["staff", "hr"],
    "people": {
        ANA: {"name": "Ana Ruiz", "groups": ["staff", "hr"]},
        BEN: {"name": "Ben Ode", "groups": ["staff"]},
        EVA: {"name": "Eva Gil", "groups": ["staff"]},
        VERA: {"name": "Vera Lind", "groups": ["staff", "hr"]},
        HUGO: {"name": "Hugo Paz", "groups": ["staff", "hr"]},
        **{email: {"name": f"Staff {n}", "groups": ["staff"]} for n, email in enumerate(STAFF)},
    },
    "rules": [
        {"prefix": "office.md", "audience": "everyone"},
        {"prefix": "meals.md", "audience": "everyone"},
        {"prefix": "smoke.md", "audience": "everyone"},
        {"prefix": "hr/", "audience": "hr"},
    ],
}


def write_policies(folder: Path) -> None:
    """Write the pages and the access file."""
    for path, text in PAGES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "access.json").write_text(json.dumps(ACCESS), encoding="utf-8")


def settings_over(data: Path, folder: Path) -> Settings:
    """Set the policies, on a site where they can be opened."""
    return Settings(data=data, folder=FolderSettings(path=folder, url=SITE))
