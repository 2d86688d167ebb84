import asyncio
import gzip
import json
import time
from collections.abc import AsyncIterator
from urllib.parse import quote_from_bytes, urlsplit

import pytest

from bot.posted import DEEPEST, LARGEST
from bot.surfaces.slack.manifest import PATH
from tests.bot.surfaces.slack import told
from tests.bot.surfaces.slack.posted import FORM, JSON, Bot, Kept, over_http, signed

CANARY = "canary-7f3a"
EVENT = json.dumps(told.direct(text=CANARY)).encode()
CLICK = quote_from_bytes(json.dumps(told.click()).encode())


def nested(depth: int) -> bytes:
    return b'{"type":"event_callback","a":' + b"[" * depth + b"]" * depth + b"}"


async def test_what_slack_signed_is_kept(bot: Bot, kept: Kept) -> None:
    answer = await bot.post(EVENT, signed(EVENT, JSON))

    assert (answer.status, answer.text) == (200, "")
    assert kept.only.body["event"] == told.direct(text=CANARY)["event"]


@pytest.mark.parametrize(
    "changed",
    [
        {"X-Slack-Signature": "v0=00"},
        {"X-Slack-Signature": "v0=" + "0" * 64},
        {"X-Slack-Signature": ""},
        {"X-Slack-Signature": "v0=" + "é" * 64},
        {"X-Slack-Signature": "v1=" + "0" * 64},
        {"X-Slack-Request-Timestamp": "abc"},
        {"X-Slack-Request-Timestamp": ""},
        {"X-Slack-Request-Timestamp": "1" * 5_000},
        {"X-Slack-Request-Timestamp": "-796017205"},
        {"X-Slack-Request-Timestamp": "١٧٩٦٠١٧٢٠٥"},
    ],
    ids=str,
)
async def test_what_is_not_signed_as_slack_does_is_401(
    bot: Bot, kept: Kept, changed: dict[str, str]
) -> None:
    answer = await bot.post(EVENT, signed(EVENT, JSON) | changed)

    assert answer.status == 401
    assert kept.arrivals == []


@pytest.mark.parametrize("missing", ["X-Slack-Signature", "X-Slack-Request-Timestamp"])
async def test_without_a_header_it_is_401(bot: Bot, kept: Kept, missing: str) -> None:
    headers = signed(EVENT, JSON)
    del headers[missing]

    assert (await bot.post(EVENT, headers)).status == 401
    assert kept.arrivals == []


async def test_two_signatures_are_401(bot: Bot, kept: Kept) -> None:
    headers = signed(EVENT, JSON)
    twice = [*headers.items(), ("X-Slack-Signature", headers["X-Slack-Signature"])]

    async with bot.session.post(bot.url + PATH, data=EVENT, headers=twice) as answer:
        assert answer.status == 401
    assert kept.arrivals == []


async def test_a_body_that_was_changed_by_a_byte_is_401(bot: Bot, kept: Kept) -> None:
    assert (await bot.post(EVENT + b" ", signed(EVENT, JSON))).status == 401
    assert kept.arrivals == []


async def test_another_secret_is_401(bot: Bot, kept: Kept) -> None:
    assert (await bot.post(EVENT, signed(EVENT, JSON, secret="another"))).status == 401
    assert kept.arrivals == []


@pytest.mark.parametrize("age", [302, 361, -302, -361, 10**8])
async def test_a_request_out_of_its_time_is_401_however_well_signed(
    bot: Bot, kept: Kept, age: int
) -> None:
    assert (await bot.post(EVENT, signed(EVENT, JSON, age=age))).status == 401
    assert kept.arrivals == []


@pytest.mark.parametrize("seconds", [-400, 400])
async def test_the_gate_alone_knows_what_is_out_of_its_time(kept: Kept, seconds: int) -> None:
    async with over_http(kept, clock=lambda: time.time() + seconds) as bot:
        assert (await bot.say(told.direct())).status == 401
    assert kept.arrivals == []


