"""Nothing is opened, said or decided twice; what is not one's own is not touched."""

import asyncio

from tests.scenarios.chat.company import OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.desk import (
    NOTE,
    REPLY,
    answered,
    asks_hr,
    card,
    card_says,
    cards,
    claims,
    replies,
    sends,
)
from tests.scenarios.chat.office import Office


async def test_who_asked_hr_already_is_told_so(bot: Office) -> None:
    shown = await answered(bot, bot.ben)
    case = await sends(bot, await bot.opens(bot.ben, "ask_hr", shown))
    await bot.settles()

    form = await bot.opens(bot.ben, "ask_hr", shown)

    assert form.says(f"You asked HR about this already: case {case}.")
    assert not form.can_be_sent
    assert len(cards(bot)) == 1


async def test_a_form_of_hrs_that_is_sent_twice_says_its_words_once(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    await asyncio.gather(*(bot.vera.presses("case_claim", on=card(bot, case)) for _ in range(3)))
    await card_says(bot, case, "In work")
    await replies(bot, bot.vera, case)
    await bot.sends_again(bot.vera, times=3)
    await bot.settles()

    assert bot.answers(bot.ben, REPLY, bot.dm(bot.ben)) == 1
    told = [text for text in bot.vera.everything_seen if "Vera Lind replied" in text]
    assert max(text.count(REPLY) for text in told) == 1


async def test_of_two_who_claim_at_once_one_has_it_and_the_other_is_told(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    shown = card(bot, case)

    await asyncio.gather(
        bot.vera.presses("case_claim", on=shown), bot.hugo.presses("case_claim", on=shown)
    )
    await card_says(bot, case, "In work")
    has = "Vera Lind" if card(bot, case).says("With Vera Lind") else "Hugo Paz"
    other = bot.hugo if has == "Vera Lind" else bot.vera
    await bot.alone(other, f"{has} has had this case since", bot.desk)

    form = await bot.opens(other, "case_reply", card(bot, case))
    assert form.says(f"{has} has had this case since")
    assert not form.can_be_sent


async def test_a_case_is_handed_on_to_somebody_of_hr_and_to_nobody_else(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    await claims(bot, bot.vera, case)

    form = await bot.opens(bot.vera, "case_reassign", card(bot, case))
    await form.sends(user=bot.picked(bot.eva))
    await bot.alone(bot.vera, "Only a member of this channel can take a case.", bot.desk)
    form = await bot.opens(bot.vera, "case_reassign", card(bot, case))
    await form.sends(user=bot.picked(bot.hugo))

    await card_says(bot, case, "With Hugo Paz")
    await replies(bot, bot.hugo, case)
    await bot.ben.sees("Hugo Paz from HR answered", in_=bot.dm(bot.ben))


async def test_a_colleague_opens_no_case_on_somebody_elses_answer(bot: Office) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.eva.sees(OFFICE_ANSWER, in_=bot.general)

    form = await bot.opens(bot.eva, "ask_hr", shown)
    assert form.says("Solo puede hacerlo quien")
    form = await bot.opens(bot.ben, "ask_hr", shown)
    await sends(bot, form)
    await bot.sends_again(bot.eva, as_of=bot.ben)

    await bot.eva.sees("No hay ninguna pregunta tuya", in_=bot.dm(bot.eva))
    assert len(cards(bot)) == 1
    assert not any(NOTE in text for text in bot.eva.everything_seen)
