"""A question goes to HR, and HR's answer comes back."""

from tests.scenarios.chat.company import OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.desk import (
    NOTE,
    REPLY,
    answered,
    card,
    card_says,
    cards,
    claims,
    replies,
    sends,
)
from tests.scenarios.chat.office import Office


async def test_a_question_is_asked_claimed_asked_back_answered_and_resolved(bot: Office) -> None:
    dm = bot.dm(bot.ben)
    shown = await answered(bot, bot.ben)
    form = await bot.opens(bot.ben, "ask_hr", shown)
    assert form.begins_with("question") == OFFICE
    assert form.says(OFFICE_ANSWER)
    assert form.says("Office hours")
    assert form.says("will see this, and your name")

    case = await sends(bot, form)
    told = await bot.ben.sees(f"Case {case}", in_=dm)
    assert told.thread == shown.thread
    for part in (OFFICE, OFFICE_ANSWER, "Office hours", NOTE, "Ben Ode", "24 hours left"):
        assert card(bot, case).says(part), part

    await claims(bot, bot.vera, case)
    form = await bot.opens(bot.vera, "case_ask_back", card(bot, case))
    await form.sends(text="Which office?")
    asked = await bot.ben.sees("Which office?", in_=dm)
    await card_says(bot, case, "Waiting for the employee")

    form = await bot.opens(bot.ben, "case_answer", asked)
    assert form.says("Which office?")
    await form.sends(text="The one in Lisbon.")
    await card_says(bot, case, "The one in Lisbon.")

    await replies(bot, bot.vera, case)
    answer = await bot.ben.sees(REPLY, in_=dm)
    assert answer.says("Vera Lind from HR answered your question:")

    await bot.vera.presses("case_resolve", on=card(bot, case))
    await bot.ben.sees(f"HR closed your case {case}.", in_=dm)
    await card_says(bot, case, "Closed")
    assert len(cards(bot)) == 1
    assert not bot.refused
    outsiders = bot.ana.everything_seen | bot.eva.everything_seen
    assert not any(NOTE in text or REPLY in text for text in outsiders)
