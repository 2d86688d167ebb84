import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import structlog

from bot.posted import DEEPEST, LARGEST
from bot.surfaces.teams.server import PATH, Registration
from tests.bot.surfaces.slack.posted import Answer, Kept
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.issuer import APP, Issuer
from tests.bot.surfaces.teams.posted import JSON, Bot, in_development, over_http

CANARY = "canary-7f3a"


def nested(depth: int) -> bytes:
    return b'{"type":"message","a":' + b"[" * depth + b"]" * depth + b"}"


def without(*names: str) -> bytes:
    return json.dumps({k: v for k, v in told.direct().items() if k not in names}).encode()


def with_(**more: Any) -> bytes:  # noqa: ANN401
    return json.dumps(told.direct(**more)).encode()


MALFORMED = {
    "no JSON": b"leave?",
    "empty": b"",
    "cut off": with_()[:-1],
    "a brace": b"{",
    "a list": b"[]",
    "a number": b"1",
    "null": b"null",
    "nothing": b"{}",
    "no UTF-8": b'{"type":"\xff"}',
    "60,000 deep": nested(60_000),
    "900 deep": nested(900),
    "a level too deep": nested(DEEPEST),
    "NaN": b'{"type":NaN}',
    "infinite": b'{"type":1e999}',
    "half a character": b'{"type":"\\ud83d"}',
    "a number of 5,000 digits": b'{"type":' + b"1" * 5_000 + b"}",
    "no type": without("type"),
    "null type": with_(type=None),
    "type of no text": with_(type=["message"]),
    "blank type": with_(type=""),
    "no channel": without("channelId"),
    "no address": without("serviceUrl"),
    "no conversation": without("conversation"),
    "null conversation": with_(conversation=None),
    "conversation of no id": with_(conversation={"conversationType": "personal"}),
    "conversation of a list": with_(conversation=["a:1"]),
    "no sender": without("from"),
    "sender of no id": with_(**{"from": {"name": "Ana"}}),
    "no recipient": without("recipient"),
    "no id": without("id"),
    "blank id": with_(id=""),
    "id of a number": with_(id=1),
    "id of 400 characters": with_(id="1" * 400),
    "text of an object": with_(text={"a": 1}),
    "entities of an object": with_(entities={"type": "mention"}),
    "data of a text": with_(channelData="x", conversation={"id": "a:1", "tenantId": told.TENANT}),
    "value of a list": with_(text=None, value=[1]),
    "expects replies": with_(deliveryMode="expectReplies"),
    "invoke of no name": with_(type="invoke", value={}),
    "invoke of a list": with_(type="invoke", name="task/fetch", value=[]),
    "action of a text": with_(type="invoke", name="adaptiveCard/action", value={"action": "x"}),
    "parameters of a number": with_(
        type="invoke", name="composeExtension/query", value={"parameters": 1}
    ),
    "members of a number": with_(type="conversationUpdate", membersAdded=1),
    "install of no action": with_(type="installationUpdate"),
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
async def test_what_is_signed_and_malformed_is_400_and_not_kept(
    bot: Bot, kept: Kept, body: bytes
) -> None:
    answer = await bot.post(body, bot.signed())

    assert answer.status == 400
    assert kept.arrivals == []


async def test_what_is_not_signed_is_401_whatever_its_body(bot: Bot, kept: Kept) -> None:
    for body in MALFORMED.values():
        assert (await bot.post(body, {"Content-Type": JSON})).status == 401


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded", "json"])
async def test_another_kind_of_content_is_415(bot: Bot, kept: Kept, kind: str) -> None:
    assert (await bot.post(with_(), bot.signed() | {"Content-Type": kind})).status == 415
    assert kept.arrivals == []


async def test_a_compressed_body_is_415(bot: Bot, kept: Kept) -> None:
    headers = bot.signed() | {"Content-Encoding": "gzip"}

    assert (await bot.post(gzip.compress(with_()), headers)).status == 415
    assert kept.arrivals == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
async def test_another_method_is_405(bot: Bot, method: str) -> None:
    async with bot.session.request(method, bot.url + PATH, headers=bot.signed()) as answer:
        assert answer.status == 405


async def test_a_body_that_is_too_large_is_413_whether_it_says_so_or_not(
    bot: Bot, kept: Kept
) -> None:
    body = with_(text="x" * LARGEST)

    async def parts() -> AsyncIterator[bytes]:
        for at in range(0, len(body), 1 << 16):
            yield body[at : at + (1 << 16)]

    assert (await bot.post(body, bot.signed())).status == 413
    async with bot.session.post(bot.url + PATH, data=parts(), headers=bot.signed()) as answer:
        assert answer.status == 413
    assert kept.arrivals == []


async def test_a_body_that_does_not_come_is_408_while_others_are_answered(
    issuer: Issuer, kept: Kept
) -> None:
    async with over_http(issuer, kept, patience=0.3) as bot:
        address = urlsplit(bot.url)
        headers = bot.signed() | {"Content-Length": "1000", "Host": "x"}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(f"POST {PATH} HTTP/1.1\r\n{head}\r\n".encode() + b'{"t')

        assert (await bot.say(told.direct())).status == 201

        async with asyncio.timeout(30):
            assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
        writer.close()
    assert len(kept.arrivals) == 1


OTHER = "88888888-2222-3333-4444-555555555555"


@pytest.mark.parametrize(
    "place",
    [
        {"channelData": {"tenant": {"id": OTHER}}},
        {"channelData": {"tenant": {"id": OTHER}}, "conversation": {"id": "a:1"}},
        {"conversation": {"id": "a:1", "tenantId": OTHER}},
        {"channelData": {}, "conversation": {"id": "a:1"}},
        {"channelData": None, "conversation": {"id": "a:1"}},
        {"channelData": {"tenant": {}}, "conversation": {"id": "a:1", "tenantId": OTHER}},
        {"channelData": {"tenant": {"id": ""}}, "conversation": {"id": "a:1"}},
        {"channelData": {"tenant": {"id": None}}, "conversation": {"id": "a:1"}},
        {"channelData": {"tenant": {"id": [told.TENANT]}}, "conversation": {"id": "a:1"}},
    ],
    ids=str,
)
async def test_another_tenant_two_of_them_or_none_is_403(
    bot: Bot, kept: Kept, place: dict[str, Any]
) -> None:
    assert (await bot.say(told.direct(**place))).status == 403
    assert kept.arrivals == []


@pytest.mark.parametrize(
    "place",
    [
        {},
        {"conversation": {"id": "a:1", "conversationType": "personal"}},
        {"channelData": {}},
        {"channelData": {"tenant": {"id": told.TENANT.upper()}}},
    ],
    ids=str,
)
async def test_our_own_tenant_is_let_in_wherever_it_is_told(
    bot: Bot, kept: Kept, place: dict[str, Any]
) -> None:
    assert (await bot.say(told.direct(**place))).status == 201


@pytest.mark.parametrize(
    "address",
    [
        "http://smba.trafficmanager.net/emea/",
        "https://evil.example/",
        "https://evil.example/smba.trafficmanager.net/",
        "https://smba.trafficmanager.net.evil.example/",
        "https://smba.trafficmanager.net@evil.example/",
        "https://smba.trafficmanager.net:444/",
        "https://127.0.0.1/",
        "http://169.254.169.254/",
        "https://smba.trafficmanager.net\\@evil.example/",
        "//smba.trafficmanager.net/",
        "https://smba.trafficmanager.net/?x=1",
        "https://smba.trafficmanager.net/#x",
        "file:///etc/passwd",
        "x",
        "",
    ],
)
async def test_an_address_to_which_nothing_may_be_sent_is_403_even_where_the_token_names_it(
    bot: Bot, kept: Kept, address: str
) -> None:
    answer = await bot.say(told.direct(serviceUrl=address), bot.issuer.token(serviceurl=address))

    assert answer.status == (403 if address else 401)
    assert kept.arrivals == []


async def test_nothing_of_what_was_sent_comes_back_and_nothing_is_logged_of_it(bot: Bot) -> None:
    tries: list[Callable[[], Awaitable[Answer]]] = [
        lambda: bot.post(f'{{"{CANARY}":'.encode(), bot.signed()),
        lambda: bot.post(with_(), {"Content-Type": JSON, "Authorization": CANARY}),
        lambda: bot.say(told.direct(channelId=CANARY)),
        lambda: bot.say(told.direct(serviceUrl=f"https://{CANARY}/")),
        lambda: bot.say(told.direct(text={CANARY: 1})),
        lambda: bot.say(told.invoked(CANARY, {})),
    ]

    with structlog.testing.capture_logs() as logs:
        answers = [await one() for one in tries]

    for answer in answers:
        assert 400 <= answer.status < 500
        assert CANARY not in answer.text + str(answer.headers)
        assert answer.headers["Server"] == "policybot"
    assert CANARY not in str(logs)
    assert not [one for one in logs if one["log_level"] == "error"]


async def test_while_developing_this_computer_needs_no_token(kept: Kept) -> None:
    async with in_development(kept) as bot:
        headers = {"Content-Type": JSON}
        local = with_(serviceUrl="http://127.0.0.1:56150/_connector")

        assert (await bot.post(local, headers)).status == 201
        assert (await bot.post(with_(), headers)).status == 403, "nothing is sent from here"
    assert len(kept.arrivals) == 1


@pytest.mark.parametrize(
    "more",
    [{"Host": "evil.example"}, {"Host": "evil.example:3978"}, {"Origin": "http://127.0.0.1"}],
    ids=str,
)
async def test_while_developing_no_page_of_a_browser_gets_in(
    kept: Kept, more: dict[str, str]
) -> None:
    async with in_development(kept) as bot:
        local = with_(serviceUrl="http://127.0.0.1:56150/_connector")

        assert (await bot.post(local, {"Content-Type": JSON} | more)).status == 403
    assert kept.arrivals == []


@pytest.mark.parametrize("blank", ["", "  "])
def test_nobody_is_let_in_without_an_app_id(blank: str) -> None:
    for parts in ((blank, "secret", told.TENANT), (APP, blank, told.TENANT), (APP, "s", blank)):
        with pytest.raises(ValueError, match="none blank"):
            Registration(*parts)
