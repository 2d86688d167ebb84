"""Teams as a surface: what the service posts goes through the gate, and is kept."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web

from bot.intake import Taking
from bot.serving import Check
from bot.surfaces.teams.addresses import LoopbackUrls, ServiceUrls
from bot.surfaces.teams.authentication import LoopbackCallers, SignedCallers
from bot.surfaces.teams.connector import Connector, Patience
from bot.surfaces.teams.credentials import AppCredentials, NoCredentials
from bot.surfaces.teams.gate import Gate
from bot.surfaces.teams.keys import Pace, SigningKeys
from bot.surfaces.teams.receiving import Prompt, Receiving
from bot.surfaces.teams.streams import StreamPace
from bot.surfaces.teams.transport import Transport

PATH = "/api/messages"
"""Where the service posts all there is."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The bot as it is known to Microsoft, and where Microsoft is."""

    app_id: str
    password: str = field(repr=False)
    tenant: str
    service_urls: Sequence[str] = ("https://smba.trafficmanager.net/",)
    keys_url: str = "https://login.botframework.com/v1/.well-known/openidconfiguration"
    issuer: str = "https://api.botframework.com"
    login_url: str = "https://login.microsoftonline.com/"

    def __post_init__(self) -> None:
        if not (self.app_id.strip() and self.password.strip() and self.tenant.strip()):
            raise ValueError("A registration has an app id, a password and a tenant, none blank.")


@dataclass(frozen=True, slots=True)
class Development:
    """A service that runs on this computer: no token is asked for, and none is given."""


@dataclass(frozen=True, slots=True)
class Paces:
    """How fast all of it is; the defaults are what Microsoft asks for."""

    keys: Pace = field(default_factory=Pace)
    patience: Patience = field(default_factory=Patience)
    stream: StreamPace = field(default_factory=StreamPace)
    reading: float = 5.0


class TeamsOverHttp:
    """The service calls us; each request is checked before anything else looks at it."""

    def __init__(
        self, gate: Gate, intake: Taking, prompt: Prompt, keys: SigningKeys | None
    ) -> None:
        self._gate = gate
        self._receiving = Receiving(intake, prompt)
        self._keys = keys

    def routes(self) -> Sequence[web.AbstractRouteDef]:
        """Give the one address for all activities."""
        return [web.post(PATH, self._take)]

    def checks(self) -> Mapping[str, Check]:
        """Tell of the keys: without them nothing is let in."""
        return {} if self._keys is None else {"teams keys": self._keys.check}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Take activities in."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._receiving.running())
            if self._keys is not None:
                await stack.enter_async_context(self._keys.running())
            yield

    async def _take(self, request: web.Request) -> web.Response:
        return await self._receiving.acknowledged(await self._gate.admit(request))


@asynccontextmanager
async def web_session() -> AsyncIterator[aiohttp.ClientSession]:
    """Lend the session for all that Microsoft is asked; each request has a limit of its own."""
    timeout = aiohttp.ClientTimeout(total=30, sock_connect=5)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        yield session


def teams_surface(
    session: aiohttp.ClientSession,
    service: Registration | Development,
    intake: Taking,
    prompt: Prompt,
    *,
    paces: Paces | None = None,
) -> TeamsOverHttp:
    """Make the surface: for what Microsoft signed, or for whatever runs on this computer."""
    paces = paces or Paces()
    if isinstance(service, Development):
        gate = Gate(LoopbackCallers(), LoopbackUrls(), (), patience=paces.reading)
        return TeamsOverHttp(gate, intake, prompt, keys=None)
    keys = SigningKeys(session, service.keys_url, paces.keys)
    callers = SignedCallers(keys, app_id=service.app_id, issuer=service.issuer)
    addresses = ServiceUrls(service.service_urls)
    gate = Gate(callers, addresses, {service.tenant.casefold()}, patience=paces.reading)
    return TeamsOverHttp(gate, intake, prompt, keys=keys)


def teams_transport(
    session: aiohttp.ClientSession,
    service: Registration | Development,
    *,
    paces: Paces | None = None,
) -> Transport:
    """Make what sends: with the bot's token to Microsoft, or without one to this computer."""
    paces = paces or Paces()
    if isinstance(service, Development):
        connector = Connector(session, NoCredentials(), LoopbackUrls(), paces.patience)
        return Transport(connector)
    credentials = AppCredentials(
        service.app_id,
        service.password,
        service.tenant,
        issuer=service.issuer,
        login_url=service.login_url,
    )
    addresses = ServiceUrls(service.service_urls)
    connector = Connector(session, credentials, addresses, paces.patience)
    return Transport(connector)