async def test_many_requests_that_are_ahead_raise_an_alarm_and_are_kept_all_the_same(
    bot: Bot, kept: Kept
) -> None:
    async def clock() -> dict[str, object]:
        part: dict[str, object] = (await bot.get("/readyz")).json["parts"]["slack clock"]
        return part

    for _ in range(4):
        body = json.dumps(told.direct(ts=f"{len(kept.arrivals) + 1}.0")).encode()
        assert (await bot.post(body, signed(body, JSON, age=-295))).status == 200
    assert (await clock())["ok"] is True

    forged = signed(EVENT, JSON, age=-295, secret="another")
    assert (await bot.post(EVENT, forged)).status == 401
    assert (await clock())["ok"] is True, "what anybody can send says nothing of the clock"

    assert (await bot.post(EVENT, signed(EVENT, JSON, age=-295))).status == 200
    assert (await clock())["ok"] is False
    assert "ahead" in str((await clock())["said"])
    assert (await bot.get("/readyz")).status == 200, "what is in the window is still answered"
    assert len(kept.arrivals) == 5


@pytest.mark.parametrize("kind", ["text/plain", "", "multipart/form-data; boundary=x", "json"])
async def test_another_kind_of_content_is_415(bot: Bot, kept: Kept, kind: str) -> None:
    assert (await bot.post(EVENT, signed(EVENT, kind))).status == 415
    assert kept.arrivals == []


async def test_a_compressed_body_is_415(bot: Bot, kept: Kept) -> None:
    body = gzip.compress(EVENT)

    answer = await bot.post(body, signed(body, JSON) | {"Content-Encoding": "gzip"})

    assert answer.status == 415
    assert kept.arrivals == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
async def test_another_method_is_405(bot: Bot, method: str) -> None:
    async with bot.session.request(method, bot.url + PATH) as answer:
        assert answer.status == 405


async def test_a_body_that_is_too_large_is_413_whether_it_says_so_or_not(
    bot: Bot, kept: Kept
) -> None:
    body = json.dumps(told.direct(text="x" * LARGEST)).encode()

    async def parts() -> AsyncIterator[bytes]:
        for at in range(0, len(body), 1 << 16):
            yield body[at : at + (1 << 16)]

    assert (await bot.post(body, signed(body, JSON))).status == 413
    async with bot.session.post(bot.url + PATH, data=parts(), headers=signed(body, JSON)) as answer:
        assert answer.status == 413
    assert kept.arrivals == []


async def test_a_large_body_within_the_limit_is_kept(bot: Bot, kept: Kept) -> None:
    assert (await bot.say(told.direct(text="x" * (LARGEST - 2_000)))).status == 200
    assert len(kept.arrivals) == 1


async def test_a_body_that_does_not_come_is_408_while_others_are_answered(kept: Kept) -> None:
    async with over_http(kept, patience=0.3) as bot:
        address = urlsplit(bot.url)
        headers = signed(EVENT, JSON) | {"Content-Length": "1000", "Host": "x"}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(f"POST {PATH} HTTP/1.1\r\n{head}\r\n".encode() + b'{"t')

        assert (await bot.say(told.direct())).status == 200

        async with asyncio.timeout(30):
            assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
            await reader.read()  # to its end: the connection is not kept open
        writer.close()
    assert len(kept.arrivals) == 1


