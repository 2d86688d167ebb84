"""Questions that are edited or deleted, and messages that are none of the bot's business."""

from tests.scenarios.chat.company import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.office import Office

VISITORS = "Where do visitors sign in?"
VISITORS_ANSWER = "sign in at the front desk"


async def test_an_edited_question_is_answered_anew_where_the_answer_stands(bot: Office) -> None:
    dm = bot.dm(bot.ben)
    asked = await bot.ben.says(OFFICE, in_=dm)
    first = await bot.ben.sees(OFFICE_ANSWER, in_=dm)

    await bot.ben.edits(asked, LEAVE)
    second = await bot.ben.sees(LEAVE_ANSWER, in_=dm)
    await bot.settles()

    assert (second.id, second.is_edited) == (first.id, True)
    assert not bot.answers(bot.ben, OFFICE_ANSWER, dm)
    assert [exchange.question for exchange in await bot.record()] == [OFFICE, LEAVE]
    assert not bot.refused


async def test_an_edited_mention_is_answered_anew_for_all_who_read_it(following: Office) -> None:
    bot = following
    asked = await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.ana.edits(asked, bot.mention(VISITORS))
    await bot.ben.sees(VISITORS_ANSWER, in_=bot.general)
    await bot.settles()

    assert len(bot.told(bot.general)) == 1


async def test_with_its_question_an_answer_is_taken_back(following: Office) -> None:
    bot = following
    dm = bot.dm(bot.ben)
    private = await bot.ben.says(LEAVE, in_=dm)
    public = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.ben.deletes(private)
    await bot.ben.deletes(public)
    await bot.settles()

    assert not bot.answers(bot.ben, LEAVE_ANSWER, dm)
    assert not any(OFFICE_ANSWER in text for text in bot.told(bot.general))
    assert not bot.refused


async def test_a_question_after_another_takes_only_its_own_answer_along(bot: Office) -> None:
    dm = bot.dm(bot.ben)
    first = await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)
    thread = first if bot.has_private_threads else None
    second = await bot.ben.says(OFFICE, in_=dm, thread=thread)
    await bot.ben.sees(OFFICE_ANSWER, in_=dm)

    await bot.ben.deletes(second)
    await bot.settles()

    assert not bot.answers(bot.ben, OFFICE_ANSWER, dm)
    assert bot.answers(bot.ben, LEAVE_ANSWER, dm)


async def test_what_is_not_for_the_bot_is_none_of_its_business(following: Office) -> None:
    bot = following
    root = await bot.ben.says("Has anybody seen my badge?", in_=bot.general)
    reply = await bot.ana.says("No.", in_=bot.general, thread=root)

    await bot.ben.edits(root, OFFICE)
    await bot.ana.edits(reply, LEAVE)
    await bot.settles()

    assert await bot.record() == []
    assert bot.told(bot.general) == []
