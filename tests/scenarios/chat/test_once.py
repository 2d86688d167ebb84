"""One question, one answer; one click, one case: however often the service says it."""

import asyncio

from tests.scenarios.chat.company import BANDS, BANDS_ANSWER, OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.office import Office


async def test_an_event_that_comes_four_times_is_answered_once(bot: Office) -> None:
    """Security P03: two of them at once, the others when the answer stands."""
    dm = bot.dm(bot.ben)
    private = await bot.ben.says(OFFICE, in_=dm)
    public = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    for message in (private, public):
        await bot.again(message, 1)
    await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    for message in (private, public):
        await bot.again(message, 2)
    await bot.settles()

    assert bot.answers(bot.ben, OFFICE_ANSWER, dm) == 1
    assert len(bot.told(bot.general)) == 1
    assert len(await bot.record()) == 2
    assert all(delivery.is_taken for delivery in bot.fake.deliveries)


async def test_asking_hr_ten_times_is_one_case(bot: Office) -> None:
    """Security P11: ten clicks, and each form that opened is sent."""
    dm = bot.dm(bot.ben)
    await bot.ben.says(BANDS, in_=dm)
    shown = await bot.ben.sees("don't answer this", in_=dm)
    await bot.settles()

    forms = [await bot.opens(bot.ben, "ask_hr", shown) for _ in range(10)]
    for form in forms:
        if form.is_in_front:
            await form.sends()
    await bot.vera.sees(BANDS, in_=bot.desk, within=10)
    await bot.settles()

    assert len(bot.told(bot.desk)) == 1
    await bot.ben.sees("HR has your question", in_=dm)
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


async def test_ten_presses_of_a_button_are_one_answer(bot: Office) -> None:
    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ana.sees("don't answer this", in_=bot.general)

    await asyncio.gather(*(bot.ana.presses("answer_privately", on=offer) for _ in range(10)))
    await bot.settles()

    assert bot.answers(bot.ana, BANDS_ANSWER, bot.dm(bot.ana)) == 1
