"""What the real client makes of a Slack that fails."""

import asyncio
import time

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import client, error_of
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.faults import Fault, LostReply, LostRequest, Slow, SlowReply
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.workspace import FakeSlack


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault(429, retry_after=1), "ratelimited"),
        (Fault(500), "internal_error"),
        (Fault(503, error="service_unavailable"), "service_unavailable"),
        (Fault(error="fatal_error"), "fatal_error"),
    ],
)
async def test_a_fault_is_answered_so_often_and_nothing_is_done(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel, fault: Fault, error: str
) -> None:
    slack.fail("chat.postMessage", fault, times=2)

    for _ in range(2):
        with pytest.raises(SlackApiError) as told:
            await sdk.chat_postMessage(channel=dm.id, text="Hi")
        assert told.value.response.status_code == fault.status
        assert told.value.response["error"] == error
    await sdk.chat_postMessage(channel=dm.id, text="Ho")

    assert [shown.text for shown in ana.screen(dm)] == ["Ho"]
    assert not slack.refused
    assert len(slack.called("chat.postMessage")) == 3


async def test_a_client_that_waits_as_it_is_told_is_answered(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.fail("chat.postMessage", Fault(429, retry_after=1))
    sdk = client(slack, retries=[AsyncRateLimitErrorRetryHandler(max_retry_count=1)])
    began = time.monotonic()

    await sdk.chat_postMessage(channel=dm.id, text="Hi")

    assert time.monotonic() - began >= 1
    assert len(ana.screen(dm)) == 1


async def test_html_in_place_of_an_answer_is_an_error(
    slack: FakeSlack, sdk: AsyncWebClient, dm: Channel
) -> None:
    slack.fail("*", Fault(502, html="<html><body>Bad gateway</body></html>"))

    with pytest.raises(SlackApiError) as told:
        await sdk.chat_postMessage(channel=dm.id, text="Hi")

    assert told.value.response.status_code == 502


@pytest.mark.parametrize(("trouble", "posted"), [(LostRequest(), 0), (LostReply(), 1)])
async def test_a_connection_can_be_lost_before_or_after_it_was_done(
    slack: FakeSlack,
    sdk: AsyncWebClient,
    ana: Person,
    dm: Channel,
    trouble: LostRequest | LostReply,
    posted: int,
) -> None:
    slack.fail("chat.postMessage", trouble)

    with pytest.raises(aiohttp.ClientError):
        await sdk.chat_postMessage(channel=dm.id, text="Hi")

    assert len(ana.screen(dm)) == posted


async def test_a_lost_reply_makes_a_client_that_tries_again_post_twice(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.fail("chat.postMessage", LostReply())
    sdk = client(slack, retries=[AsyncConnectionErrorRetryHandler()])

    await sdk.chat_postMessage(channel=dm.id, text="Hi")

    assert len(ana.screen(dm)) == 2


async def test_an_answer_can_be_slow_before_it_is_done_or_after(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    slack.fail("chat.postMessage", Slow(0.2))
    call = asyncio.create_task(sdk.chat_postMessage(channel=dm.id, text="Hi"))
    await slack.until(lambda: slack.calls)
    assert not ana.screen(dm)
    await call
    slack.fail("chat.postMessage", SlowReply(2))
    call = asyncio.create_task(sdk.chat_postMessage(channel=dm.id, text="Ho"))

    await ana.sees("Ho", in_=dm)

    assert not call.done()
    await call


async def test_a_fault_can_wait_for_the_call_that_it_is_for(
    slack: FakeSlack, sdk: AsyncWebClient, dm: Channel, general: Channel
) -> None:
    there = Fault(error="internal_error")
    slack.fail("chat.postMessage", there, when=lambda args: args["channel"] == general.id)

    assert not await error_of(sdk.chat_postMessage(channel=dm.id, text="Hi"))
    assert await error_of(sdk.chat_postMessage(channel=general.id, text="Hi")) == "internal_error"
    slack.fail("*", there, times=100)
    slack.faults.clear()
    assert not await error_of(sdk.auth_test())


async def test_what_is_wrong_with_a_test_is_told_at_the_end() -> None:
    service = fake_slack()
    slack = await service.__aenter__()
    slack.fail("auth.test", Fault(500), when=lambda args: args["none"])

    with pytest.raises(SlackApiError):
        await client(slack).auth_test()

    with pytest.raises(KeyError, match="none"):
        await service.__aexit__(None, None, None)
