"""The bot's own token comes from Microsoft's login, through its library, and nothing waits."""

import asyncio
import json
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from bot.surfaces.teams.credentials import AppCredentials, NoAccessError, NoTokenError
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.issuer import APP, NAME
from tests.fakes.teams.certificates import certificate

Json = dict[str, Any]


@dataclass
class Login:
    """Microsoft's login on loopback: addresses of the tenant, and tokens for a secret."""

    url: str = ""
    delay: float = 0.0
    status: int = 200
    asked: list[dict[str, str]] = field(default_factory=list)

    def addresses(self, path: str) -> tuple[int, Json]:
        base = f"{self.url}/{path.split('/')[1]}"
        return 200, {
            "issuer": f"{base}/v2.0",
            "authorization_endpoint": f"{base}/oauth2/v2.0/authorize",
            "token_endpoint": f"{base}/oauth2/v2.0/token",
        }

    def token(self, form: dict[str, str]) -> tuple[int, Json]:
        self.asked.append(form)
        time.sleep(self.delay)
        if self.status != 200:
            return self.status, {}
        if form["client_secret"] != "right":
            return 401, {"error": "invalid_client", "error_description": "secret of app ana"}
        token = f"token-{len(self.asked)}"
        return 200, {"token_type": "Bearer", "expires_in": 3_600, "access_token": token}

    def credentials(self, secret: str | None = None) -> AppCredentials:
        return AppCredentials(
            APP, secret or "right", told.TENANT, issuer=NAME, login_url=f"{self.url}/"
        )


@pytest.fixture
def login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Login]:
    login, file = Login(), certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(file))

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer(*login.addresses(self.path))

        def do_POST(self) -> None:
            read = self.rfile.read(int(self.headers["Content-Length"]))
            self.answer(*login.token(dict(parse_qsl(read.decode()))))

        def answer(self, status: int, told: Json) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        login.url = f"https://127.0.0.1:{server.server_port}"
        serving = threading.Thread(target=server.serve_forever, args=(0.05,))
        serving.start()
        yield login
        server.shutdown()
        serving.join()


async def test_a_token_is_fetched_once_and_anew_when_it_was_not_taken(login: Login) -> None:
    credentials = login.credentials()

    assert await credentials.token() == "token-1"
    assert await asyncio.gather(*(credentials.token() for _ in range(5))) == ["token-1"] * 5
    await credentials.renew()
    assert await credentials.token() == "token-2"
    assert {form["scope"] for form in login.asked} == {f"{NAME}/.default"}
    assert {form["client_id"] for form in login.asked} == {APP}
    assert {form["grant_type"] for form in login.asked} == {"client_credentials"}


async def test_nothing_else_waits_for_a_slow_login(login: Login) -> None:
    login.delay = 0.5
    turns = 0
    fetching = asyncio.create_task(login.credentials().token())
    while not fetching.done():
        await asyncio.sleep(0.005)
        turns += 1

    assert await fetching == "token-1"
    assert turns > 5


async def test_a_wrong_secret_is_told_by_its_code_alone(login: Login) -> None:
    with pytest.raises(NoAccessError, match=r"It said: invalid_client$") as refused:
        await login.credentials("wrong").token()

    assert "POLICYBOT_TEAMS__APP_ID" in str(refused.value)


async def test_a_login_that_does_not_work_is_tried_again_later(login: Login) -> None:
    login.status = 500
    credentials = login.credentials()
    with pytest.raises(NoTokenError):
        await credentials.token()

    login.status = 200
    assert (await credentials.token() or "").startswith("token-")


async def test_a_login_that_is_not_there_is_tried_again_later(
    login: Login,
) -> None:
    credentials = AppCredentials(
        APP, "right", told.TENANT, issuer=NAME, login_url="https://127.0.0.1:9/"
    )
    with pytest.raises(NoTokenError):
        await credentials.token()
