"""A question goes to HR, and HR's answer comes back."""

from tests.scenarios.slack.desk import (
    NOTE,
    REPLY,
    answered,
    card,
    card_says,
    cards,
    claims,
    presses,
    replies,
    sends,
)
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office


async def test_a_question_is_asked_claimed_asked_back_answered_and_resolved(bot: Office) -> None:
    dm = bot.slack.dm(bot.ben)
    shown = await answered(bot, bot.ben)
    modal = await presses(bot, bot.ben, "ask_hr", shown)
    assert modal.values["question"]["question"]["value"] == OFFICE
    assert modal.says(OFFICE_ANSWER)
    assert modal.says("Office hours")
    assert modal.says("will see this, and your name")

    case = await sends(bot, bot.ben, modal)
    told = await bot.ben.sees(f"Case {case}", in_=dm)
    assert told.thread == shown.thread
    for part in (OFFICE, OFFICE_ANSWER, "Office hours", NOTE, "Ben Ode", "24 hours left"):
        assert card(bot, case).says(part), part

    await claims(bot, bot.vera, case)
    modal = await presses(bot, bot.vera, "case_ask_back", card(bot, case))
    await bot.vera.submits(modal, {"text": "Which office?"})
    asked = await bot.ben.sees("Which office?", in_=dm)
    await card_says(bot, case, "Waiting for the employee")

    modal = await presses(bot, bot.ben, "case_answer", asked)
    assert modal.says("Which office?")
    await bot.ben.submits(modal, {"text": "The one in Lisbon."})
    await card_says(bot, case, "The one in Lisbon.")

    await replies(bot, bot.vera, case)
    answer = await bot.ben.sees(REPLY, in_=dm)
    assert answer.says("Vera Lind from HR answered your question:")
    assert answer.says("See where you asked")

    await bot.vera.presses("case_resolve", on=card(bot, case))
    await bot.ben.sees(f"HR closed your case {case}.", in_=dm)
    await card_says(bot, case, "Closed")
    assert len(cards(bot)) == 1
    assert not bot.slack.refused
    outsiders = bot.ana.everything_seen | bot.eva.everything_seen
    assert not any(NOTE in text or REPLY in text for text in outsiders)
