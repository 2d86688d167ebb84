import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.settings import PREFIX
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.workspace import FakeSlack
from tests.terminal import Terminal


@dataclass
class Served:
    """A `serve` that runs in a process of its own."""

    process: asyncio.subprocess.Process
    url: str

    async def get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(self.url + path) as answer:
            return answer.status, await answer.text()

    async def parts(self) -> Any:  # noqa: ANN401  # JSON
        return json.loads((await self.get("/readyz"))[1])["parts"]

    async def end(self, number: signal.Signals) -> float:
        """Ask it to end; how many seconds that took."""
        began = time.monotonic()
        self.process.send_signal(number)
        async with asyncio.timeout(30):
            await self.process.wait()
        return time.monotonic() - began


@asynccontextmanager
async def serving(data: Path, settings: Mapping[str, str]) -> AsyncIterator[Served]:
    """Run `serve` on a free port; it is lent once it says where it listens."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    ours |= {f"{PREFIX}{name}": value for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "serve"),
        env=ours | {"POLICYBOT_DATA": str(data), "POLICYBOT_PORT": "0"},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            said = await process.stdout.readuntil(b"Ctrl-C")
        yield Served(process, said.decode().split("Serving at ")[1].split()[0])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.fixture
def data(tmp_path: Path, models: Path) -> Path:
    """A data folder that holds only the model."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "models").symlink_to(models)
    return data


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack() as slack:
        slack.retry_after = (1,) * 60
        yield slack


def set_to(slack: FakeSlack, **more: str) -> dict[str, str]:
    return {"SLACK__BOT_TOKEN": slack.bot_token, "SLACK__API_URL": f"{slack.url}/api/", **more}


def inbox(data: Path) -> list[str]:
    """The subjects of what is kept on the disk."""
    with sqlite3.connect(data / "demo" / "policybot.sqlite") as connection:
        return [subject for (subject,) in connection.execute("select subject from inbox")]


def test_without_a_bot_token_it_is_said_what_to_set(terminal: Terminal) -> None:
    said = terminal.run("serve")

    assert said.status == 1
    assert "set POLICYBOT_SLACK__BOT_TOKEN" in said.err


def test_without_a_way_in_it_is_said_what_to_set(terminal: Terminal) -> None:
    terminal.set(SLACK__BOT_TOKEN="xoxb-1")

    said = terminal.run("serve")

    assert said.status == 1
    assert "Set POLICYBOT_SLACK__SIGNING_SECRET" in said.err


def test_where_the_port_is_taken_it_is_said_which(terminal: Terminal) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        terminal.set(SLACK__BOT_TOKEN="xoxb-1", SLACK__SIGNING_SECRET="secret", PORT=str(port))

        said = terminal.run("serve")

    assert said.status == 1
    assert f"127.0.0.1:{port} cannot be listened on" in said.words
    assert "POLICYBOT_PORT" in said.words


@pytest.mark.slow
async def test_over_http_an_event_is_on_disk_when_it_is_acknowledged_and_the_end_is_soon(
    slack: FakeSlack, data: Path
) -> None:
    ana = slack.user("ana@corp.example", name="Ana")
    settings = set_to(slack, SLACK__SIGNING_SECRET=slack.signing_secret)
    async with serving(data, settings) as served:
        slack.deliver_to(f"{served.url}/slack/events")
        message = await ana.says("How much leave?", in_=slack.dm(ana))
        await slack.acked(message)
        kept = inbox(data)

        assert await served.get("/healthz") == (200, "ok")
        assert (await served.get("/readyz"))[0] == 200
        assert set(await served.parts()) == {"database", "index", "intake", "slack clock"}
        assert slack.signing_secret not in str(await served.parts())
        assert await served.end(signal.SIGTERM) < 20
        assert served.process.returncode == 0

    assert kept == [f"{slack.team.id}/{slack.dm(ana).id}/{message.ts}"]


@pytest.mark.slow
async def test_over_the_socket_an_event_that_comes_while_nobody_serves_is_kept_by_the_next(
    slack: FakeSlack, data: Path
) -> None:
    ana = slack.user("ana@corp.example", name="Ana")
    settings = set_to(slack, SLACK__APP_TOKEN=slack.app_token)
    async with serving(data, settings) as served:
        await slack.sockets.connected()
        assert (await served.get("/slack/events"))[0] == 404
        assert "slack socket" in await served.parts()
        assert await served.end(signal.SIGINT) < 20
        assert served.process.returncode == 0

    await slack.sockets.connected(0)
    message = await ana.says("How much leave?", in_=slack.dm(ana))
    async with serving(data, settings):
        await slack.acked(message, within=60)

    assert len(inbox(data)) == 1
