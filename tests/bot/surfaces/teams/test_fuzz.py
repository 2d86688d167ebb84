"""Whatever is posted, it is never our fault, and nothing is kept of what is refused."""

import copy
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bot.surfaces.slack.posted import Kept
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.issuer import Issuer
from tests.bot.surfaces.teams.posted import JSON, Bot, over_http

_many = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None), max_size=20)
    | st.sampled_from(
        ["", "message", "invoke", "msteams", told.BOT, told.TENANT, "<at>", "\x00", "\ud800", "/"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
_activities = st.sampled_from(
    [
        *(told.direct(), told.in_chat(), told.in_channel(), told.edited(), told.deleted()),
        *(told.submitted(), told.executed(), told.rated(), told.searched(), told.asked_about()),
        *(told.installed(), told.joined(told.BOT), told.activity(type="messageReaction")),
        *(told.invoked("task/fetch", {"data": {}}), told.invoked("task/submit", {"data": {}})),
        told.activity(type="conversationUpdate", channelData={"eventType": "teamRenamed"}),
    ]
)


@pytest.fixture
async def bot(issuer: Issuer, kept: Kept) -> AsyncIterator[Bot]:
    async with over_http(issuer, kept) as bot:
        yield bot


async def posted(bot: Bot, kept: Kept, body: bytes, headers: dict[str, str]) -> None:
    before = len(kept.arrivals) + kept.known

    answer = await bot.post(body, headers)

    assert answer.status in (200, 201) or 400 <= answer.status < 500
    if answer.status not in (200, 201):
        assert len(kept.arrivals) + kept.known == before


@given(body=st.binary(max_size=300))
@_many
async def test_any_bytes(bot: Bot, kept: Kept, body: bytes) -> None:
    await posted(bot, kept, body, bot.signed())


@given(value=_values)
@_many
async def test_any_json(bot: Bot, kept: Kept, value: object) -> None:
    await posted(bot, kept, json.dumps(value).encode(), bot.signed())


@given(token=st.from_regex(r"\A[\w.-]{0,80}\Z") | st.text(max_size=40), data=st.data())
@_many
async def test_any_token(bot: Bot, kept: Kept, token: str, data: st.DataObject) -> None:
    good = bot.issuer.token()
    at = data.draw(st.integers(0, len(good) - 1))
    for one in (token, good[:at] + token + good[at:]):
        if one != good:
            shown = one.encode().decode("latin-1").replace("\r", "").replace("\n", "")
            headers = {"Content-Type": JSON, "Authorization": f"Bearer {shown}"}
            try:
                answer = await bot.post(json.dumps(told.direct()).encode(), headers)
            except ValueError:  # the client itself sends no such header
                continue
            assert answer.status in (400, 401)
    assert kept.arrivals == []


@given(activity=_activities, value=_values, data=st.data())
@settings(_many, max_examples=400)
async def test_anything_of_teams_with_one_thing_that_is_another(
    bot: Bot, kept: Kept, activity: dict[str, Any], value: object, data: st.DataObject
) -> None:
    changed = copy.deepcopy(activity)
    place: Any = changed
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        place = inner
    if isinstance(place, dict) and data.draw(st.booleans()):
        del place[key]
    else:
        place[key] = value

    await posted(bot, kept, json.dumps(changed).encode(), bot.signed())
    for arrival in kept.arrivals:
        assert arrival.lane.isprintable()
        assert arrival.lane.count("/") == 3
        assert arrival.lane.startswith(f"teams/{told.TENANT}/")
