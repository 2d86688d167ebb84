"""Who reads along? A channel is answered when all who read it are known, and only as they may."""

import pytest

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.faults import Fault
from tests.scenarios.slack.office import (
    OFFICE,
    OFFICE_ANSWER,
    Office,
    running,
)

OUTSIDE = "from outside the company"
NOT_EVERYBODY = "Not everybody in this channel"


async def kept_quiet(bot: Office, channel: Channel, why: str, by: Person) -> None:
    """Ask in a channel; only the one who asked learns why nothing is said there."""
    await by.says(bot.mention(OFFICE), in_=channel)
    shown = await by.sees(why, in_=channel)
    assert shown.is_ephemeral
    await bot.settles()
    assert bot.told(channel) == []
    exchange = (await bot.record())[-1]
    assert (exchange.private, exchange.found) == (False, frozenset())
    assert (exchange.outcome, exchange.reason) == ("abstained", "refused")


async def test_a_channel_that_outsiders_read_or_soon_may_is_told_nothing(bot: Office) -> None:
    """Chat case 10."""
    slack = bot.slack
    for flag in ("is_ext_shared", "is_pending_ext_shared"):
        channel = slack.channel(flag.replace("_", "-"), members=[bot.ana], **{flag: True})
        await kept_quiet(bot, channel, OUTSIDE, bot.ana)
    private = slack.channel("deal", members=[bot.ana], private=True, is_ext_shared=True)
    await kept_quiet(bot, private, OUTSIDE, bot.ana)


async def test_a_channel_of_sibling_workspaces_is_the_companys_own(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    (sibling,) = office.slack.grid(siblings=["Corp Iberia"])
    async with running(office, policies, embedder) as bot:
        sister = bot.slack.user(bot.eva.email, name="Sister", team=sibling)
        channel = bot.slack.channel("all", members=[bot.ben, sister], is_org_shared=True)

        await sister.says(bot.mention(OFFICE), in_=channel)

        await bot.ben.sees(OFFICE_ANSWER, in_=channel)


@pytest.mark.parametrize("who", ["guest", "unknown", "unconfirmed", "foreign"])
async def test_somebody_in_a_channel_whom_the_bot_would_not_answer_keeps_it_quiet(
    bot: Office, who: str
) -> None:
    slack = bot.slack
    other = {
        "guest": lambda: slack.user("ben@corp.example", name="G", is_ultra_restricted=True),
        "unknown": lambda: slack.user("nobody@corp.example", name="N"),
        "unconfirmed": lambda: slack.user("ben@corp.example", name="U", is_email_confirmed=False),
        "foreign": lambda: slack.user("p@partner.example", name="P", team=slack.workspace("P")),
    }[who]()
    await kept_quiet(bot, slack.channel("mixed", members=[bot.ana, other]), NOT_EVERYBODY, bot.ana)


async def test_bots_and_who_has_left_do_not_read_along(bot: Office) -> None:
    robot = bot.slack.user(name="Robot", is_bot=True)
    gone = bot.slack.user("gone@corp.example", name="Gone", deleted=True)
    channel = bot.slack.channel("team", members=[bot.ana, bot.ben, robot, gone])

    await bot.ana.says(bot.mention(OFFICE), in_=channel)

    await bot.ben.sees(OFFICE_ANSWER, in_=channel)


@pytest.mark.parametrize("method", ["conversations.info", "conversations.members"])
async def test_where_it_cannot_be_seen_who_reads_nothing_is_said(bot: Office, method: str) -> None:
    """Chat case 10, its second half."""
    bot.slack.fail(method, Fault(error="missing_scope"), times=5)

    await kept_quiet(bot, bot.general, OUTSIDE, bot.ana)


@pytest.mark.parametrize(
    "trouble", [Fault(429, retry_after=1), Fault(500), Fault(503, html="<html>")], ids=str
)
async def test_where_it_can_be_seen_a_moment_later_the_answer_comes_then(
    bot: Office, trouble: Fault
) -> None:
    bot.slack.fail("conversations.info", trouble)
    bot.slack.fail("conversations.members", trouble)

    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)

    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.settles()
    assert len(bot.told(bot.general)) == 1
