"""A person's due: told once, shown, given and rid of what is kept; in their own language."""

import json
import sqlite3
from contextlib import closing
from typing import Any

from tests.fakes.slack.acting import Person
from tests.fakes.slack.views import View
from tests.scenarios.slack.desk import (
    NOTE,
    REPLY,
    answered,
    asks_hr,
    card,
    card_says,
    claims,
    presses,
    replies,
)
from tests.scenarios.slack.office import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER, Office

NOTICE = "“/policy privacy” shows what is kept of you"


def notices(bot: Office, person: Person, says: str = NOTICE) -> int:
    dm = bot.slack.dm(person)
    return len([shown for shown in person.screen(dm) if shown.says(says)])


async def opened_home(bot: Office, person: Person) -> View:
    await person.opens_home()
    await bot.slack.until(lambda: person.home)
    assert person.home is not None
    return person.home


async def test_whoever_asks_first_in_a_channel_is_told_once_and_in_private(bot: Office) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.ben.sees(NOTICE, in_=bot.slack.dm(bot.ben))
    await answered(bot, bot.ben, LEAVE)
    await bot.eva.says(bot.mention("¿A qué hora cierra la oficina?"), in_=bot.general)
    await bot.eva.sees("Con /policy privac", in_=bot.slack.dm(bot.eva))
    await bot.slack.quiet()

    assert notices(bot, bot.ben) == 1
    assert not any(shown.says(NOTICE) for shown in bot.ben.screen(bot.general))


async def test_a_person_sees_and_takes_along_what_is_theirs(bot: Office) -> None:
    bot.slack.scopes.add("files:write")
    dm = bot.slack.dm(bot.ben)
    case = await asks_hr(bot, bot.ben)
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)
    await answered(bot, bot.eva, LEAVE)

    await bot.ben.commands("/policy privacy", in_=bot.general)
    shown = await bot.ben.sees("Your data", in_=dm)
    assert shown.says("You asked me one question")
    await bot.ben.presses("privacy_export", on=shown)
    file = await bot.ben.sees(lambda one: one.files, in_=dm)

    content = bot.slack.files[file.files[0]["id"]].content
    assert content is not None
    told: Any = json.loads(content)
    (question,) = told["questions"]
    assert (question["question"], question["cases"]) == (OFFICE, [case])
    assert OFFICE_ANSWER in question["answer"]["text"]
    (asked,) = told["asked_hr"]
    assert (asked["case"], asked["note"]) == (case, NOTE)
    assert asked["said"][-1]["text"] == REPLY
    assert LEAVE not in content.decode()


async def test_a_person_has_their_texts_deleted_and_old_buttons_say_so(bot: Office) -> None:
    dm = bot.slack.dm(bot.eva)
    old = await answered(bot, bot.eva, LEAVE)
    waiting = await presses(bot, bot.eva, "ask_hr", old)
    await bot.eva.closes(waiting)
    home = await opened_home(bot, bot.eva)
    modal = await presses(bot, bot.eva, "privacy_delete", home)
    assert modal.title == "Tus datos"
    await bot.eva.submits(modal)
    await bot.eva.sees("Hecho: los textos de tus preguntas (1)", in_=dm)

    modal = await presses(bot, bot.eva, "ask_hr", old)
    assert modal.says("Sus textos ya no se guardan. Vuelve a hacer la pregunta.")
    modal = await presses(bot, bot.eva, "show_passage_1", old)
    assert modal.says("Esta respuesta ya no se conserva.")
    await bot.eva.presses("feedback", on=old, value="positive")
    await bot.eva.commands("/policy privacidad", in_=bot.general)
    await bot.eva.sees("No consta nada tuyo.", in_=dm)

    modal = await presses(bot, bot.eva, "privacy_delete", home)
    await bot.eva.submits(modal)
    await bot.eva.sees("No queda nada tuyo que borrar.", in_=dm)
    assert "wrong" not in " ".join(bot.eva.everything_told)


async def test_a_case_goes_on_though_its_asker_had_everything_deleted(bot: Office) -> None:
    dm = bot.slack.dm(bot.ben)
    case = await asks_hr(bot, bot.ben)
    await claims(bot, bot.vera, case)
    home = await opened_home(bot, bot.ben)
    await bot.ben.submits(await presses(bot, bot.ben, "privacy_delete", home))
    await bot.ben.sees("are deleted", in_=dm)

    await replies(bot, bot.vera, case)
    await bot.ben.sees(REPLY, in_=dm)
    await bot.vera.presses("case_resolve", on=card(bot, case))
    await card_says(bot, case, "Closed")
    modal = await presses(bot, bot.vera, "case_save", card(bot, case))
    values = {"question": "Is it noon?", "answer": "It is noon.", "owner": bot.hugo.id}
    await bot.vera.submits(modal, values)
    shown = await bot.hugo.sees("Waiting for a second person", in_=bot.desk)
    await bot.hugo.presses("verified_approve", on=shown)
    await bot.hugo.sees("In use", in_=bot.desk)  # for those who may read what the case cited


async def test_nothing_that_people_wrote_stands_in_the_database(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben, LEAVE)
    await claims(bot, bot.vera, case)
    await replies(bot, bot.vera, case)
    modal = await presses(bot, bot.vera, "case_save", card(bot, case))
    values = {"question": "Wann ist Schluss?", "answer": "Zu Mittag.", "owner": bot.hugo.id}
    await bot.vera.submits(modal, values)
    await bot.hugo.sees("Waiting for a second person", in_=bot.desk)
    await bot.slack.quiet()

    folder = bot.settings.data / "policies"
    with closing(sqlite3.connect(folder / "policybot.sqlite")) as connection:
        stored = "\n".join(connection.iterdump())
    held = stored + "".join(
        file.read_bytes().decode(errors="replace") for file in folder.glob("policybot.sqlite*")
    )
    for text in (LEAVE, NOTE, REPLY, "Wann ist Schluss?", "Zu Mittag."):
        assert text not in held
    assert LEAVE_ANSWER not in held
