"""Socket Mode: what is sent, what comes back, and how connections end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import bolt_app, over_a_socket
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.faults import Fault
from tests.fakes.slack.sockets import MOST
from tests.fakes.slack.workspace import FakeSlack


@pytest.fixture
def heard() -> list[dict[str, Any]]:
    return []


@pytest.fixture
def app(slack: FakeSlack, heard: list[dict[str, Any]]) -> AsyncApp:
    app = bolt_app(slack)

    @app.event("message")
    async def take(body: dict[str, Any]) -> None:
        heard.append(body)

    return app


@pytest.fixture
async def bare(
    slack: FakeSlack, sdk: AsyncWebClient
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A connection that answers only what a test has it answer."""
    url = (await sdk.apps_connections_open(app_token=slack.app_token))["url"]
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as line:
        assert (await line.receive_json())["type"] == "hello"
        yield line


async def test_an_envelope_is_acked_and_its_event_heard_once(
    slack: FakeSlack, app: AsyncApp, ana: Person, dm: Channel, heard: list[dict[str, Any]]
) -> None:
    async with over_a_socket(slack, app):
        message = await ana.says("Leave?", in_=dm)
        [taken] = await slack.acked(message)

    assert taken.transport == "socket"
    assert [body["event_id"] for body in heard] == [message.events[0].id]
    assert [ack.payload for ack in slack.sockets.acks] == [None]


async def test_an_envelope_that_is_not_acked_is_sent_again(
    slack: FakeSlack, ana: Person, dm: Channel, bare: aiohttp.ClientWebSocketResponse
) -> None:
    slack.retry_after = (0, 0, 0)
    slack.deliverer.ack_within = 0.05

    message = await ana.says("Leave?", in_=dm)
    envelopes = [await bare.receive_json() for _ in range(4)]
    await message.events[0].ended.wait()

    assert [envelope["retry_attempt"] for envelope in envelopes] == [0, 1, 2, 3]
    assert [envelope["retry_reason"] for envelope in envelopes] == ["", *["timeout"] * 3]
    assert len({envelope["payload"]["event_id"] for envelope in envelopes}) == 1
    assert len({envelope["envelope_id"] for envelope in envelopes}) == 4
    assert not message.events[0].taken


