"""A company with a few policies, its people in a workspace, and the bot among them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from typing import Any

from pydantic import SecretStr

from bot.commands.serve import serving
from bot.settings import FolderSettings, Settings
from bot.slack_settings import SlackSettings
from bot.surfaces.slack.scopes import events, scopes
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.workspace import FakeSlack
from tests.scenarios.slack.record import Asked, on_record, until_nothing_waits

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


@dataclass
class Office:
    """The workspace, as it is before anybody says anything."""

    slack: FakeSlack
    address: str = ""
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        slack = self.slack
        self.ana = slack.user(ANA, name="Ana")
        self.ben = slack.user(BEN, name="Ben")
        self.eva = slack.user(EVA, name="Eva", locale="es-ES")
        self.vera = slack.user(VERA, name="Vera")
        self.hugo = slack.user(HUGO, name="Hugo")
        self.general = slack.channel("general", members=[self.ana, self.ben, self.eva])
        self.desk = slack.channel("hr-desk", members=[self.vera, self.hugo], private=True)

    def mention(self, text: str) -> str:
        """Address the bot."""
        return f"<@{self.slack.bot.id}> {text}"

    def told(self, channel: Channel) -> list[str]:
        """What the bot has standing in a conversation now, for all who are there."""
        said = channel.messages.values()
        return [message.text for message in said if message.sender is self.slack.bot]

    async def settles(self) -> None:
        """Wait until the bot has taken all that happened, and has nothing left to do."""
        for dispatch in self.slack.deliverer.dispatches:
            await asyncio.wait_for(dispatch.ended.wait(), timeout=60)
        await until_nothing_waits(self.settings)

    async def record(self) -> list[Asked]:
        """Read what was asked so far, oldest first."""
        return await on_record(self.settings)


@asynccontextmanager
async def running(
    office: Office,
    settings: Settings,
    model: FastEmbedder,
    **slack: Any,  # noqa: ANN401  # settings
) -> AsyncIterator[Office]:
    """Run the bot over HTTP in an office, set as it is told, with what its manifest asks for."""
    fake = office.slack
    follow_ups = bool(slack.get("follow_ups"))
    fake.scopes = set(scopes(follow_ups=follow_ups))
    fake.subscriptions = set(events(follow_ups=follow_ups))
    set_to = SlackSettings(
        bot_token=SecretStr(fake.bot_token),
        signing_secret=SecretStr(fake.signing_secret),
        api_url=f"{fake.url}/api/",
        **slack,
    )
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    settings = settings.model_copy(update={"slack": set_to})
    async with serving(settings, bound, model=model) as address:
        if "app_token" not in slack:  # with one, the bot has called by now
            fake.deliver_to(f"{address}/slack/events")
        office.address, office.settings = address, settings
        yield office


def settings_over(data: Path, folder: Path) -> Settings:
    """Set the policies, on a site where they can be opened."""
    return Settings(data=data, folder=FolderSettings(path=folder, url=SITE))
