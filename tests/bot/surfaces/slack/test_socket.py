import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.surfaces.slack.manifest import PATH
from bot.surfaces.slack.socket import Pace
from tests.bot.surfaces.slack.posted import Bot, Json, Kept, Prompted, over_socket
from tests.fakes.slack.acting import Person
from tests.fakes.slack.faults import Fault, LostRequest, Slow
from tests.fakes.slack.workspace import FakeSlack

PACE = Pace(
    look=0.02,
    ping=0.2,
    silence=0.6,
    handshake=0.5,
    first=0.05,
    longest=0.2,
    farewell=0.5,
)
"""A second stands for about a minute."""


@pytest.fixture
def ana(slack: FakeSlack) -> Person:
    slack.retry_after = (0.1, 0.5, 1.0)
    slack.deliverer.ack_within = 0.4
    return slack.user("ana@corp.example", name="Ana")


@pytest.fixture
async def bot(slack: FakeSlack, kept: Kept, prompted: Prompted) -> AsyncIterator[Bot]:
    async with over_socket(slack, kept, prompted, pace=PACE) as bot:
        await ready(bot)
        yield bot


async def part(bot: Bot) -> Json:
    found: Json = (await bot.get("/readyz")).json["parts"]["slack socket"]
    return found


async def ready(bot: Bot, *, is_ready: bool = True) -> None:
    """Wait until it is, or is not any more."""
    wanted = 200 if is_ready else 503
    async with asyncio.timeout(30):
        while (await bot.get("/readyz")).status != wanted:  # noqa: ASYNC110  # it is asked
            await asyncio.sleep(0.01)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110  # whatever it is
            await asyncio.sleep(0.01)


async def heard(slack: FakeSlack, ana: Person) -> int:
    """Ask something, and tell in how many attempts it was taken."""
    message = await ana.says("How much leave?", in_=slack.dm(ana))
    await slack.acked(message)
    return len(message.events[0].deliveries)


