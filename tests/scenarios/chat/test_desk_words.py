"""The desk speaks to each in their own language, and shows HR no more than the employee chose."""

import re
from urllib.parse import quote

from tests.scenarios.chat.clients import Person
from tests.scenarios.chat.company import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER
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

NOT_TOLD = "¿Puedo llevar a mi perro a la oficina de Lisboa?"
ENGLISH = re.compile(
    r"\b(the|your|you|HR|was|answer|answered|case|cannot|only|question|they|will)\b"
)


def english(person: Person, *but: str) -> list[str]:
    """What the bot told somebody in English that is none of these words of other people."""
    told = [text for text in person.everything_told if ENGLISH.search(text)]
    return [text for text in told if not any(word in text or text in word for word in but)]


async def test_what_the_policies_leave_open_offers_hr_first(bot: Office) -> None:
    shown = await answered(bot, bot.eva, NOT_TOLD)

    first, _ = bot.buttons(bot.eva, shown)[0]
    assert first == "ask_hr"
    assert shown.says("Preguntar a RR. HH.")
    case = await sends(bot, await bot.opens(bot.eva, "ask_hr", shown))
    assert card(bot, case).says(NOT_TOLD)


async def test_an_employee_is_spoken_to_in_spanish_throughout(bot: Office) -> None:
    dm = bot.dm(bot.eva)
    case = await asks_hr(bot, bot.eva, NOT_TOLD)
    await bot.eva.sees(f"Caso {case}", in_=dm)
    await claims(bot, bot.vera, case)
    form = await bot.opens(bot.vera, "case_ask_back", card(bot, case))
    await form.sends(text="¿Es pequeño?")
    asked = await bot.eva.sees("¿Es pequeño?", in_=dm)
    form = await bot.opens(bot.eva, "case_answer", asked)
    await form.sends(text="Mucho.")
    await card_says(bot, case, "Mucho.")
    await replies(bot, bot.vera, case, "Sí, si es pequeño.")
    reply = await bot.eva.sees("Sí, si es pequeño.", in_=dm)
    assert reply.says("Vera Lind, de RR. HH., ha respondido a tu pregunta:")
    await bot.vera.presses("case_resolve", on=card(bot, case))
    await card_says(bot, case, "Closed")
    await bot.quiet()
    shown = await answered(bot, bot.eva, LEAVE)
    await bot.opens(bot.eva, "show_passage_1", shown)
    await bot.privacy(bot.eva)
    await bot.eva.sees("Me has hecho", in_=dm)
    await bot.about_the_bot(bot.eva)

    assert english(bot.eva, NOTE, LEAVE, "Annual leave", "annual leave") == []
    assert not bot.refused


async def test_an_employee_may_leave_the_text_out_and_then_has_to_say_something(
    bot: Office,
) -> None:
    shown = await answered(bot, bot.eva, LEAVE)
    form = await bot.opens(bot.eva, "ask_hr", shown)
    await form.sends(leave_out=True)
    assert list(form.objections) == ["Escribe algo, por favor."]

    case = await sends(bot, form, leave_out=True)

    shown_to_hr = card(bot, case)
    assert shown_to_hr.says(NOTE)
    assert shown_to_hr.says("The employee left out the question and the answer.")
    seen = bot.vera.everything_seen | bot.hugo.everything_seen
    assert not any(LEAVE in text or LEAVE_ANSWER in text or "Annual" in text for text in seen)
    await claims(bot, bot.hugo, case)
    await replies(bot, bot.hugo, case)
    await bot.eva.sees(REPLY, in_=bot.dm(bot.eva))


async def test_what_was_asked_in_a_channel_is_answered_in_private_with_a_way_back(
    bot: Office,
) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    form = await bot.opens(bot.ben, "ask_hr", shown)
    case = await sends(bot, form, question="And on Good Friday?")
    assert card(bot, case).says("And on Good Friday?")
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)

    reply = await bot.ben.sees(REPLY, in_=bot.dm(bot.ben))
    assert any(quote(bot.general.id) in link for link in bot.links(reply))
    in_channel = bot.ana.screen(bot.general)
    for words in (REPLY, NOTE, case, "Good Friday", "HR has your question"):
        assert not any(message.says(words) for message in in_channel)
    assert len(cards(bot)) == 1
