import asyncio
import time
from contextlib import suppress

import pytest

from bot.surfaces.teams.keys import Pace
from tests.bot.surfaces.slack.posted import Kept
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.issuer import Issuer, new_key
from tests.bot.surfaces.teams.posted import Bot, over_http

EAGER = Pace(pause=0.0, after_a_failure=0.0)


async def answered(bot: Bot, *, during: asyncio.Task[object]) -> int:
    """Ask something else again and again as long as a task lasts; how often it was answered."""
    times = 0
    while not during.done():
        assert (await bot.get("/healthz")).status == 200
        times += 1
        await asyncio.sleep(0.02)
    return times


async def test_keys_are_fetched_before_the_first_request(bot: Bot, issuer: Issuer) -> None:
    assert issuer.fetched == 1

    assert (await bot.say(told.direct())).status == 201
    assert issuer.fetched == 1


async def test_a_rotated_key_is_fetched_once_however_many_use_it(
    issuer: Issuer, kept: Kept
) -> None:
    async with over_http(issuer, kept, pace=EAGER) as bot:
        issuer.rotate()
        issuer.delay = 0.1

        answers = await asyncio.gather(
            *(bot.say(told.direct(), issuer.token("k2")) for _ in range(5))
        )

        assert [answer.status for answer in answers] == [201] * 5
        assert issuer.fetched == 2
        assert (await bot.say(told.direct(), issuer.token("k1"))).status == 201
    assert len(kept.arrivals) == 6


async def test_a_key_that_is_no_longer_told_is_no_longer_taken(issuer: Issuer, kept: Kept) -> None:
    async with over_http(issuer, kept, pace=EAGER) as bot:
        old = issuer.token("k1")
        issuer.rotate()
        issuer.without = frozenset({"k1"})
        assert (await bot.say(told.direct(), issuer.token("k2"))).status == 201

        assert (await bot.say(told.direct(), old)).status == 401


async def test_unknown_keys_cause_one_fetch_in_a_while(issuer: Issuer, kept: Kept) -> None:
    async with over_http(issuer, kept, pace=Pace(pause=0.5)) as bot:
        await asyncio.sleep(0.5)
        began = time.monotonic()
        for n in range(20):
            assert (await bot.say(told.direct(), issuer.token(f"x{n}"))).status == 401
        assert 2 <= issuer.fetched <= 2 + (time.monotonic() - began) / 0.5

        issuer.rotate()
        await asyncio.sleep(0.5)
        assert (await bot.say(told.direct(), issuer.token("k2"))).status == 201


async def test_a_slow_key_server_holds_up_nobody_else(issuer: Issuer, kept: Kept) -> None:
    async with over_http(issuer, kept, pace=EAGER) as bot:
        issuer.rotate()
        issuer.delay = 1.5
        new = asyncio.create_task(bot.say(told.direct(), issuer.token("k2")))
        await asyncio.sleep(0.1)

        assert (await bot.say(told.direct(), issuer.token("k1"))).status == 201
        assert not new.done()
        times = await answered(bot, during=new)

        assert (await new).status == 201
        assert times > 5


async def test_a_key_server_that_never_answers_is_not_waited_for(
    issuer: Issuer, kept: Kept
) -> None:
    async with over_http(issuer, kept, pace=Pace(patience=0.3, pause=0, after_a_failure=0)) as bot:
        issuer.rotate()
        issuer.delay = 60
        began = time.monotonic()

        assert (await bot.say(told.direct(), issuer.token("k2"))).status == 503
        assert time.monotonic() - began < 30
        assert (await bot.say(told.direct())).status == 201, "what is known is still taken"


@pytest.mark.parametrize(
    "broken",
    [
        {"status": 500},
        {"status": 302},
        {"body": b"<html>"},
        {"body": b"[]"},
        {"body": b"{}"},
        {"body": b'{"keys":{}}'},
        {"body": b'{"keys":[]}'},
        {"body": b'{"keys":[1,{"kid":"k1"},{"kid":"k1","kty":"RSA","endorsements":["msteams"]}]}'},
        {"body": b'{"keys":[' + b" " * (1 << 20) + b"]}"},
        {"jwks_uri": "http://keys.example/keys"},
        {"jwks_uri": "file:///etc/passwd"},
    ],
    ids=str,
)
async def test_what_is_no_set_of_keys_leaves_the_old_one_in_force(
    issuer: Issuer, kept: Kept, broken: dict[str, object]
) -> None:
    async with over_http(issuer, kept, pace=EAGER) as bot:
        for name, value in broken.items():
            setattr(issuer, name, value)

        assert (await bot.say(told.direct(), issuer.token("k2"))).status == 503
        assert (await bot.say(told.direct())).status == 201
        part = (await bot.get("/readyz")).json["parts"]["teams keys"]
        assert (part["ok"], part["said"]) == (True, "1 keys, which could not be renewed")


async def test_without_any_keys_nobody_is_let_in_and_it_is_told(issuer: Issuer, kept: Kept) -> None:
    issuer.status = 500
    async with over_http(issuer, kept, pace=EAGER) as bot:
        assert (await bot.say(told.direct())).status == 503
        assert (await bot.get("/readyz")).status == 503

        issuer.status = 200
        assert (await bot.say(told.direct())).status == 201
        assert (await bot.get("/readyz")).status == 200
    assert len(kept.arrivals) == 1


async def test_weak_keys_and_those_for_something_else_are_none(issuer: Issuer, kept: Kept) -> None:
    issuer.keys |= {"weak": new_key(1024)}
    issuer.more = [issuer.jwk("k1") | {"kid": "sealing", "use": "enc"}]
    async with over_http(issuer, kept, pace=EAGER) as bot:
        with suppress(Warning):  # PyJWT warns of weak keys when it signs
            assert (await bot.say(told.direct(), issuer.token("weak"))).status == 401
        assert (await bot.say(told.direct(), issuer.token("sealing"))).status == 401
    assert kept.arrivals == []


async def test_keys_are_renewed_from_time_to_time(issuer: Issuer, kept: Kept) -> None:
    async with over_http(issuer, kept, pace=Pace(every=0.05)), asyncio.timeout(30):
        while issuer.fetched <= 3:  # noqa: ASYNC110  # it counts
            await asyncio.sleep(0.02)
    before = issuer.fetched
    await asyncio.sleep(0.15)
    assert issuer.fetched == before, "not when it has ended"
