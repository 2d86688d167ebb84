"""Whatever is posted, it is never our fault, and nothing is kept of what is refused."""

import copy
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bot.surfaces.slack import told
from tests.bot.surfaces.slack.posted import FORM, JSON, Bot, Json, Kept, over_http, signed

_many = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None), max_size=20)
    | st.sampled_from(["", "U1", "T1", "1.0", "message", "view", "\x00", "\ud800", "é", "../.."]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
_payloads = st.sampled_from(
    [
        *(told.direct(), told.mention(), told.in_channel(thread_ts="1.0"), told.deleted()),
        *(told.edited("a", "b"), told.click(), told.shortcut(), told.submission()),
        *(told.event({"type": "app_home_opened", "user": "U1"}), told.command()),
        *(told.event({"type": "user_change", "user": {"id": "U1"}}), {"type": "url_verification"}),
    ]
)


@pytest.fixture
async def bot(kept: Kept) -> AsyncIterator[Bot]:
    async with over_http(kept) as bot:
        yield bot


async def posted(bot: Bot, kept: Kept, body: bytes, headers: dict[str, str]) -> None:
    before = len(kept.arrivals) + kept.known

    answer = await bot.post(body, headers)

    assert answer.status == 200 or 400 <= answer.status < 500
    if answer.status != 200:
        assert len(kept.arrivals) + kept.known == before


@given(body=st.binary(max_size=300), kind=st.sampled_from([JSON, FORM]))
@_many
async def test_any_bytes(bot: Bot, kept: Kept, body: bytes, kind: str) -> None:
    await posted(bot, kept, body, signed(body, kind))


@given(
    kind=st.sampled_from([JSON, FORM, "", "text/plain", "application/json; charset=x; x"])
    | st.binary(max_size=20).map(lambda raw: raw.decode("latin-1")),
    at=st.binary(max_size=20) | st.from_regex(rb"\A[0-9]{10}\Z"),
    signature=st.binary(max_size=80) | st.from_regex(rb"\Av0=[0-9a-f]{64}\Z"),
)
@_many
async def test_any_headers(bot: Bot, kept: Kept, kind: str, at: bytes, signature: bytes) -> None:
    head = (
        b"Host: bot\r\nContent-Type: " + kind.encode("latin-1"),
        b"X-Slack-Request-Timestamp: " + at,
        b"X-Slack-Signature: " + signature,
    )

    answer = await bot.raw(b"\r\n".join(head), json.dumps(told.direct()).encode())

    assert answer.split()[1][:1] == b"4"
    assert kept.arrivals == []


@given(value=_values)
@_many
async def test_any_json(bot: Bot, kept: Kept, value: object) -> None:
    body = json.dumps(value).encode()

    await posted(bot, kept, body, signed(body, JSON))


@given(payload=_payloads, value=_values, data=st.data())
@_many
async def test_anything_of_slack_with_one_thing_that_is_another(
    bot: Bot, kept: Kept, payload: Json, value: object, data: st.DataObject
) -> None:
    changed = copy.deepcopy(payload)
    place: Any = changed
    while True:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else [0]))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        place = inner
    if isinstance(place, dict) and data.draw(st.booleans()):
        del place[key]
    else:
        place[key] = value

    as_json = json.dumps(changed).encode()
    as_form = urlencode({"payload": as_json.decode()}).encode()
    fields = urlencode(changed, errors="surrogatepass").encode()
    for body, kind in ((as_json, JSON), (as_form, FORM), (fields, FORM)):
        await posted(bot, kept, body, signed(body, kind))
    for arrival in kept.arrivals:
        assert arrival.lane.isprintable()
        assert 2 <= arrival.lane.count("/") <= 3
