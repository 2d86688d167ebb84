"""HR's channel can be away, open to all, or left; a case survives all that, and restarts."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
import pytest_asyncio

from bot.app import Application
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
)
from tests.scenarios.chat.office import Office, running

AWAY = "HR's channel can't be reached just now."


@pytest.mark.parametrize("why", ["gone", "open", "shared"])
async def test_a_case_waits_while_hrs_channel_is_not_to_be_written_to(
    office: Office, own_app: Application, why: str
) -> None:
    dm = office.dm(office.ben)
    async with running(office, own_app, desk_channel=office.desk.id) as bot:
        bot.desk_is(why)
        form = await bot.opens(bot.ben, "ask_hr", await answered(bot, bot.ben))
        await form.sends(note=NOTE)
        await bot.ben.sees(AWAY, in_=dm)
        await bot.settles()
        assert not cards(bot)
        assert not any(NOTE in text for text in bot.vera.everything_seen)

    office.desk_is("private")
    async with running(office, own_app, desk_channel=office.desk.id) as bot:
        await bot.until(lambda: cards(bot), within=10)
        told = await bot.ben.sees("HR has your question.", in_=dm)
        assert not bot.answers(bot.ben, AWAY, dm)
        assert told.is_edited
        await bot.quiet()


@pytest_asyncio.fixture(loop_scope="session")
async def claimed(office: Office, own_app: Application) -> AsyncIterator[tuple[Office, str]]:
    """A case that Vera has, after the bot was started anew."""
    async with running(office, own_app, desk_channel=office.desk.id) as bot:
        case = await asks_hr(bot, bot.ben)
        await claims(bot, bot.vera, case)
    async with running(office, own_app, desk_channel=office.desk.id) as bot:
        yield bot, case


async def test_a_case_goes_on_after_a_restart(claimed: tuple[Office, str]) -> None:
    bot, case = claimed

    await replies(bot, bot.vera, case)

    await bot.ben.sees(REPLY, in_=bot.dm(bot.ben))
    assert len(cards(bot)) == 1


async def test_whoever_has_left_hrs_channel_acts_for_hr_no_more(
    claimed: tuple[Office, str],
) -> None:
    bot, case = claimed
    form = await bot.opens(bot.vera, "case_reply", card(bot, case))
    bot.desk.let_go(bot.vera)

    await bot.sends_from_outside(form, text=REPLY)

    await bot.vera.sees("This is for members of HR's own channel", in_=bot.dm(bot.vera))
    assert not any(REPLY in text for text in bot.ben.everything_seen)


async def test_whoever_joins_a_channel_that_was_opened_is_not_of_hr(
    claimed: tuple[Office, str],
) -> None:
    bot, case = claimed
    bot.desk_is("open")
    await bot.joins(bot.eva, bot.desk)
    await bot.settles()

    shown = card(bot, case)
    await bot.eva.presses("case_reply", on=shown)
    await bot.eva.presses("case_resolve", on=shown)

    await bot.eva.sees("Esto es para quien es miembro", in_=bot.dm(bot.eva))
    assert card(bot, case).says("In work")
    assert not any("Responder" in text for text in bot.eva.everything_told)
    bot.desk_is("private")


async def test_hr_is_told_when_an_employee_can_no_longer_be_written_to(
    claimed: tuple[Office, str],
) -> None:
    bot, case = claimed
    await bot.loses(bot.ben)

    form = await bot.opens(bot.vera, "case_reply", card(bot, case))
    await form.sends(text=REPLY)

    await bot.alone(bot.vera, "I am not allowed to write to whoever opened", bot.desk)
    await card_says(bot, case, "Answered")


async def test_hr_is_reminded_once_when_the_time_is_over(
    office: Office, own_app: Application
) -> None:
    over = "is over, and nobody has answered it yet"
    async with running(office, own_app, desk_channel=office.desk.id) as bot:
        case = await asks_hr(bot, bot.ben)
    database = own_app.settings.data / "policies" / "policybot.sqlite"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE hr_case SET due_at = opened_at, remind_at = opened_at")

    office.desk_is("gone")
    async with running(office, own_app, desk_channel=office.desk.id) as bot:
        await bot.quiet(1)
    office.desk_is("private")
    for _ in range(2):
        async with running(office, own_app, desk_channel=office.desk.id) as bot:
            reminder = await bot.hugo.sees(over, in_=bot.desk)
            await bot.quiet(1)

    assert reminder.thread == card(office, case).id
    assert card(office, case).says("overdue")
    assert office.answers(office.hugo, over, office.desk) == 1
