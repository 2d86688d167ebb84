"""Asking where others read: mentions, threads, and what is said there without a mention."""

from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.messages import Message
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    MEALS,
    MEALS_ANSWER,
    MEALS_OPTION,
    OFFICE,
    OFFICE_ANSWER,
    Office,
)

PRIVATELY = "answer_privately"


def replies(bot: Office, root: Message) -> list[str]:
    """What the bot has standing in a thread of #general."""
    return [m.text for m in bot.general.thread(root.ts) if m.sender is bot.slack.bot]


async def test_a_channel_gets_only_what_everyone_may_read(bot: Office) -> None:
    """Security S08: what only some may read is answered in private, to whoever asks for it."""
    asked = await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    assert shown.thread == asked.ts

    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ana.sees("don't answer this", in_=bot.general)
    await bot.ana.presses(PRIVATELY, on=offer)
    await bot.ana.sees(BANDS_ANSWER, in_=bot.slack.dm(bot.ana))

    await bot.settles()
    in_channel, restricted, private = await bot.record()
    assert (in_channel.private, restricted.private, private.private) == (False, False, True)
    assert "folder:hr/bands.md" not in restricted.found
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
    assert not any(BANDS_ANSWER in text for text in bot.eva.everything_seen)
    assert not bot.slack.refused


async def test_a_group_message_is_asked_in_like_a_channel(bot: Office) -> None:
    group = Channel(bot.slack.clock.id("G"), Kind.GROUP_DIRECT, bot.slack.team, "mpdm-ana--ben-1")
    bot.slack.add_channel(group, [bot.ana, bot.ben, bot.slack.bot])

    await bot.ana.says(OFFICE, in_=group)
    await bot.ana.says(bot.mention(BANDS), in_=group)
    await bot.ben.sees("don't answer this", in_=group)
    await bot.ana.says(bot.mention(OFFICE), in_=group)
    await bot.ben.sees(OFFICE_ANSWER, in_=group)
    await bot.settles()

    assert len(bot.told(group)) == 2
    assert not bot.slack.refused


async def test_whoever_presses_for_a_private_answer_gets_their_own(bot: Office) -> None:
    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ben.sees("don't answer this", in_=bot.general)

    await bot.ben.presses(PRIVATELY, on=offer)
    await bot.ben.presses(PRIVATELY, on=offer)
    await bot.ben.sees("don't answer this", in_=bot.slack.dm(bot.ben))

    await bot.settles()
    answers = [text for text in bot.told(bot.slack.dm(bot.ben)) if "don't answer" in text]
    assert len(answers) == 1
    assert (await bot.record())[-1].asker == bot.ben.email
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


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


async def test_a_mention_of_nothing_where_nothing_can_be_read_is_told_so_in_private(
    bot: Office,
) -> None:
    await bot.ben.says(bot.mention(""), in_=bot.general)

    shown = await bot.ben.sees("Please type a question.", in_=bot.general)

    assert shown.is_ephemeral
    await bot.settles()
    assert bot.told(bot.general) == []


async def test_what_the_bot_told_another_in_a_thread_is_not_read(following: Office) -> None:
    """Security U06."""
    bot = following
    root = await bot.ana.says(bot.mention(LEAVE), in_=bot.general)
    await bot.ana.sees("don't answer this", in_=bot.general)

    await bot.ben.says(bot.mention("And what else did it say?"), in_=bot.general, thread=root)
    await bot.slack.until(lambda: len(replies(bot, root)) == 2)

    await bot.settles()
    asked, other = await bot.record()
    assert (asked.question, other.search) == (LEAVE, "And what else did it say?")
    assert not any(LEAVE_ANSWER in text for text in bot.told(bot.general))


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


async def test_a_question_back_in_a_channel_is_for_whoever_asked(following: Office) -> None:
    bot = following
    root = await bot.ana.says(bot.mention(MEALS), in_=bot.general)
    back = await bot.ben.sees(MEALS_OPTION, in_=bot.general)

    await bot.ben.presses("choose_1", on=back)
    hint = await bot.ben.sees("Only the person who asked", in_=bot.general)
    assert hint.is_ephemeral

    await bot.ana.presses("choose_1", on=back)
    shown = await bot.ben.sees(MEALS_ANSWER, in_=bot.general)
    assert shown.thread == root.ts
    assert not bot.slack.refused
