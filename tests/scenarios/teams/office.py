"""A company with a few policies, its people in a tenant of Teams, and the bot among them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from typing import Any

from pydantic import SecretStr

from bot.commands.serve import serving
from bot.settings import Settings
from bot.teams_settings import TeamsSettings
from retrieval.embedding import FastEmbedder
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.service import FakeTeams
from tests.scenarios.slack.office import ANA, BEN, EVA, HUGO, VERA
from tests.scenarios.slack.record import Asked, on_record, until_nothing_waits


@dataclass
class TeamsOffice:
    """The tenant, as it is before anybody says anything."""

    teams: FakeTeams
    address: str = ""
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        teams = self.teams
        self.ana = teams.user(ANA, name="Ana")
        self.ben = teams.user(BEN, name="Ben")
        self.eva = teams.user(EVA, name="Eva", locale="es-ES")
        self.vera = teams.user(VERA, name="Vera")
        self.hugo = teams.user(HUGO, name="Hugo")
        self.general = teams.channel("General", members=[self.ana, self.ben, self.eva])
        self.desk = teams.channel("HR desk", members=[self.vera, self.hugo], sharing="private")

    def mention(self, text: str) -> str:
        """Address the bot."""
        return f"{self.teams.bot.mention} {text}"

    def told(self, chat: Chat) -> list[str]:
        """What the bot has standing in a conversation now, for all who are there."""
        said = chat.messages.values()
        return [message.text for message in said if message.sender is self.teams.bot]

    async def settles(self) -> None:
        """Wait until the bot has taken all that happened, and has nothing left to do."""
        for dispatch in self.teams.deliverer.dispatches:
            await asyncio.wait_for(dispatch.ended.wait(), timeout=20)
        await until_nothing_waits(self.settings)

    async def record(self) -> list[Asked]:
        """Read what was asked so far, oldest first."""
        return await on_record(self.settings)


@asynccontextmanager
async def running(
    office: TeamsOffice,
    settings: Settings,
    model: FastEmbedder,
    certificate: Path,
    **teams: Any,  # noqa: ANN401  # settings
) -> AsyncIterator[TeamsOffice]:
    """Run the bot in an office, with Teams' tokens and its own, set as it is told."""
    fake = office.teams
    set_to = TeamsSettings(
        app_id=fake.app_id,
        app_password=SecretStr(fake.secret),
        tenant_id=fake.tenant.id,
        service_urls=f"{fake.url}/",
        keys_url=fake.metadata_url,
        login_url=fake.login.begin_securely(certificate),
        **teams,
    )
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    settings = settings.model_copy(update={"teams": set_to})
    async with serving(settings, bound, model=model) as address:
        fake.deliver_to(f"{address}/api/messages")
        office.address, office.settings = address, settings
        yield office
