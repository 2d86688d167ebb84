"""Who lets whom in: the bot's tokens, Teams' own, and those of forgers."""

import asyncio
import time

import aiohttp
import pytest

from tests.fakes.teams import jwt
from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.faults import Fault, Lie, LostRequest, Slow
from tests.fakes.teams.keys import Key
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body


async def heard_of(teams: FakeTeams, bot: Bot, person: Person) -> Body:
    """Make an activity that the bot takes."""
    await teams.acked(await person.says("Leave?", in_=teams.dm(person)))
    return bot.heard[-1]


async def token(teams: FakeTeams, **changes: str) -> tuple[int, Body]:
    form = {
        "grant_type": "client_credentials",
        "client_id": teams.app_id,
        "client_secret": teams.secret,
        "scope": "https://api.botframework.com/.default",
        **changes,
    }
    async with (
        aiohttp.ClientSession() as session,
        session.post(teams.token_url, data=form) as answer,
    ):
        return answer.status, await answer.json()


async def test_every_forgery_is_refused_and_the_good_one_is_not(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    activity = await heard_of(teams, bot, ana)
    forged = teams.forgeries(activity)
    taken = []
    for forgery in forged:
        header = forgery.authorization
        headers = {} if header is None else {"Authorization": header}
        delivery = await teams.sends(forgery.activity, headers=headers)
        if delivery.status != 401:
            taken.append(forgery.flaw)

    assert not taken
    assert len(forged) >= 40
    assert len({forgery.flaw for forgery in forged}) == len(forged)
    assert (await teams.sends(activity)).is_taken


async def test_each_forgery_but_of_form_says_what_a_good_token_says(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    activity = await heard_of(teams, bot, ana)
    by_flaw = {forgery.flaw: forgery for forgery in teams.forgeries(activity)}

    header = by_flaw["another's key under the known id"].authorization
    assert header is not None
    claims = jwt.claims_of(header)
    assert claims["aud"] == teams.app_id
    assert claims["serviceurl"] == activity["serviceUrl"]
    assert claims["exp"] > time.time()


async def test_a_rotated_key_is_one_look_away(teams: FakeTeams, bot: Bot, ana: Person) -> None:
    await heard_of(teams, bot, ana)
    before = len(teams.login.asked)

    teams.keys.rotate(withdraws=True)
    await heard_of(teams, bot, ana)
    await heard_of(teams, bot, ana)

    assert [asked.what for asked in teams.login.asked[before:]] == ["token", "metadata", "keys"][1:]
    assert len(teams.keys.published) == 1


async def test_a_key_that_is_not_published_is_no_key(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    teams.keys.rotate(publishes=False)
    message = await ana.says("Leave?", in_=teams.dm(ana))
    await message.events[0].ended.wait()

    assert message.events[0].deliveries[0].status == 401


async def test_keys_carry_their_endorsements(teams: FakeTeams) -> None:
    bare = teams.keys.publish(teams.keys.make(endorsements=()))
    jwks = [key.jwk for key in teams.keys.published]

    assert jwks[0]["endorsements"] == ["msteams", "webchat", "directline"]
    assert "endorsements" not in jwks[1]
    assert isinstance(bare, Key)


async def test_a_slow_key_server_holds_up_nothing_else(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    teams.login.delays = {"keys": 1}
    message = await ana.says("Leave?", in_=teams.dm(ana))
    asked = await bot.call("GET", f"v3/conversations/{teams.dm(ana).id}/members")

    assert asked.status == 200
    assert not message.events[0].ended.is_set()
    [taken] = await teams.acked(message)
    assert taken.seconds >= 1


async def test_a_key_server_can_fail_in_every_way(teams: FakeTeams) -> None:
    teams.fail("keys", Fault(503, html="<html>Busy</html>"))
    teams.fail("keys", LostRequest(), times=2)  # aiohttp asks again by itself
    teams.fail("keys", Slow(0.2, then=Fault(429, retry_after=7)))
    teams.fail("keys", Lie({"keys": "none"}))
    url = teams.metadata_url.replace("openidconfiguration", "keys")
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as answer:
            assert (answer.status, await answer.text()) == (503, "<html>Busy</html>")
        with pytest.raises(aiohttp.ClientError):
            await session.get(url)
        async with session.get(url) as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (429, "7")
        async with session.get(url) as answer:
            assert await answer.json() == {"keys": "none"}
        async with session.get(url) as answer:
            assert len((await answer.json())["keys"]) == 1


@pytest.mark.parametrize(
    ("change", "status", "error"),
    [
        ({"client_secret": "wrong"}, 401, "invalid_client"),
        ({"client_id": "another"}, 400, "unauthorized_client"),
        ({"scope": "https://graph.example/.default"}, 400, "invalid_scope"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
    ],
)
async def test_a_token_is_given_for_the_right_credentials_alone(
    teams: FakeTeams, change: dict[str, str], status: int, error: str
) -> None:
    refused = await token(teams, **change)
    given = await token(teams)

    assert (refused[0], refused[1]["error"]) == (status, error)
    assert given[0] == 200
    assert teams.login.is_good(given[1]["access_token"])


async def test_the_connector_wants_a_token_that_is_good(
    teams: FakeTeams, bot: Bot, dm: Chat
) -> None:
    assert (await bot.sends(dm, "Hi")).status == 201
    teams.clock.forward(3601)
    stale = bot.token
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{teams.service_url()}v3/conversations/{dm.id}/activities",
            json={"type": "message", "text": "Ho"},
            headers={"Authorization": f"Bearer {stale}"},
        ) as answer,
    ):
        assert answer.status == 401
    assert teams.refused[0].error == "Unauthorized"

    assert (await bot.sends(dm, "Ho")).status == 201
    assert bot.token != stale
    teams.login.revoke()
    assert not teams.login.is_good(bot.token)


async def test_without_authentication_nobody_is_asked_for_a_token(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    teams.authenticates = False
    message = await ana.says("Leave?", in_=dm)
    await message.events[0].ended.wait()

    assert message.events[0].deliveries[0].status == 401  # by a bot that asks
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{teams.service_url()}v3/conversations/{dm.id}/activities",
            json={"type": "message", "text": "Hi"},
        ) as answer,
    ):
        assert answer.status == 201


async def test_the_login_can_be_asked_from_many_at_once(teams: FakeTeams) -> None:
    teams.login.delays = {"token": 1}
    began = time.monotonic()
    answers = await asyncio.gather(*(token(teams) for _ in range(10)))

    assert {status for status, _ in answers} == {200}
    assert len({body["access_token"] for _, body in answers}) == 10
    assert time.monotonic() - began < 9
