"""HR's channel can be away, open to all, or left; a case survives all that, and restarts."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing

import pytest

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.channels import Kind
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
)
from tests.scenarios.slack.office import Office, running

AWAY = "HR's channel can't be reached just now."
Change = Callable[[Office], None]


def archive(office: Office) -> None:
    office.desk.is_archived = True


def put_out(office: Office) -> None:
    office.desk.let_go(office.slack.bot)


def open_to_all(office: Office) -> None:
    office.desk.kind = Kind.PUBLIC


def share(office: Office) -> None:
    office.desk.is_ext_shared = True


def as_it_was(office: Office) -> None:
    office.desk.is_archived = office.desk.is_ext_shared = False
    office.desk.kind = Kind.PRIVATE
    office.desk.take_in([office.slack.bot])


@pytest.mark.parametrize("away", [archive, put_out, open_to_all, share])
async def test_a_case_waits_while_hrs_channel_is_not_to_be_written_to(
    office: Office, policies: Settings, embedder: FastEmbedder, away: Change
) -> None:
    dm = office.slack.dm(office.ben)
    async with running(office, policies, embedder, desk_channel=office.desk.id) as bot:
        away(bot)
        modal = await presses(bot, bot.ben, "ask_hr", await answered(bot, bot.ben))
        await bot.ben.submits(modal, {"note": NOTE})
        await bot.ben.sees(AWAY, in_=dm)
        await bot.slack.quiet()
        assert not cards(bot)
        assert not any(NOTE in text for text in bot.vera.everything_seen)

    as_it_was(office)
    async with running(office, policies, embedder, desk_channel=office.desk.id) as bot:
        await bot.slack.until(lambda: cards(bot))
        told = await bot.ben.sees("HR has your question.", in_=dm)
        assert not any(shown.says(AWAY) for shown in bot.ben.screen(dm))
        assert told.is_edited
        await bot.slack.quiet()


@pytest.fixture
async def claimed(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> AsyncIterator[tuple[Office, str]]:
    """A case that Vera has, after the bot was started anew."""
    async with running(office, policies, embedder, desk_channel=office.desk.id) as bot:
        case = await asks_hr(bot, bot.ben)
        await claims(bot, bot.vera, case)
    async with running(office, policies, embedder, desk_channel=office.desk.id) as bot:
        yield bot, case


async def test_a_case_goes_on_after_a_restart(claimed: tuple[Office, str]) -> None:
    bot, case = claimed

    await replies(bot, bot.vera, case)

    await bot.ben.sees(REPLY, in_=bot.slack.dm(bot.ben))
    assert len(cards(bot)) == 1


async def test_whoever_has_left_hrs_channel_acts_for_hr_no_more(
    claimed: tuple[Office, str],
) -> None:
    bot, case = claimed
    modal = await presses(bot, bot.vera, "case_reply", card(bot, case))
    bot.desk.let_go(bot.vera)

    await bot.vera.submits(modal, {"text": REPLY})

    await bot.vera.sees("This is for members of HR's own channel", in_=bot.slack.dm(bot.vera))
    assert not any(REPLY in text for text in bot.ben.everything_seen)


async def test_whoever_joins_a_channel_that_was_opened_is_not_of_hr(
    claimed: tuple[Office, str],
) -> None:
    bot, case = claimed
    open_to_all(bot)
    await bot.slack.joins(bot.eva, bot.desk)

    shown = card(bot, case)
    await bot.eva.presses("case_reply", on=shown)
    await bot.eva.presses("case_resolve", on=shown)

    await bot.eva.sees("Esto es para quien es miembro", in_=bot.slack.dm(bot.eva))
    assert bot.eva.modal is None
    as_it_was(bot)
    assert not card(bot, case).says("Closed")


async def test_hr_is_told_when_an_employee_can_no_longer_be_written_to(
    claimed: tuple[Office, str],
) -> None:
    bot, case = claimed
    await bot.ben.becomes(deleted=True)

    modal = await presses(bot, bot.vera, "case_reply", card(bot, case))
    await bot.vera.submits(modal, {"text": REPLY})

    await bot.vera.sees("Slack does not let me write to whoever opened", in_=bot.desk)
    await card_says(bot, case, "Answered")


async def test_hr_is_reminded_once_when_the_time_is_over(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    over = "is over, and nobody has answered it yet"
    async with running(office, policies, embedder, desk_channel=office.desk.id) as bot:
        case = await asks_hr(bot, bot.ben)
    database = policies.data / "policies" / "policybot.sqlite"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE hr_case SET due_at = opened_at, remind_at = opened_at")

    office.desk.is_archived = True
    async with running(office, policies, embedder, desk_channel=office.desk.id) as bot:
        await bot.slack.quiet(1)
    office.desk.is_archived = False
    for _ in range(2):
        async with running(office, policies, embedder, desk_channel=office.desk.id) as bot:
            reminder = await bot.hugo.sees(over, in_=bot.desk)
            await bot.slack.quiet(1)

    assert reminder.thread == card(office, case).ts
    assert card(office, case).says("overdue")
    assert len([one for one in office.hugo.screen(office.desk) if one.says(over)]) == 1
