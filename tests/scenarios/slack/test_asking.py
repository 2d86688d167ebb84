"""Every way of asking in Slack, from a message to what is on the screen."""

from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
)


async def test_a_direct_message_is_answered_with_what_its_asker_may_read(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    asked = await bot.ana.says(BANDS, in_=dm)

    shown = await bot.ana.sees(BANDS_ANSWER, in_=dm)

    assert shown.thread == asked.ts
    assert not bot.slack.refused


async def test_a_channel_gets_only_what_everyone_may_read(bot: Office) -> None:
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.ana.says(bot.mention(LEAVE), in_=bot.general)
    await bot.ana.sees("don't answer this", in_=bot.general)
    assert not any(LEAVE_ANSWER in text for text in bot.ben.everything_seen)
    assert not bot.slack.refused
