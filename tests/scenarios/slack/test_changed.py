"""What becomes of an answer when its question is edited or deleted?"""

from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office


async def test_the_answer_to_a_deleted_question_is_taken_back(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    question = await bot.ana.says(OFFICE, in_=dm)
    shown = await bot.ana.sees(OFFICE_ANSWER, in_=dm)

    await bot.ana.deletes(question)
    await bot.slack.until(lambda: shown.ts not in dm.messages, in_=dm)

    assert not any(OFFICE_ANSWER in text for text in bot.told(dm))