MALFORMED = {
    "no UTF-8": (JSON, b'{"type":"\xff"}'),
    "no JSON": (JSON, b"leave?"),
    "empty": (JSON, b""),
    "cut off": (JSON, EVENT[:-1]),
    "a list": (JSON, b"[]"),
    "a number": (JSON, b"1"),
    "null": (JSON, b"null"),
    "60,000 deep": (JSON, nested(60_000)),
    "900 deep": (JSON, nested(900)),
    "a level too deep": (JSON, nested(DEEPEST)),
    "NaN": (JSON, b'{"type":"event_callback","a":NaN}'),
    "infinite": (JSON, b'{"type":"event_callback","a":1e999}'),
    "half a character": (JSON, b'{"type":"event_callback","a":"\\ud83d"}'),
    "a number of 5,000 digits": (JSON, b'{"type":"event_callback","a":' + b"1" * 5_000 + b"}"),
    "of no kind": (JSON, b"{}"),
    "kind of no text": (JSON, b'{"type":["event_callback"]}'),
    "event of nothing": (JSON, b'{"type":"event_callback"}'),
    "event of no object": (JSON, b'{"type":"event_callback","team_id":"T1","event":[1]}'),
    "no form": (FORM, b"leave"),
    "form of nothing": (FORM, b""),
    "form of JSON": (FORM, EVENT),
    "form of no UTF-8": (FORM, b"command=%FF&team_id=T1&user_id=U1"),
    "payload twice": (FORM, f"payload={CLICK}&payload={CLICK}".encode()),
    "payload and more": (FORM, f"payload={CLICK}&command=x".encode()),
    "payload of no JSON": (FORM, b"payload=leave"),
    "payload of a list": (FORM, b"payload=%5B%5D"),
    "payload too deep": (FORM, b"payload=" + nested(60_000)),
    "neither": (FORM, b"text=leave&team_id=T1&user_id=U1"),
    "team twice": (FORM, b"command=x&team_id=T1&team_id=T2&user_id=U1"),
    "command of nobody": (FORM, b"command=%2Fpolicy&team_id=T1"),
    "command of no team": (FORM, b"command=%2Fpolicy&user_id=U1"),
    "many fields": (FORM, b"command=x&" + b"&".join(b"a%d=1" % n for n in range(200))),
}


@pytest.mark.parametrize(("kind", "body"), MALFORMED.values(), ids=MALFORMED)
async def test_what_slack_signed_and_is_malformed_is_400(
    bot: Bot, kept: Kept, kind: str, body: bytes
) -> None:
    answer = await bot.post(body, signed(body, kind))

    assert answer.status == 400
    assert kept.arrivals == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"channel": None},
        {"channel": "C1/../C2"},
        {"channel": {"id": "C1"}},
        {"channel": "C" * 100},
        {"ts": ""},
        {"ts": None},
        {"ts": "now"},
        {"ts": 1.1},
        {"thread_ts": "x"},
    ],
    ids=str,
)
async def test_an_event_without_what_its_key_is_made_of_is_400(
    bot: Bot, kept: Kept, wrong: dict[str, object]
) -> None:
    assert (await bot.say(told.direct(**wrong))).status == 400
    assert kept.arrivals == []


async def test_the_address_is_verified_by_its_challenge_once_signed(bot: Bot, kept: Kept) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "abc", "token": "t"}).encode()

    answer = await bot.post(body, signed(body, JSON))
    forged = await bot.post(body, signed(body, JSON, secret="another"))

    assert (answer.status, answer.json) == (200, {"challenge": "abc"})
    assert forged.status == 401
    assert kept.arrivals == []


async def test_a_check_of_the_certificate_is_answered_and_not_kept(bot: Bot, kept: Kept) -> None:
    assert (await bot.submit({"ssl_check": "1", "token": "t"})).status == 200
    assert kept.arrivals == []


async def test_nothing_of_what_was_sent_comes_back_and_no_browser_may_use_it(bot: Bot) -> None:
    body = f'{{"{CANARY}":'.encode()
    tries = [
        await bot.post(body, signed(body, JSON)),
        await bot.post(body, {"X-Slack-Signature": CANARY, "Content-Type": JSON}),
        await bot.post(body, {"Content-Type": f"text/{CANARY}"}),
        await bot.get(f"/{CANARY}"),
        await bot.say(told.direct(channel=f"{CANARY}/")),
    ]

    for answer in tries:
        assert 400 <= answer.status < 500
        assert CANARY not in answer.text + str(answer.headers)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Server"] == "policybot"


async def test_a_header_for_the_library_alone_is_not_handed_on(bot: Bot, kept: Kept) -> None:
    lazily = {"X-Slack-Bolt-Lazy-Only": "1", "X-Slack-Bolt-Lazy-Function-Name": "x"}

    assert (await bot.post(EVENT, signed(EVENT, JSON) | lazily)).status == 200
    assert len(kept.arrivals) == 1
