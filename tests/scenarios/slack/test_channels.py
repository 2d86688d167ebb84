"""Asking where others read: mentions, threads, and what is said there without a mention."""

from tests.fakes.slack.messages import Message
from tests.scenarios.slack.office import (
    OFFICE,
    OFFICE_ANSWER,
    Office,
)


def replies(bot: Office, root: Message) -> list[str]:
    """What the bot has standing in a thread of #general."""
    return [m.text for m in bot.general.thread(root.ts) if m.sender is bot.slack.bot]


async def test_a_mention_in_a_thread_is_read_with_what_people_said_there_and_never_quotes_it(
    following: Office,
) -> None:
    bot = following
    root = await bot.ben.says("The office has a new sofa, and closes at 19:00.", in_=bot.general)
    await bot.ana.says("Nice. And Fridays?", in_=bot.general, thread=root)

    await bot.ben.says(bot.mention("When does it close?"), in_=bot.general, thread=root)
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.settles()
    (exchange,) = await bot.record()
    assert "Fridays" in exchange.search
    assert shown.thread == root.ts
    assert not any("19:00" in text for text in bot.told(bot.general))
    assert not bot.slack.refused


async def test_a_mention_of_nothing_asks_what_the_thread_said_last(following: Office) -> None:
    bot = following
    root = await bot.ben.says("Has anybody seen my badge?", in_=bot.general)
    await bot.ana.says(OFFICE, in_=bot.general, thread=root)

    await bot.ben.says(bot.mention(""), in_=bot.general, thread=root)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.settles()
    (exchange,) = await bot.record()
    assert (exchange.asker, exchange.question) == (bot.ben.email, OFFICE)


async def test_a_long_thread_is_read_at_its_end(following: Office) -> None:
    bot = following
    followed, bot.slack.subscriptions = bot.slack.subscriptions, set()
    root = await bot.ben.says("Has anybody seen my badge?", in_=bot.general)
    for n in range(230):
        await bot.ana.says(f"No, not on floor {n}.", in_=bot.general, thread=root)
    await bot.ana.says(OFFICE, in_=bot.general, thread=root)
    bot.slack.subscriptions = followed

    await bot.ben.says(bot.mention(""), in_=bot.general, thread=root)

    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.settles()
    assert [exchange.question for exchange in await bot.record()] == [OFFICE]


async def test_who_asked_in_a_thread_may_go_on_without_a_mention(following: Office) -> None:
    bot = following
    root = await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.ana.says("And who signs in at the front desk?", in_=bot.general, thread=root)
    await bot.ana.sees("Visitors sign in", in_=bot.general)
    assert len(replies(bot, root)) == 2

    await bot.ana.says("Thanks!", in_=bot.general, thread=root)
    await bot.ana.says(f"{bot.ben.mention} do you have a badge?", in_=bot.general, thread=root)
    await bot.ben.says("Where do visitors sign in?", in_=bot.general, thread=root)
    await bot.ana.says("Where do visitors sign in?", in_=bot.general)
    await bot.settles()
    assert len(bot.told(bot.general)) == 2
    assert not bot.slack.refused


async def test_without_the_setting_a_thread_is_not_followed(bot: Office) -> None:
    root = await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
    bot.slack.subscriptions.add("message.channels")  # whatever the app was given besides
    bot.slack.scopes.add("channels:history")

    await bot.ana.says("And who signs in at the front desk?", in_=bot.general, thread=root)

    await bot.settles()
    assert len(bot.told(bot.general)) == 1
