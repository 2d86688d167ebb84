import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request

from bot.surfaces.web.chat import chat
from bot.surfaces.web.guard import guard
from tests.bot.surfaces.web.known_replies import ANA, COMPANY, PEOPLE, KnownReplies

Client = TestClient[web.Request, web.Application]

QUESTION = {"text": "leave?", "asker": ANA.email, "thread": None, "audience": "private"}


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    app = chat(KnownReplies(), PEOPLE, company=COMPANY)
    async with TestClient(TestServer(app)) as client:
        yield client


@pytest.mark.parametrize("name", ["localhost", "LocalHost", "127.0.0.1", "[::1]"])
async def test_the_page_is_served_under_the_names_of_this_computer(
    client: Client, name: str
) -> None:
    response = await client.get("/", headers={"Host": f"{name}:{client.port}"})
    assert response.status == HTTPStatus.OK


@pytest.mark.parametrize("path", ["/", "/api/people", "/page/chat.js", "/nowhere"])
@pytest.mark.parametrize(
    "host",
    ["rebound.example:{port}", "localhost", "localhost:1", "localhost.rebound.example:{port}", ""],
)
async def test_a_name_that_was_pointed_at_this_computer_is_refused(
    client: Client, host: str, path: str
) -> None:
    response = await client.get(path, headers={"Host": host.format(port=client.port)})
    assert response.status == HTTPStatus.FORBIDDEN
    assert (await response.json())["error"]["code"] == "other_host"


async def test_a_question_from_the_page_itself_is_taken(client: Client) -> None:
    origin = f"http://127.0.0.1:{client.port}"
    response = await client.post("/api/ask", json=QUESTION, headers={"Origin": origin})
    assert response.status == HTTPStatus.OK


@pytest.mark.parametrize(
    "origin",
    ["https://elsewhere.example", "null", "http://127.0.0.1", "https://127.0.0.1:{port}", ""],
)
async def test_a_question_from_another_page_is_refused(client: Client, origin: str) -> None:
    origin = origin.format(port=client.port)
    response = await client.post("/api/ask", json=QUESTION, headers={"Origin": origin})
    assert response.status == HTTPStatus.FORBIDDEN
    assert (await response.json())["error"]["code"] == "other_origin"


@pytest.mark.parametrize("sent_as", ["text/plain", "application/x-www-form-urlencoded"])
async def test_what_a_form_could_send_is_refused(client: Client, sent_as: str) -> None:
    response = await client.post("/api/ask", data=b"{}", headers={"Content-Type": sent_as})
    assert response.status == HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    assert (await response.json())["error"]["code"] == "not_json"


async def test_a_refusal_carries_the_same_headers_as_the_page(client: Client) -> None:
    response = await client.get("/", headers={"Host": "rebound.example"})
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("bound_to", [("10.0.0.5", 8080), ("0.0.0.0", 8080), "/run/chat.socket"])  # noqa: S104  # refused
async def test_nothing_is_served_where_others_could_reach_it(bound_to: object) -> None:
    request = make_mocked_request(
        "GET",
        "/",
        headers={"Host": "localhost:8080"},
        transport=asyncio.Transport(extra={"sockname": bound_to}),
    )
    with pytest.raises(web.HTTPForbidden, match="Forbidden") as refused:
        await guard(request, _served)
    assert "bind 127.0.0.1" in str(refused.value.text)


async def test_what_is_bound_to_loopback_is_served() -> None:
    request = make_mocked_request(
        "GET",
        "/",
        headers={"Host": "localhost:8080"},
        transport=asyncio.Transport(extra={"sockname": ("127.0.0.1", 8080)}),
    )
    assert (await guard(request, _served)).status == HTTPStatus.OK


async def _served(_: web.Request) -> web.StreamResponse:
    return web.Response()
