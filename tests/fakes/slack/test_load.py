"""A thousand questions at once: nobody waits for the fake, and nobody sees another's answer."""

import asyncio
import time
from typing import Any

import aiohttp
import pytest
from slack_bolt.context.say.async_say import AsyncSay

from tests.fakes.slack.bolt import bolt_app, connected
from tests.fakes.slack.workspace import FakeSlack

QUESTIONS = 1000


@pytest.mark.slow
@pytest.mark.parametrize("way", ["http", "socket"])
async def test_a_thousand_people_ask_at_once(slack: FakeSlack, way: str) -> None:
    people = [slack.user(f"u{n}@corp.example", name=f"U {n}") for n in range(QUESTIONS)]
    app = bolt_app(slack)
    slack.deliverer.ack_within = 60
    began = time.monotonic()

    @app.event("message")
    async def answer(event: dict[str, Any], say: AsyncSay) -> None:
        if "bot_id" not in event:
            block = {"type": "markdown", "text": f"Answer to {event['user']}"}
            await say(text=f"Answer to {event['user']}", blocks=[block], thread_ts=event["ts"])

    async with aiohttp.ClientSession() as session, connected(slack, app, way):
        app.client.session = session
        asked = [person.says("How much leave?", in_=slack.dm(person)) for person in people]
        await asyncio.gather(*asked)
        answers = [
            person.sees(f"Answer to {person.id}", in_=slack.dm(person), within=100)
            for person in people
        ]
        await asyncio.gather(*answers)

    print(f"{way}: {QUESTIONS} answered in {time.monotonic() - began:.1f} s")  # noqa: T201
    for person in people:
        assert person.everything_told == {f"Answer to {person.id}"}
    assert not slack.refused
