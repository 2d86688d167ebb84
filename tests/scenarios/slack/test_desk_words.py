"""The desk speaks to each in their own language, and shows HR no more than the employee chose."""

import re

from tests.fakes.slack.acting import Person
from tests.scenarios.slack.desk import (
    NOTE,
    REPLY,
    answered,
    asks_hr,
    card,
    card_says,
    cards,
    claims,
    presses,
    replies,
    sends,
)
from tests.scenarios.slack.office import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER, Office

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

    first = bot.eva.buttons(shown)[0]
    assert (first["action_id"], first["style"]) == ("ask_hr", "primary")
    assert first["text"]["text"] == "Preguntar a RR. HH."
    case = await sends(bot, bot.eva, await presses(bot, bot.eva, "ask_hr", shown))
    assert card(bot, case).says(NOT_TOLD)


async def test_an_employee_is_spoken_to_in_spanish_throughout(bot: Office) -> None:
    dm = bot.slack.dm(bot.eva)
    case = await asks_hr(bot, bot.eva, NOT_TOLD)
    await bot.eva.sees(f"Caso {case}", in_=dm)
    await claims(bot, bot.vera, case)
    modal = await presses(bot, bot.vera, "case_ask_back", card(bot, case))
    await bot.vera.submits(modal, {"text": "¿Es pequeño?"})
    asked = await bot.eva.sees("¿Es pequeño?", in_=dm)
    modal = await presses(bot, bot.eva, "case_answer", asked)
    await bot.eva.submits(modal, {"text": "Mucho."})
    await card_says(bot, case, "Mucho.")
    await replies(bot, bot.vera, case, "Sí, si es pequeño.")
    reply = await bot.eva.sees("Sí, si es pequeño.", in_=dm)
    assert reply.says("Vera Lind, de RR. HH., ha respondido a tu pregunta:")
    await bot.vera.presses("case_resolve", on=card(bot, case))
    await card_says(bot, case, "Closed")
    await bot.slack.quiet()
    shown = await answered(bot, bot.eva, LEAVE)
    await presses(bot, bot.eva, "show_passage_1", shown)
    await bot.eva.commands("/policy privacidad", in_=bot.general)
    await bot.eva.sees("Mira nuestros mensajes directos.", in_=bot.general)
    await bot.eva.sees("Tus datos", in_=dm)
    await bot.eva.opens_home()
    await bot.slack.until(lambda: bot.eva.home)

    assert english(bot.eva, NOTE, LEAVE, "Annual leave", "annual leave") == []
    assert not bot.slack.refused


async def test_an_employee_may_leave_the_text_out_and_then_has_to_say_something(
    bot: Office,
) -> None:
    shown = await answered(bot, bot.eva, LEAVE)
    modal = await presses(bot, bot.eva, "ask_hr", shown)
    await bot.eva.submits(modal, {"leave_out": ["leave_out"]})
    assert modal.errors == {"note": "Escribe algo, por favor."}

    case = await sends(bot, bot.eva, modal, leave_out=["leave_out"])

    shown_to_hr = card(bot, case)
    assert shown_to_hr.says(NOTE)
    assert shown_to_hr.says("The employee left out the question and the answer.")
    seen = bot.vera.everything_seen | bot.hugo.everything_seen
    assert not any(LEAVE in text or LEAVE_ANSWER in text or "Annual" in text for text in seen)
    await claims(bot, bot.hugo, case)
    await replies(bot, bot.hugo, case)
    await bot.eva.sees(REPLY, in_=bot.slack.dm(bot.eva))


async def test_what_was_asked_in_a_channel_is_answered_in_private_with_a_way_back(
    bot: Office,
) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    modal = await presses(bot, bot.ben, "ask_hr", shown)
    case = await sends(bot, bot.ben, modal, question="And on Good Friday?")
    assert card(bot, case).says("And on Good Friday?")
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)

    reply = await bot.ben.sees(REPLY, in_=bot.slack.dm(bot.ben))
    assert any(bot.general.id in text for text in reply.texts if text.startswith("https://"))
    in_channel = bot.ana.screen(bot.general)
    for words in (REPLY, NOTE, case, "Good Friday", "HR has your question"):
        assert not any(message.says(words) for message in in_channel)
    assert len(cards(bot)) == 1
