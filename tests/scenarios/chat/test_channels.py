"""Asking where others read: mentions, threads, and who gets an answer in private."""

from tests.scenarios.chat.company import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    MEALS,
    MEALS_ANSWER,
    MEALS_OPTION,
    OFFICE,
    OFFICE_ANSWER,
)
from tests.scenarios.chat.office import Office

PRIVATELY = "answer_privately"
NOT_HERE = "don't answer this"


async def test_a_channel_gets_only_what_everyone_may_read(bot: Office) -> None:
    """Security S08: what only some may read is answered in private, to whoever asks for it."""
    asked = await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    assert shown.thread == bot.thread(asked)

    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ana.sees(NOT_HERE, in_=bot.general)
    await bot.ana.presses(PRIVATELY, on=offer)
    await bot.ana.sees(BANDS_ANSWER, in_=bot.dm(bot.ana))

    await bot.settles()
    in_channel, restricted, private = await bot.record()
    assert (in_channel.private, restricted.private, private.private) == (False, False, True)
    assert "folder:hr/bands.md" not in restricted.found
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
    assert not any(BANDS_ANSWER in text for text in bot.eva.everything_seen)
    assert not bot.refused


async def test_a_group_of_people_is_asked_in_like_a_channel(bot: Office) -> None:
    group = bot.group("ana--ben", [bot.ana, bot.ben])

    await bot.ana.says(OFFICE, in_=group)
    await bot.ana.says(bot.mention(BANDS), in_=group)
    await bot.ben.sees(NOT_HERE, in_=group)
    await bot.ana.says(bot.mention(OFFICE), in_=group)
    await bot.ben.sees(OFFICE_ANSWER, in_=group)
    await bot.settles()

    assert len(bot.told(group)) == 2
    assert not bot.refused


async def test_whoever_presses_for_a_private_answer_gets_their_own(bot: Office) -> None:
    dm = bot.dm(bot.ben)
    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ben.sees(NOT_HERE, in_=bot.general)

    await bot.ben.presses(PRIVATELY, on=offer)
    await bot.ben.presses(PRIVATELY, on=offer)
    await bot.ben.sees(NOT_HERE, in_=dm)

    await bot.settles()
    assert bot.answers(bot.ben, NOT_HERE, dm) == 1
    assert (await bot.record())[-1].asker == bot.ben.email
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


async def test_a_mention_of_nothing_is_told_so_in_private(bot: Office) -> None:
    await bot.ben.says(bot.mention(""), in_=bot.general)

    await bot.alone(bot.ben, "Please type a question.", bot.general)
    await bot.settles()
    assert bot.told(bot.general) == []


async def test_what_the_bot_told_another_in_a_thread_is_not_read(bot: Office) -> None:
    """Security U06."""
    root = await bot.ana.says(bot.mention(LEAVE), in_=bot.general)
    await bot.ana.sees(NOT_HERE, in_=bot.general)

    asked = bot.mention("And what else did it say?")
    await bot.ben.says(asked, in_=bot.general, thread=root)
    await bot.settles()

    first, other = await bot.record()
    assert (first.question, other.search) == (LEAVE, "And what else did it say?")
    assert not any(LEAVE_ANSWER in text for text in bot.told(bot.general))
    assert len(bot.told(bot.general)) == 2


async def test_who_asked_in_a_thread_goes_on_there(bot: Office) -> None:
    root = await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)

    asked = bot.mention("And who signs in at the front desk?")
    await bot.ana.says(asked, in_=bot.general, thread=root)
    shown = await bot.ana.sees("Visitors sign in", in_=bot.general)

    assert shown.thread == bot.thread(root)
    await bot.settles()
    assert OFFICE in (await bot.record())[-1].search
    assert not bot.refused


async def test_a_question_back_in_a_channel_is_for_whoever_asked(bot: Office) -> None:
    root = await bot.ana.says(bot.mention(MEALS), in_=bot.general)
    back = await bot.ben.sees(MEALS_OPTION, in_=bot.general)

    await bot.ben.presses("choose_1", on=back)
    await bot.alone(bot.ben, "Only the person who asked", bot.general)

    await bot.ana.presses("choose_1", on=back)
    shown = await bot.ben.sees(MEALS_ANSWER, in_=bot.general)
    assert shown.thread == bot.thread(root)
    assert not bot.refused
