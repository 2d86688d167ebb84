"""Who reads along? A channel is answered when all who read it are known, and only as they may."""

import pytest

from bot.app import Application
from tests.scenarios.chat.clients import Channel, Person
from tests.scenarios.chat.company import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
)
from tests.scenarios.chat.office import Office, running

OUTSIDE = "from outside the company"
NOT_EVERYBODY = "Not everybody in this channel"
NOT_HERE = "don't answer this"


async def kept_quiet(bot: Office, channel: Channel, why: str, by: Person) -> None:
    """Ask in a channel; only the one who asked learns why nothing is said there."""
    await by.says(bot.mention(OFFICE), in_=channel)
    await bot.alone(by, why, channel)
    await bot.settles()
    assert bot.told(channel) == []
    exchange = (await bot.record())[-1]
    assert (exchange.private, exchange.found) == (False, frozenset())
    assert (exchange.outcome, exchange.reason) == ("abstained", "refused")


async def test_a_channel_that_outsiders_read_is_told_nothing(bot: Office) -> None:
    """Chat case 10."""
    await kept_quiet(bot, bot.external("with-partner", [bot.ana]), OUTSIDE, bot.ana)


@pytest.mark.parametrize("who", ["guest", "unknown", "foreign"])
async def test_somebody_in_a_channel_whom_the_bot_would_not_answer_keeps_it_quiet(
    bot: Office, who: str
) -> None:
    other = {
        "guest": lambda: bot.guest(bot.ben.email),
        "unknown": lambda: bot.user("nobody@corp.example", name="N"),
        "foreign": lambda: bot.foreign("p@partner.example"),
    }[who]()
    channel = bot.channel("mixed", [bot.ana, other])
    why = OUTSIDE if who == "foreign" and bot.surface == "teams" else NOT_EVERYBODY
    await kept_quiet(bot, channel, why, bot.ana)


async def test_a_large_channel_is_told_of_at_once_and_its_one_guest_is_found(bot: Office) -> None:
    crowd = [bot.user("ben@corp.example", name=f"Ben {n}") for n in range(120)]
    channel = bot.channel("all-hands", [bot.ana, *crowd])
    await bot.ana.says(bot.mention(OFFICE), in_=channel)
    await crowd[0].sees(OFFICE_ANSWER, in_=channel)

    other = bot.channel("most-hands", [bot.ana, *crowd, bot.guest("ben@corp.example")])
    await kept_quiet(bot, other, NOT_EVERYBODY, bot.ana)


def while_it_is_worked_on(bot: Office) -> None:
    """Make the note that the bot is at work slow, so that something can happen before its reply."""
    bot.fails("post", bot.slow(1.5))


async def test_a_channel_that_is_shared_while_a_question_is_worked_on_is_told_nothing(
    bot: Office,
) -> None:
    while_it_is_worked_on(bot)
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.until(lambda: bot.called("post"))
    await bot.shares(bot.general)

    await bot.alone(bot.ana, OUTSIDE, bot.general, within=10)
    await bot.settles()

    assert bot.told(bot.general) == []
    assert not any(OFFICE_ANSWER in text for text in bot.ben.everything_told)


async def test_who_joins_while_a_question_is_worked_on_counts(
    office: Office, app: Application
) -> None:
    async with running(office, app, small_channel=5) as bot:
        team = bot.channel("hr-leads", [bot.ana, bot.vera], private=True)
        while_it_is_worked_on(bot)
        await bot.ana.says(bot.mention(BANDS), in_=team)
        await bot.until(lambda: bot.called("post"))
        await bot.joins(bot.ben, team)

        await bot.ana.sees(NOT_HERE, in_=team, within=10)
        await bot.settles()

        assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
        assert (await bot.record())[-1].found.isdisjoint({"folder:hr/bands.md"})


async def test_in_a_small_channel_an_answer_may_use_what_each_member_may_read(
    office: Office, app: Application
) -> None:
    async with running(office, app, small_channel=2) as bot:
        team = bot.channel("hr-leads", [bot.ana, bot.vera], private=True)
        await bot.ana.says(bot.mention(BANDS), in_=team)
        await bot.vera.sees(BANDS_ANSWER, in_=team)

        mixed = bot.channel("pair", [bot.ana, bot.ben], private=True)
        await bot.ana.says(bot.mention(LEAVE), in_=mixed)
        await bot.ben.sees(LEAVE_ANSWER, in_=mixed)
        await bot.ana.says(bot.mention(BANDS), in_=mixed)
        await bot.ana.sees(NOT_HERE, in_=mixed)

        large = bot.channel("three", [bot.ana, bot.vera, bot.hugo], private=True)
        await bot.ana.says(bot.mention(BANDS), in_=large)
        await bot.ana.sees(NOT_HERE, in_=large)
        await bot.settles()

        assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
        assert not any(BANDS_ANSWER in text for text in bot.hugo.everything_seen)
        assert not bot.refused


async def test_a_channel_that_others_can_look_into_is_not_small_whoever_is_in_it(
    office: Office, app: Application
) -> None:
    members = [office.ana, office.vera]  # both may read it
    public = office.channel("pay", members)
    private = office.channel("pay-hr", members, private=True)
    async with running(office, app, small_channel=5) as bot:
        await bot.ana.says(bot.mention(BANDS), in_=public)
        await bot.ana.says(bot.mention(BANDS), in_=private)

        await bot.vera.sees(BANDS_ANSWER, in_=private)
        await bot.ana.sees(NOT_HERE, in_=public)
        assert not bot.answers(bot.ana, BANDS_ANSWER, public)


async def test_only_in_the_channels_that_are_set_is_anything_said(
    office: Office, app: Application
) -> None:
    ask_hr = office.channel("ask-hr", [office.ana, office.ben])
    async with running(office, app, channels=f"{ask_hr.id}, C999") as bot:
        await bot.ana.says(bot.mention(OFFICE), in_=ask_hr)
        await bot.ben.sees(OFFICE_ANSWER, in_=ask_hr)

        await kept_quiet(bot, bot.general, "don't answer in this channel", bot.ana)
        await bot.ana.says(OFFICE, in_=bot.dm(bot.ana))
        await bot.ana.sees(OFFICE_ANSWER, in_=bot.dm(bot.ana))


async def test_who_came_while_the_service_made_the_answer_wait_is_not_shown_it(
    bot: Office,
) -> None:
    guest = bot.guest("guest@elsewhere.example")
    bot.fails("update", bot.fault(429, retry_after=4))
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.until(lambda: bot.called("update"))

    await bot.joins(guest, bot.general)

    await bot.alone(bot.ana, NOT_EVERYBODY, bot.general, within=10)
    assert not any(OFFICE_ANSWER in text for text in guest.everything_told)


async def test_an_answer_waits_as_long_where_nobody_came(bot: Office) -> None:
    bot.fails("update", bot.fault(429, retry_after=4))
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)

    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general, within=10)
