"""Asking from anywhere for oneself alone, and sharing what was answered."""

from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    Office,
)


async def test_a_command_is_answered_in_the_direct_messages_wherever_it_is_typed(
    bot: Office,
) -> None:
    dm = bot.slack.dm(bot.ana)
    outside = bot.slack.channel("elsewhere", members=[bot.ana, bot.ben], bot_in=False)

    for place in (bot.general, outside, dm):
        await bot.ana.commands(f"/policy {BANDS}", in_=place)
        told = await bot.ana.sees("direct messages", in_=place)
        assert told.is_ephemeral
    await bot.settles()

    answers = [shown for shown in bot.ana.screen(dm) if shown.says(BANDS_ANSWER)]
    heads = [shown for shown in bot.ana.screen(dm) if shown.says(BANDS) and not shown.thread]
    assert len(answers) == len(heads) == 3
    assert {shown.thread for shown in answers} == {head.ts for head in heads}
    assert bot.told(bot.general) == []
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
    assert all(asked.private for asked in await bot.record())
    assert not bot.slack.refused


async def test_a_command_without_a_question_is_told_how_to_ask(bot: Office) -> None:
    await bot.ana.commands("/policy", in_=bot.general)

    shown = await bot.ana.sees("Type a question after the command", in_=bot.general)

    assert shown.is_ephemeral
    await bot.settles()
    assert await bot.record() == []
    assert bot.told(bot.slack.dm(bot.ana)) == []
