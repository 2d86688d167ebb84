"""An app in another process, which is killed and comes back while Slack stays."""

import asyncio
import signal
import sys
from asyncio.subprocess import Process
from pathlib import Path

from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.workspace import FakeSlack

ROOT = Path(__file__).parents[3]


async def started(slack: FakeSlack, *words: str) -> Process:
    """Start an app, and wait until it is connected."""
    tokens = (slack.url, slack.bot_token, slack.app_token)
    command = (sys.executable, "-m", "tests.fakes.slack.child", *tokens, *words)
    before = len(slack.sockets.all)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    await slack.sockets.met(before + 1, within=30)
    return process


async def test_what_a_killed_app_did_not_take_is_sent_to_the_one_that_comes_back(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    slack.retry_after = (3, 5, 10)
    slack.deliverer.ack_within = 1
    first = await started(slack, "dies")

    message = await ana.says("How much leave?", in_=dm)
    assert await first.wait() == -signal.SIGKILL
    await slack.sockets.connected(0)
    assert not message.events[0].taken
    second = await started(slack)
    try:
        await ana.sees("You asked: How much leave?", in_=dm, within=30)
    finally:
        second.kill()
        await second.wait()

    assert [shown.text for shown in ana.screen(dm)] == [
        "How much leave?",
        "You asked: How much leave?",
    ]
