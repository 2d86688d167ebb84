"""A person's due: told once, shown, given and rid of what is kept; in their own language."""

import json
import sqlite3
from contextlib import closing
from typing import Any

from tests.scenarios.chat.company import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.desk import (
    NOTE,
    REPLY,
    answered,
    asks_hr,
    card,
    card_says,
    claims,
    replies,
)
from tests.scenarios.chat.office import Office

NOTICE = "shows what is kept of you, and lets you export or delete it"
COMMAND = {"slack": "“/policy privacy”", "teams": "“privacy”"}


async def test_whoever_asks_first_in_a_channel_is_told_once_and_in_private(bot: Office) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    told = await bot.ben.sees(NOTICE, in_=bot.dm(bot.ben))
    assert told.says(f"{COMMAND[bot.surface]} {NOTICE}")
    await answered(bot, bot.ben, LEAVE)
    await bot.eva.says(bot.mention("¿A qué hora cierra la oficina?"), in_=bot.general)
    await bot.eva.sees("ves lo que se guarda de ti", in_=bot.dm(bot.eva))
    await bot.settles()

    assert bot.answers(bot.ben, NOTICE, bot.dm(bot.ben)) == 1
    assert not bot.answers(bot.ben, NOTICE, bot.general)


async def test_a_person_sees_and_takes_along_what_is_theirs(own_bot: Office) -> None:
    bot = own_bot
    dm = bot.dm(bot.ben)
    case = await asks_hr(bot, bot.ben)
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)
    await answered(bot, bot.eva, LEAVE)

    await bot.privacy(bot.ben)
    shown = await bot.ben.sees("You asked me", in_=dm)
    assert shown.says("You asked me one question")
    await bot.ben.presses("privacy_export", on=shown)
    await bot.ben.sees("policybot.json", in_=dm)
    await bot.settles()

    content = bot.handed(bot.ben, dm)
    told: Any = json.loads(content)
    (question,) = told["questions"]
    assert (question["question"], question["cases"]) == (OFFICE, [case])
    assert OFFICE_ANSWER in question["answer"]["text"]
    (asked,) = told["asked_hr"]
    assert (asked["case"], asked["note"]) == (case, NOTE)
    assert asked["said"][-1]["text"] == REPLY
    assert LEAVE not in content.decode()


async def test_a_person_has_their_texts_deleted_and_old_buttons_say_so(own_bot: Office) -> None:
    bot = own_bot
    dm = bot.dm(bot.eva)
    old = await answered(bot, bot.eva, LEAVE)
    waiting = await bot.opens(bot.eva, "ask_hr", old)
    await waiting.closes()
    about = await bot.about_the_bot(bot.eva)
    form = await bot.opens(bot.eva, "privacy_delete", about)
    assert form.title == "Tus datos"
    await form.sends()
    await bot.eva.sees("Hecho: los textos de tus preguntas (1)", in_=dm)

    form = await bot.opens(bot.eva, "ask_hr", old)
    assert form.says("Sus textos ya no se guardan. Vuelve a hacer la pregunta.")
    form = await bot.opens(bot.eva, "show_passage_1", old)
    assert form.says("Esta respuesta ya no se conserva.")
    await bot.rates(bot.eva, old, good=True)
    await bot.privacy(bot.eva)
    await bot.eva.sees("No consta nada tuyo.", in_=dm)

    form = await bot.opens(bot.eva, "privacy_delete", await bot.about_the_bot(bot.eva))
    await form.sends()
    await bot.eva.sees("No queda nada tuyo que borrar.", in_=dm)
    assert "wrong" not in " ".join(bot.eva.everything_told)


async def test_a_case_goes_on_though_its_asker_had_everything_deleted(own_bot: Office) -> None:
    bot = own_bot
    dm = bot.dm(bot.ben)
    case = await asks_hr(bot, bot.ben)
    await claims(bot, bot.vera, case)
    form = await bot.opens(bot.ben, "privacy_delete", await bot.about_the_bot(bot.ben))
    await form.sends()
    await bot.ben.sees("are deleted", in_=dm)

    await replies(bot, bot.vera, case)
    await bot.ben.sees(REPLY, in_=dm)
    await bot.vera.presses("case_resolve", on=card(bot, case))
    await card_says(bot, case, "Closed")
    form = await bot.opens(bot.vera, "case_save", card(bot, case))
    owner = bot.picked(bot.hugo)
    await form.sends(question="Is it noon?", answer="It is noon.", owner=owner)
    shown = await bot.hugo.sees("Waiting for a second person", in_=bot.desk)
    await bot.hugo.presses("verified_approve", on=shown)
    await bot.hugo.sees("In use", in_=bot.desk)  # for those who may read what the case cited


async def test_nothing_that_people_wrote_stands_in_the_database(own_bot: Office) -> None:
    bot = own_bot
    case = await asks_hr(bot, bot.ben, LEAVE)
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)
    form = await bot.opens(bot.vera, "case_save", card(bot, case))
    owner = bot.picked(bot.hugo)
    await form.sends(question="Wann ist Schluss?", answer="Zu Mittag.", owner=owner)
    await bot.hugo.sees("Waiting for a second person", in_=bot.desk)
    await bot.settles()

    folder = bot.settings.data / "policies"
    with closing(sqlite3.connect(folder / "policybot.sqlite")) as connection:
        stored = "\n".join(connection.iterdump())
    held = stored + "".join(
        file.read_bytes().decode(errors="replace") for file in folder.glob("policybot.sqlite*")
    )
    for text in (LEAVE, NOTE, REPLY, "Wann ist Schluss?", "Zu Mittag."):
        assert text not in held
    assert LEAVE_ANSWER not in held
