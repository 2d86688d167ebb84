"""Teams sends again what takes it 15 seconds, and a button of the old kind with each press."""

import asyncio

from bot.app import Application
from tests.fakes.teams import activities
from tests.fakes.teams.delivering import Dispatch
from tests.fakes.teams.screens import Shown, actions
from tests.fakes.teams.texts import Body
from tests.scenarios.chat.company import BANDS, BANDS_ANSWER, OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.desk import NOTE, answered, cards
from tests.scenarios.teams.office import TeamsOffice


async def test_what_is_sent_again_after_a_while_is_one_question(
    bot: TeamsOffice, app: Application
) -> None:
    """Chat case 15; here the bot takes long because its database does, and Teams waits less."""
    dm = bot.dm(bot.ben)
    bot.teams.deliverer.answer_within = 0.3
    async with app.database.writing():
        asked = await bot.ben.says(OFFICE, in_=dm)
        await bot.until(lambda: len(asked.events[0].deliveries) > 1)
    bot.teams.deliverer.answer_within = 15

    await bot.ben.sees(OFFICE_ANSWER, in_=dm, within=10)
    await bot.settles()
    assert len(asked.events[0].deliveries) > 1
    assert bot.answers(bot.ben, OFFICE_ANSWER, dm) == 1
    assert len(await bot.record()) == 1


def old_button(shown: Shown, verb: str) -> Body:
    """Give what a client sends that does not know the buttons of today."""
    found = (one for card in shown.cards for one in actions(card) if one.get("verb") == verb)
    fallback: Body = next(found)["fallback"]
    assert fallback["type"] == "Action.Submit"
    data: Body = fallback["data"]
    return data


async def submitted(bot: TeamsOffice, shown: Shown, data: Body, times: int) -> None:
    """Press a button of the old kind, and again, each a message of its own."""
    message = shown.chat.messages[shown.id]
    pressed = [activities.submitted(bot.teams, message, bot.ana, data) for _ in range(times)]
    taken = await asyncio.gather(
        *(bot.teams.deliverer.hand(Dispatch(activity)) for activity in pressed)
    )
    assert all(delivery.is_taken for delivery in taken)
    await bot.settles()


async def test_a_button_of_the_old_kind_that_is_pressed_twice_does_its_work_once(
    bot: TeamsOffice,
) -> None:
    """Chat case 15, its second half."""
    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ana.sees("don't answer this", in_=bot.general)

    await submitted(bot, offer, old_button(offer, "answer_privately"), 3)

    assert bot.answers(bot.ana, BANDS_ANSWER, bot.dm(bot.ana)) == 1
    assert not bot.refused


async def test_a_form_that_is_sent_twice_the_old_way_is_one_case(bot: TeamsOffice) -> None:
    shown = await answered(bot, bot.ana)
    exchange = next(value for verb, value in bot.buttons(bot.ana, shown) if verb == "ask_hr")
    *_, card = bot.whole(shown)
    await submitted(bot, card, {"action": "form:ask_hr", "about": exchange, "note": NOTE}, 3)

    await bot.until(lambda: cards(bot))
    assert len(cards(bot)) == 1
    assert bot.answers(bot.ana, "HR has your question", bot.dm(bot.ana)) == 1