async def test_an_event_is_acknowledged_once_it_is_kept_and_not_before(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    kept.seconds = 0.5

    await ana.says("How much leave?", in_=slack.dm(ana))
    await until(lambda: kept.begun > 0)
    assert not slack.sockets.acks

    await until(lambda: bool(slack.sockets.acks))
    assert kept.only.body["event"]["text"] == "How much leave?"  # type: ignore[index]
    assert slack.sockets.acks[0].payload is None


async def test_what_cannot_be_kept_is_not_acknowledged_and_its_retry_is_kept(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    kept.down = True
    message = await ana.says("How much leave?", in_=slack.dm(ana))
    await until(lambda: len(message.events[0].deliveries) == 2)
    assert slack.sockets.acks == []

    kept.down = False
    await slack.acked(message)

    assert [one.status for one in message.events[0].deliveries] == [None, None, 200]
    assert len(kept.arrivals) == 1


async def test_an_event_that_was_kept_too_late_is_kept_once(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    kept.seconds = 0.6
    message = await ana.says("How much leave?", in_=slack.dm(ana))
    await until(lambda: bool(message.events[0].deliveries))
    kept.seconds = 0

    await slack.acked(message)

    assert len(message.events[0].deliveries) == 2
    await until(lambda: kept.known == 1)
    assert len(kept.arrivals) == 1


async def test_what_nobody_uses_is_acknowledged_too(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    slack.subscriptions.add("reaction_added")
    slack.scopes.add("reactions:read")
    message = await ana.says("How much leave?", in_=slack.dm(ana))
    await slack.acked(message)

    await ana.reacts("tada", on=message)
    await slack.unfurls(message)

    await until(lambda: len(slack.sockets.acks) == 3)
    assert len(kept.arrivals) == 1


async def test_a_command_and_a_click_are_answered_over_the_socket(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept, prompted: Prompted
) -> None:
    said = await ana.commands("how much leave?", in_=slack.dm(ana))
    await ana.opens_home()

    assert said.json == {"response_type": "ephemeral", "text": "Looking it up…"}
    await until(lambda: len(kept.arrivals) == 2)
    assert {arrival.lane.split("/")[2] for arrival in kept.arrivals} == {"user"}
    assert not slack.refused


async def test_over_a_socket_nothing_listens_for_events_over_http(bot: Bot) -> None:
    assert (await bot.post(b"{}", {"Content-Type": "application/json"})).status == 404
    assert PATH == "/slack/events"


@pytest.mark.parametrize(
    "reason", ["warning", "refresh_requested", "link_disabled", "too_many_websockets"]
)
async def test_slack_ends_a_connection_and_the_next_one_is_there(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept, reason: str
) -> None:
    await slack.sockets.disconnect(reason)
    await slack.sockets.connected()

    await heard(slack, ana)

    assert len(kept.arrivals) == 1
    assert len(slack.sockets.open) == 1


async def test_an_announced_end_where_no_new_connection_can_be_opened_at_first(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    slack.fail("apps.connections.open", Fault(error="internal_error"), times=3)

    await slack.sockets.disconnect("refresh_requested")
    await ready(bot, is_ready=False)
    asked = asyncio.create_task(heard(slack, ana))
    await ready(bot)
    await asked

    assert len(kept.arrivals) == 1
    assert not (await part(bot))["said"]


async def test_an_announced_end_that_does_not_come_though_nothing_new_opened(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    slack.fail("apps.connections.open", Fault(error="internal_error"))

    await slack.sockets.disconnect("warning", closes=False)
    await ready(bot, is_ready=False)
    await ready(bot)

    assert await heard(slack, ana) == 1
    assert len(slack.sockets.open) == 1


@pytest.mark.parametrize("trouble", [LostRequest(), Fault(500), Slow(1.0), Fault(403)])
async def test_the_next_connection_closes_during_its_handshake(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept, trouble: Fault | LostRequest | Slow
) -> None:
    slack.fail("link", trouble)

    await slack.sockets.disconnect("refresh_requested")
    await until(lambda: len(slack.sockets.all) == 2)
    await ready(bot)

    await heard(slack, ana)
    assert len(kept.arrivals) == 1


async def test_a_connection_that_is_cut_without_a_word_is_made_anew(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    for _ in range(3):
        slack.sockets.drop()
        await slack.sockets.connected()

    await heard(slack, ana)
    assert len(kept.arrivals) == 1


async def test_a_connection_over_which_nothing_comes_any_more_is_made_anew(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept
) -> None:
    slack.sockets.is_frozen = True
    await ready(bot, is_ready=False)
    asked = asyncio.create_task(heard(slack, ana))
    slack.sockets.is_frozen = False
    await ready(bot)
    await asked

    assert len(kept.arrivals) == 1
    assert len(slack.sockets.all) >= 2


async def test_a_silence_counts_where_the_library_still_believes_to_be_connected(
    slack: FakeSlack, kept: Kept
) -> None:
    unhurried = replace(PACE, ping=60)
    async with over_socket(slack, kept, pace=unhurried):
        await until(lambda: len(slack.sockets.all) == 2)


async def test_a_connection_with_nothing_but_pings_lives(slack: FakeSlack, bot: Bot) -> None:
    await asyncio.sleep(PACE.silence * 3)

    assert len(slack.sockets.all) == 1
    assert (await part(bot))["ok"] is True


async def test_slack_that_cannot_be_reached_is_asked_again_ever_more_rarely(
    slack: FakeSlack, kept: Kept
) -> None:
    slack.fail("apps.connections.open", Fault(503, html="<html>down</html>"), times=4)
    slack.fail("apps.connections.open", Fault(error="invalid_auth"), times=4)
    pace = Pace(look=0.02, ping=0.2, handshake=0.5, first=0.04, longest=0.32, farewell=0.5)
    async with over_socket(slack, kept, pace=pace) as bot:
        assert (await part(bot))["ok"] is False
        await until(lambda: len(slack.called("apps.connections.open")) == 6)
        assert "invalid_auth" in (await part(bot))["said"]
        await ready(bot)

    at = [call.at for call in slack.called("apps.connections.open")]
    waits = [later - earlier for earlier, later in pairwise(at)]
    assert len(waits) == 8
    for number, wait in enumerate(waits):
        full = min(0.32, 0.04 * 2**number)
        assert full / 2 <= wait
    assert waits[-1] < 0.04 * 2**7 / 2, "it was never to wait longer than 0.32"


async def test_slack_that_asks_to_be_left_alone_is(slack: FakeSlack, kept: Kept) -> None:
    slack.fail("apps.connections.open", Fault(429, retry_after=1))
    began = time.monotonic()
    async with over_socket(slack, kept, pace=PACE) as bot:
        await ready(bot)

    assert time.monotonic() - began >= 1
    assert len(slack.called("apps.connections.open")) == 2


async def test_at_the_end_what_is_being_kept_is_still_acknowledged(
    slack: FakeSlack, ana: Person, kept: Kept
) -> None:
    kept.seconds = 0.2
    async with over_socket(slack, kept, pace=PACE) as bot:
        await ready(bot)
        message = await ana.says("How much leave?", in_=slack.dm(ana))
        await until(lambda: kept.begun > 0)

    assert len(kept.arrivals) == 1
    assert [delivery.status for delivery in message.events[0].deliveries] == [200]
    await slack.sockets.connected(0)


async def test_the_end_does_not_wait_for_what_hangs(
    slack: FakeSlack, ana: Person, kept: Kept
) -> None:
    kept.seconds = 60
    async with over_socket(slack, kept, pace=PACE) as bot:
        await ready(bot)
        await ana.says("How much leave?", in_=slack.dm(ana))
        await until(lambda: kept.begun > 0)
        began = time.monotonic()

    assert time.monotonic() - began < 30
    assert not kept.arrivals
    assert not slack.sockets.acks


async def test_a_modal_is_opened_over_the_socket_beside_the_acknowledgement(
    slack: FakeSlack, bot: Bot, ana: Person, kept: Kept, prompted: Prompted
) -> None:
    message = await ana.says("Who pays for this?", in_=slack.dm(ana))
    await slack.acked(message)

    await ana.shortcut("ask_about", on=message)

    await until(lambda: len(prompted.opened) == 2)
    assert prompted.opened[1]["type"] == "message_action"
    assert kept.arrivals[1].lane == kept.arrivals[0].lane
