"""Who reads along? A channel is answered when all who read it are known, and only as they may."""

import pytest

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.faults import Fault, Slow
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
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


async def test_a_large_channel_is_told_of_at_once_and_its_one_guest_is_found(bot: Office) -> None:
    slack = bot.slack
    crowd = [slack.user("ben@corp.example", name=f"Ben {n}") for n in range(120)]
    channel = slack.channel("all-hands", members=[bot.ana, *crowd])
    await bot.ana.says(bot.mention(OFFICE), in_=channel)
    await crowd[0].sees(OFFICE_ANSWER, in_=channel)
    assert len(slack.called("users.list")) == 1
    assert len(slack.called("users.info")) < 5

    guest = slack.user("ben@corp.example", name="Guest", is_restricted=True)
    other = slack.channel("most-hands", members=[bot.ana, *crowd, guest])
    await kept_quiet(bot, other, NOT_EVERYBODY, bot.ana)


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


def while_it_is_worked_on(bot: Office) -> None:
    """Make the note that the bot is at work slow, so that something can happen before its reply."""
    bot.slack.fail("chat.postMessage", Slow(1.5))


async def test_a_channel_that_is_shared_while_a_question_is_worked_on_is_told_nothing(
    bot: Office,
) -> None:
    while_it_is_worked_on(bot)
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.slack.until(lambda: bot.slack.called("chat.postMessage"))
    await bot.slack.shares(bot.general)

    shown = await bot.ana.sees(OUTSIDE, in_=bot.general)
    await bot.settles()

    assert shown.is_ephemeral
    assert bot.told(bot.general) == []
    assert not any(OFFICE_ANSWER in text for text in bot.ben.everything_told)


async def test_who_joins_while_a_question_is_worked_on_counts(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    async with running(office, policies, embedder, small_channel=5) as bot:
        team = bot.slack.channel("hr-leads", members=[bot.ana, bot.vera], private=True)
        while_it_is_worked_on(bot)
        await bot.ana.says(bot.mention(BANDS), in_=team)
        await bot.slack.until(lambda: bot.slack.called("chat.postMessage"))
        await bot.slack.joins(bot.ben, team)

        await bot.ana.sees("don't answer this", in_=team)
        await bot.settles()

        assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
        assert (await bot.record())[-1].found.isdisjoint({"folder:hr/bands.md"})


async def test_in_a_small_channel_an_answer_may_use_what_each_member_may_read(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    async with running(office, policies, embedder, small_channel=2) as bot:
        team = bot.slack.channel("hr-leads", members=[bot.ana, bot.vera], private=True)
        await bot.ana.says(bot.mention(BANDS), in_=team)
        await bot.vera.sees(BANDS_ANSWER, in_=team)

        mixed = bot.slack.channel("pair", members=[bot.ana, bot.ben], private=True)
        await bot.ana.says(bot.mention(LEAVE), in_=mixed)
        await bot.ben.sees(LEAVE_ANSWER, in_=mixed)
        await bot.ana.says(bot.mention(BANDS), in_=mixed)
        await bot.ana.sees("don't answer this", in_=mixed)

        large = bot.slack.channel("three", members=[bot.ana, bot.vera, bot.hugo], private=True)
        await bot.ana.says(bot.mention(BANDS), in_=large)
        await bot.ana.sees("don't answer this", in_=large)
        await bot.settles()

        assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
        assert not any(BANDS_ANSWER in text for text in bot.hugo.everything_seen)
        assert not bot.slack.refused


async def test_only_in_the_channels_that_are_set_is_anything_said(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    ask_hr = office.slack.channel("ask-hr", members=[office.ana, office.ben])
    async with running(office, policies, embedder, channels=f"{ask_hr.id}, C999") as bot:
        await bot.ana.says(bot.mention(OFFICE), in_=ask_hr)
        await bot.ben.sees(OFFICE_ANSWER, in_=ask_hr)

        await kept_quiet(bot, bot.general, "don't answer in this channel", bot.ana)
        await bot.ana.says(OFFICE, in_=bot.slack.dm(bot.ana))
        await bot.ana.sees(OFFICE_ANSWER, in_=bot.slack.dm(bot.ana))