async def test_what_one_socket_does_not_ack_goes_over_another(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    slack.retry_after = (0, 0, 0)
    slack.deliverer.ack_within = 0.1
    async with aiohttp.ClientSession() as http, AsyncExitStack() as stack:
        lines = []
        for _ in range(2):
            url = (await sdk.apps_connections_open(app_token=slack.app_token))["url"]
            lines.append(await stack.enter_async_context(http.ws_connect(url)))
            await lines[-1].receive_json()

        message = await ana.says("Leave?", in_=dm)
        await slack.until(lambda: len(slack.deliveries) == 1)
        [deaf] = [socket.number for socket in slack.sockets.all if socket.envelopes]
        hearing = lines[1 - deaf]
        await hearing.send_json({"envelope_id": (await hearing.receive_json())["envelope_id"]})
        [taken] = await slack.acked(message)

    assert taken.number == 1


async def test_an_ack_stops_what_would_be_sent_again_and_a_late_one_is_noted(
    slack: FakeSlack, ana: Person, dm: Channel, bare: aiohttp.ClientWebSocketResponse
) -> None:
    slack.retry_after = (0, 0, 0)
    slack.deliverer.ack_within = 0.05

    message = await ana.says("Leave?", in_=dm)
    first = await bare.receive_json()
    second = await bare.receive_json()
    await bare.send_json({"envelope_id": first["envelope_id"]})
    await bare.send_json({"envelope_id": second["envelope_id"]})
    [taken] = await slack.acked(message)

    assert taken.number == 1
    assert [ack.is_late for ack in slack.sockets.acks] == [True, False]


async def test_an_interaction_can_be_answered_in_its_ack_and_an_event_cannot(
    slack: FakeSlack, ana: Person, dm: Channel, bare: aiohttp.ClientWebSocketResponse
) -> None:
    command = asyncio.create_task(ana.commands("/policy leave", in_=dm))
    envelope = await bare.receive_json()
    payload = {"text": "23 days"}
    await bare.send_json({"envelope_id": envelope["envelope_id"], "payload": payload})
    await command
    await ana.says("Leave?", in_=dm)

    assert envelope["type"] == "slash_commands"
    assert envelope["accepts_response_payload"] is True
    assert "retry_attempt" not in envelope
    assert ana.screen(dm)[0].text == "23 days"
    assert (await bare.receive_json())["accepts_response_payload"] is False


async def test_envelopes_go_to_any_of_the_sockets(
    slack: FakeSlack, ana: Person, dm: Channel, heard: list[dict[str, Any]]
) -> None:
    apps = [bolt_app(slack) for _ in range(3)]
    for app in apps:

        @app.event("message")
        async def take(body: dict[str, Any]) -> None:
            heard.append(body)

    async with AsyncExitStack() as stack:
        for app in apps:
            await stack.enter_async_context(over_a_socket(slack, app))
        for number in range(6):
            await slack.acked(await ana.says(f"Leave {number}?", in_=dm))

    assert [len(socket.envelopes) for socket in slack.sockets.all] == [2, 2, 2]
    assert len(heard) == 6


async def test_the_eleventh_socket_is_told_that_there_are_too_many(
    slack: FakeSlack, sdk: AsyncWebClient
) -> None:
    async with aiohttp.ClientSession() as http, AsyncExitStack() as stack:
        said = []
        for _ in range(MOST + 1):
            url = (await sdk.apps_connections_open(app_token=slack.app_token))["url"]
            line = await stack.enter_async_context(http.ws_connect(url))
            said.append(await line.receive_json())

    assert [frame["type"] for frame in said] == [*["hello"] * MOST, "disconnect"]
    assert [frame.get("num_connections") for frame in said[:2]] == [1, 2]
    assert said[-1]["reason"] == "too_many_websockets"


async def test_a_ticket_lets_one_in(slack: FakeSlack, sdk: AsyncWebClient) -> None:
    url = (await sdk.apps_connections_open(app_token=slack.app_token))["url"]
    async with aiohttp.ClientSession() as http:
        async with http.ws_connect(url) as line:
            assert (await line.receive_json())["type"] == "hello"
        for bad in (url, url.replace("ticket=", "ticket=x")):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await http.ws_connect(bad)


@pytest.mark.parametrize("reason", ["warning", "refresh_requested", "link_disabled"])
async def test_a_client_that_is_told_to_comes_back_and_misses_nothing(
    slack: FakeSlack,
    app: AsyncApp,
    ana: Person,
    dm: Channel,
    heard: list[dict[str, Any]],
    reason: str,
) -> None:
    slack.retry_after = (0.2, 0.2, 0.2)
    slack.deliverer.ack_within = 0.3

    async with over_a_socket(slack, app):
        await slack.sockets.disconnect(reason)
        message = await ana.says("Leave?", in_=dm)
        await slack.acked(message)

    assert len(slack.sockets.all) > 1
    assert [body["event_id"] for body in heard] == [message.events[0].id]


async def test_a_connection_that_is_cut_is_made_again_though_that_fails_twice(
    slack: FakeSlack, app: AsyncApp, ana: Person, dm: Channel, heard: list[dict[str, Any]]
) -> None:
    slack.retry_after = (0.5, 0.5, 0.5)

    async with over_a_socket(slack, app):
        slack.fail("apps.connections.open", Fault(error="internal_error"))
        slack.fail("link", Fault(503))
        slack.sockets.drop()
        message = await ana.says("Leave?", in_=dm)
        await slack.acked(message)

    assert slack.deliveries[0].failure == "connection_failed"
    assert len(slack.called("apps.connections.open")) >= 3
    assert [body["event_id"] for body in heard] == [message.events[0].id]


async def test_a_frozen_line_answers_no_ping_until_the_client_leaves_it(
    slack: FakeSlack, app: AsyncApp
) -> None:
    async with over_a_socket(slack, app, ping_interval=0.1):
        slack.sockets.is_frozen = True
        await slack.sockets.met(2)
        slack.sockets.is_frozen = False


async def test_what_nobody_listens_to_is_acked_by_this_app(
    slack: FakeSlack, app: AsyncApp, ana: Person
) -> None:
    slack.subscriptions.add("reaction_added")
    slack.scopes.add("reactions:read")
    channel = slack.channel("general", members=[ana])
    message = await ana.says("Hi", in_=channel)

    async with over_a_socket(slack, app):
        await ana.reacts("eyes", on=message)
        await slack.acked(slack.deliverer.dispatches[-1])

    assert slack.deliverer.dispatches[-1].type == "reaction_added"
