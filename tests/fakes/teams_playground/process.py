"""Runs the playground against a bot: on loopback, as one company, telling nobody of it."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
STARTS_WITHIN = 60.0  # seconds
ENDS_WITHIN = 10.0
TENANT = "00000000-0000-4000-8000-00000000c0de"
BOT = "00000000-0000-4000-8000-00000000b071"
BOT_NAME = "Policy Bot"
GROUP = "HR project"
TEAM, CHANNEL = "All staff", "Announcements"
ASKER = "Ana Ruiz"
CHATS = {
    "personal": "a:personal",
    "group": "19:group@thread.v2",
    "channel": "19:channel@thread.tacv2",
}
_OTHERS = ("Ben Ode", "Eva Gil", "Vera Lind", "Hugo Paz", "Ivo Mar")  # exactly five
_DOMAIN = "corp.example"


class NotStartedError(Exception):
    """The playground did not come up."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the playground is to run, and what it writes beside it."""

    program: Path
    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def service_url(self) -> str:
        """The one address that a bot may answer to."""
        return f"{self.url}/_connector"


def free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


@asynccontextmanager
async def running(place: Place, bot: str) -> AsyncIterator[None]:
    """Run the playground against the bot at an address.

    Raises:
        NotStartedError: It did not say in time that it listens where it was told to.
    """
    config = place.folder / ".m365agentsplayground.yml"
    config.write_text(json.dumps(_company()), encoding="utf-8")  # which is YAML, too
    process = await asyncio.create_subprocess_exec(
        "node",
        str(place.program),
        "start",
        *("-e", bot, "-c", "msteams", "-p", str(place.port), "--service-url", place.service_url),
        "--disable-telemetry",
        cwd=place.folder,
        env=_environment(place, config),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        await _listening(process, place)
        assert process.stdout is not None
        drained = asyncio.create_task(process.stdout.read())
        yield
        drained.cancel()
    finally:
        await _end(process)


def identity(name: str) -> dict[str, str]:
    """Give what the playground tells of somebody: their id, object id, e-mail, …"""
    given, _, surname = name.partition(" ")
    number = (ASKER, *_OTHERS).index(name)
    email = f"{given.lower()}@{_DOMAIN}"
    return {
        "id": f"29:{given.lower()}",
        "name": name,
        "userPrincipleName": email,
        "aadObjectId": f"00000000-0000-4000-8000-0000000000{number:02}",
        "givenName": given,
        "surname": surname,
        "email": email,
    }


def _company() -> dict[str, object]:
    """Write the playground's file: who is there, and where they talk."""
    return {
        "version": "0.1.1",
        "tenantId": TENANT,
        "bot": {"id": f"28:{BOT}", "name": BOT_NAME},
        "currentUser": identity(ASKER),
        "users": [identity(name) for name in _OTHERS],
        "personalChat": {"id": CHATS["personal"]},
        "groupChat": {"id": CHATS["group"], "name": GROUP},
        "team": {
            "id": "19:team@thread.tacv2",
            "name": TEAM,
            "aadGroupId": "00000000-0000-4000-8000-00000000007e",
            "channels": [{"id": CHATS["channel"], "name": CHANNEL}],
        },
    }


def _environment(place: Place, config: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(place.folder),
        "NODE_OPTIONS": f"--require {HERE / 'loopback.cjs'}",
        "APPLICATION_INSIGHTS_NO_STATSBEAT": "1",
        "TEAMSAPPTESTER_BROWSER": "none",
        "M365_AGENTS_PLAYGROUND_CONFIG_PATH": str(config),
        "M365_AGENTS_PLAYGROUND_LOGFILE": str(place.folder / "playground.log"),
    }


async def _listening(process: asyncio.subprocess.Process, place: Place) -> None:
    assert process.stdout is not None
    said = []
    try:
        async with asyncio.timeout(STARTS_WITHIN):
            async for line in process.stdout:
                said.append(line.decode(errors="replace").strip())
                if said[-1].startswith("Listening on "):
                    break
    except TimeoutError:
        said.append(f"(nothing more in {STARTS_WITHIN:.0f} seconds)")
    if not said or said[-1] != f"Listening on {place.port}":
        raise NotStartedError(f"The playground is not on port {place.port}: {said[-5:]}")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(ENDS_WITHIN):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
