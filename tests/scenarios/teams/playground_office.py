"""The office at the Agents Playground: its people, its policies, and HR in the group chat."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket

from bot.commands.serve import serving
from bot.feedback import Rating
from bot.settings import Settings
from bot.teams_settings import TeamsSettings
from retrieval.embedding import FastEmbedder
from tests.fakes.teams_playground.process import CHATS
from tests.fakes.teams_playground.rig import Playground
from tests.scenarios.chat.record import Asked, on_record, ratings_on_record
from tests.scenarios.slack.office import ACCESS, write_policies

HOTEL, HOTEL_ANSWER = "How much may a hotel within the country cost?", "140 euros"
ABROAD, ABROAD_ANSWER = "And abroad?", "190 euros"
HOTELS_PAGE = """# Hotels

## Within the country

A hotel within the country may cost up to 140 euros a night.

## Abroad

A hotel abroad may cost up to 190 euros a night.
"""
RATES = "How much is the daily allowance in each country?"
RATES_PAGE = """# Daily allowance

| Country | Full day | With a night |
| --- | --- | --- |
| Austria | 41 euros | 34 euros |
| Denmark | 62 euros | 51 euros |
| Japan | 66 euros | 55 euros |
"""


def write_office(folder: Path) -> None:
    """Write the policies, for everybody who is at the playground."""
    write_policies(folder)
    (folder / "rates.md").write_text(RATES_PAGE, encoding="utf-8")
    (folder / "hotels.md").write_text(HOTELS_PAGE, encoding="utf-8")
    people = ACCESS["people"] | {"ivo@corp.example": {"name": "Ivo Mar", "groups": ["staff"]}}
    open_to_all = [{"prefix": name, "audience": "everyone"} for name in ("rates.md", "hotels.md")]
    rules = [*ACCESS["rules"], *open_to_all]
    told = ACCESS | {"people": people, "rules": rules}
    (folder / "access.json").write_text(json.dumps(told), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class PlaygroundOffice:
    """The bot at work, and Ana at the playground."""

    playground: Playground
    settings: Settings

    async def record(self) -> list[Asked]:
        """Read what was asked so far, oldest first."""
        return await on_record(self.settings)

    async def ratings(self) -> list[Rating]:
        """Read what Ana thinks of the answers."""
        return await ratings_on_record(self.settings)


@asynccontextmanager
async def running(
    playground: Playground, settings: Settings, model: FastEmbedder
) -> AsyncIterator[PlaygroundOffice]:
    """Run the bot as whoever tries it out does: in development, on loopback."""
    teams = TeamsSettings(
        development=True, tenant_id=playground.tenant_id, desk_channel=CHATS["group"]
    )
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    settings = settings.model_copy(update={"teams": teams})
    async with (
        serving(settings, bound, model=model) as address,
        playground.against(f"{address}/api/messages"),
    ):
        yield PlaygroundOffice(playground, settings)
