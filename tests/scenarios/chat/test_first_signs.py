"""What does a person see before the answer? That it is being worked on, and not after it."""

from tests.scenarios.chat.company import OFFICE, OFFICE_ANSWER, STAFF
from tests.scenarios.chat.office import Office

MANY = 30  # more than are answered at once


async def test_whoever_asks_in_private_sees_it_before_the_turn_comes(bot: Office) -> None:
    bot.fails("post", bot.slow(5), times=2 * MANY, when=lambda body: OFFICE_ANSWER in str(body))
    people = [bot.user(email) for email in STAFF[:MANY]]

    asked = [(person, await person.says(OFFICE, in_=bot.dm(person))) for person in people]

    await bot.until(lambda: all(bot.is_worked_on(*one) for one in asked), within=4.5)
    bot.fake.faults.clear()
    await bot.settles()


async def test_nothing_of_it_is_left_beside_the_answer(bot: Office) -> None:
    asked = await bot.ana.says(OFFICE, in_=bot.dm(bot.ana))
    await bot.until(lambda: bot.is_worked_on(bot.ana, asked))
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.dm(bot.ana))
    await bot.settles()

    assert not bot.is_worked_on(bot.ana, asked)
    assert not bot.answers(bot.ana, "ooking through", bot.dm(bot.ana))
