"""Whom does the bot answer? Its own company's people, as service and directory know them."""

from bot.app import application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.chat.clients import Person
from tests.scenarios.chat.company import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
)
from tests.scenarios.chat.office import Office, running
from tests.scenarios.chat.record import Asked

LEAVE_IN_SPANISH = "¿Cuántos días laborables de vacaciones tengo al año?"
NOBODY = "nobody@corp.example"


async def refused(bot: Office, person: Person, text: str, why: str) -> Asked:
    """Ask in private; the refusal is polite, on record, and rests on nothing."""
    dm = bot.dm(person)
    asked = await person.says(text, in_=dm)
    shown = await person.sees(why, in_=dm)
    assert shown.thread == bot.thread(asked)
    await bot.settles()
    exchange = (await bot.record())[-1]
    assert (exchange.outcome, exchange.reason) == ("abstained", "refused")
    assert exchange.question == text
    assert exchange.found == exchange.reader == frozenset()
    assert LEAVE_ANSWER not in " ".join(person.everything_told)
    return exchange


async def test_who_is_no_confirmed_employee_is_told_so_in_private_and_nothing_else(
    bot: Office,
) -> None:
    """Chat case 10."""
    for one in bot.outsiders():
        exchange = await refused(bot, one.person, LEAVE, one.why)
        assert exchange.refused == one.refused, one
        (shown,) = (s for s in one.person.screen(bot.dm(one.person)) if s.says(one.why))
        assert shown.says("Ask HR") == (one.refused is None), one
    assert not bot.refused


async def test_a_refusal_is_in_the_language_of_the_question(bot: Office) -> None:
    guest = bot.guest(bot.eva.email, locale="es-ES")
    await refused(bot, guest, LEAVE_IN_SPANISH, "esta es una cuenta de invitado")

    nobody = bot.user(NOBODY, name="Nadie", locale="es-ES")
    await refused(bot, nobody, LEAVE_IN_SPANISH, "No puedo comprobar quién eres")


async def test_a_refusal_in_a_channel_is_seen_by_nobody_else(bot: Office) -> None:
    guest = bot.guest(bot.ben.email)
    place = bot.channel("with-guest", [bot.ben, guest])

    asked = await guest.says(bot.mention(LEAVE), in_=place)
    await bot.alone(guest, "this account is a guest's", place)
    reply = await bot.ben.says("Let me ask for you.", in_=place, thread=asked)
    await bot.ben.says(bot.mention(LEAVE), in_=place, thread=reply)
    await bot.alone(bot.ben, "Not everybody in this channel", place)

    await bot.settles()
    assert bot.told(place) == []
    assert len(await bot.record()) == 2


async def test_every_way_of_asking_decides_alike(bot: Office) -> None:
    """Chat case 14: one decision for mentions, direct messages and what is asked about."""
    guest = bot.guest(bot.ben.email)
    place = bot.group("all", [bot.ben, guest])
    message = await bot.ben.says(LEAVE, in_=place)
    dm = bot.dm(guest)

    await guest.says(LEAVE, in_=dm)
    await bot.asks_about(guest, message)
    await guest.says(bot.mention(LEAVE), in_=place)

    await bot.alone(guest, "this account is a guest's", place)
    await bot.settles()
    exchanges = await bot.record()
    assert [exchange.refused for exchange in exchanges] == ["guest"] * 3
    assert bot.told(place) == []
    assert LEAVE_ANSWER not in " ".join(guest.everything_told)


async def test_only_the_pilot_group_is_answered_and_others_hear_it_in_private(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    pilot = policies.model_copy(update={"pilot": "group:hr"})
    async with application(pilot, model=embedder) as app, running(office, app) as bot:
        dm = bot.dm(bot.ana)
        await bot.ana.says(BANDS, in_=dm)
        await bot.ana.sees(BANDS_ANSWER, in_=dm)
        await refused(bot, bot.ben, LEAVE, "tried out by a small group")

        await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
        await bot.alone(bot.ben, "tried out by a small group", bot.general)
        await bot.settles()
        assert bot.told(bot.general) == []
        assert OFFICE_ANSWER not in " ".join(bot.ben.everything_told)
