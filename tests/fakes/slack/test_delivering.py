"""How events reach the app over HTTP: signed, and again until they are taken."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiohttp import web
from slack_sdk.signature import SignatureVerifier

from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.delivering import EVENTS, INTERACTIVE
from tests.fakes.slack.workspace import FakeSlack


@dataclass
class Receiver:
    """An app that answers what a test tells it to, each in turn, and the last one from then on."""

    answers: list[web.Response | float]
    got: list[tuple[dict[str, str], str]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.got.append((dict(request.headers), await request.text()))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, float):
            await asyncio.sleep(answer)
            return web.Response()
        return web.Response(status=answer.status, headers=answer.headers)


@asynccontextmanager
async def receiver(slack: FakeSlack, *answers: web.Response | float) -> AsyncIterator[Receiver]:
    made = Receiver(list(answers) or [web.Response()])
    app = web.Application()
    app.router.add_post("/", made.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    slack.deliver_to(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    try:
        yield made
    finally:
        await runner.cleanup()


def headers(got: Receiver, name: str) -> list[str | None]:
    return [each.get(name) for each, _ in got.got]


async def test_what_is_sent_is_signed_with_the_secret_of_the_app(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    async with receiver(slack) as app:
        await slack.acked(await ana.says("Leave?", in_=dm))
        await ana.commands("/policy leave", in_=dm)
        await ana.shortcut("ask")

    kinds = [each["Content-Type"] for each, _ in app.got]
    form = "application/x-www-form-urlencoded"
    assert kinds == ["application/json", form, form]
    for sent, body in app.got:
        assert SignatureVerifier(slack.signing_secret).is_valid_request(body, sent)
        assert not SignatureVerifier("another").is_valid_request(body, sent)
    assert app.got[2][1].startswith("payload=%7B")


async def test_a_body_can_be_signed_as_of_another_time(slack: FakeSlack) -> None:
    old = slack.deliverer.signed("{}", at=1_700_000_000)

    assert old["X-Slack-Request-Timestamp"] == "1700000000"
    assert not SignatureVerifier(slack.signing_secret).is_valid_request("{}", old)


async def test_an_event_that_is_not_taken_is_sent_three_times_more(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.retry_after = (0, 0.05, 0.1)

    async with receiver(slack, web.Response(status=500)) as app:
        message = await ana.says("Leave?", in_=dm)
        await message.events[0].ended.wait()

    assert headers(app, "X-Slack-Retry-Num") == [None, "1", "2", "3"]
    assert headers(app, "X-Slack-Retry-Reason") == [None, *["http_error"] * 3]
    assert len({body for _, body in app.got}) == 1
    assert [delivery.status for delivery in slack.deliveries] == [500] * 4
    with pytest.raises(AssertionError, match="did not take"):
        await slack.acked(message)


async def test_an_event_is_sent_no_more_once_it_is_taken(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.retry_after = (0, 0, 0)

    async with receiver(slack, web.Response(status=503), web.Response()) as app:
        [taken] = await slack.acked(await ana.says("Leave?", in_=dm))

    assert taken.number == 1
    assert len(app.got) == 2


async def test_an_app_can_ask_not_to_be_sent_it_again(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.retry_after = (0, 0, 0)
    refusal = web.Response(status=500, headers={"X-Slack-No-Retry": "1"})

    async with receiver(slack, refusal) as app:
        message = await ana.says("Leave?", in_=dm)
        await message.events[0].ended.wait()

    assert len(app.got) == 1


async def test_an_answer_that_takes_too_long_is_none(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.retry_after = (0, 0, 0)
    slack.deliverer.ack_within = 0.5

    async with receiver(slack, 5.0, 0.0) as app:
        [taken] = await slack.acked(await ana.says("Leave?", in_=dm))

    assert headers(app, "X-Slack-Retry-Reason") == [None, "http_timeout"]
    assert slack.deliveries[0].status is None
    assert 0.5 <= slack.deliveries[0].seconds < 5
    assert taken.seconds < 0.5


async def test_an_app_that_comes_back_is_sent_what_it_missed(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.retry_after = (0.3, 0.3, 0.3)
    slack.deliver_to("http://127.0.0.1:9/")
    message = await ana.says("Leave?", in_=dm)
    await slack.until(lambda: slack.deliveries)

    async with receiver(slack) as app:
        await slack.acked(message)

    assert slack.deliveries[0].failure == "connection_failed"
    assert headers(app, "X-Slack-Retry-Reason") == ["connection_failed"]


async def test_an_interaction_is_sent_once(slack: FakeSlack, ana: Person, dm: Channel) -> None:
    slack.retry_after = (0, 0, 0)

    async with receiver(slack, web.Response(status=500)) as app:
        delivery = await ana.shortcut("ask")

    assert (delivery.kind, delivery.is_taken) == (INTERACTIVE, False)
    assert len(app.got) == 1
    assert ana.complaints == ["interactive: http_error"]


async def test_events_and_interactions_can_go_to_different_places(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    async with receiver(slack) as first:
        url = slack.deliverer.urls[EVENTS]
        async with receiver(slack) as second:
            slack.deliver_to(url, interactions=slack.deliverer.urls[INTERACTIVE])
            await slack.acked(await ana.says("Leave?", in_=dm))
            await ana.shortcut("ask")

    assert (len(first.got), len(second.got)) == (1, 1)


async def test_a_command_that_is_not_answered_in_time_is_told_to_have_failed(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.deliverer.ack_within = 0.5

    async with receiver(slack, 1.0):
        await ana.commands("/policy leave", in_=dm)

    assert ana.complaints == ['/policy failed with the error "operation_timed_out"']
