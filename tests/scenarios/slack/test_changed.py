"""What becomes of an answer when its question is edited or deleted?"""

from tests.scenarios.slack.office import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER, Office


async def test_the_answer_to_an_edited_question_is_another_in_the_same_place(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    question = await bot.ana.says(OFFICE, in_=dm)
    first = await bot.ana.sees(OFFICE_ANSWER, in_=dm)

    await bot.ana.edits(question, LEAVE)
    second = await bot.ana.sees(LEAVE_ANSWER, in_=dm)

    assert second.ts == first.ts
    assert not first.says(LEAVE_ANSWER)


async def test_the_answer_to_a_deleted_question_is_taken_back(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    question = await bot.ana.says(OFFICE, in_=dm)
    shown = await bot.ana.sees(OFFICE_ANSWER, in_=dm)

    await bot.ana.deletes(question)
    await bot.slack.until(lambda: shown.ts not in dm.messages, in_=dm)

    assert not any(OFFICE_ANSWER in text for text in bot.told(dm))
