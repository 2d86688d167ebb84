"""Whom does the bot answer? Its own company's people, as Slack and the directory know them now."""

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.acting import Person
from tests.scenarios.chat.record import Asked
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
    running,
)


async def refused(bot: Office, person: Person, text: str, why: str) -> Asked:
    """Ask in private; the refusal is polite, on record, and rests on nothing."""
    dm = bot.slack.dm(person)
    asked = await person.says(text, in_=dm)
    shown = await person.sees(why, in_=dm)
    assert shown.thread == asked.ts
    await bot.settles()
    exchange = (await bot.record())[-1]
    assert (exchange.outcome, exchange.reason) == ("abstained", "refused")
    assert exchange.question == text
    assert exchange.found == exchange.reader == frozenset()
    assert LEAVE_ANSWER not in " ".join(person.everything_told)
    return exchange


async def test_who_is_deactivated_between_two_questions_is_not_answered_any_more(
    bot: Office,
) -> None:
    """Security U09: the session lives on, and the account was known a moment ago."""
    dm = bot.slack.dm(bot.ben)
    await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)

    await bot.ben.becomes(deleted=True)
    await bot.settles()
    bot.slack.clock.forward(10)
    await bot.ben.says("¿Cuántos días de vacaciones quedan?", in_=dm)
    await bot.ben.sees("ya no está activa", in_=dm)

    await bot.settles()
    assert (await bot.record())[-1].found == frozenset()


async def test_who_becomes_a_guest_is_one_from_then_on_in_channels_too(bot: Office) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.ben.becomes(is_restricted=True)
    await bot.settles()
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)

    shown = await bot.ben.sees("this account is a guest's", in_=bot.general)
    assert shown.is_ephemeral
    await bot.settles()
    assert len(bot.told(bot.general)) == 1


async def test_a_refusal_in_a_channel_is_seen_by_nobody_else(bot: Office) -> None:
    """Chat case 9: a partner's person in a shared channel; the outer team of the event is ours."""
    shared = bot.slack.channel("with-partner", members=[bot.ben], is_ext_shared=True)
    partner = bot.slack.user("pia@partner.example", name="Pia", team=bot.slack.workspace("Partner"))
    shared.take_in([partner])

    asked = await partner.says(bot.mention(LEAVE), in_=shared)
    shown = await partner.sees("only people of the company", in_=shared)
    assert shown.is_ephemeral

    reply = await bot.ben.says("Let me ask for you.", in_=shared, thread=asked)
    await bot.ben.says(bot.mention(LEAVE), in_=shared, thread=reply)
    other = await bot.ben.sees("from outside the company", in_=shared)
    assert (other.is_ephemeral, other.thread) == (True, asked.ts)

    await bot.settles()
    assert bot.told(shared) == []
    assert len(await bot.record()) == 2


async def test_every_way_of_asking_decides_alike(bot: Office) -> None:
    """Chat case 14: one decision for mentions, commands, shortcuts and direct messages."""
    guest = bot.slack.user(bot.ben.email, name="Guest", is_restricted=True)
    bot.general.take_in([guest])
    message = await bot.ben.says(LEAVE, in_=bot.general)
    dm = bot.slack.dm(guest)

    await guest.says(LEAVE, in_=dm)
    await guest.commands(f"/policy {LEAVE}", in_=bot.general)
    await guest.shortcut("ask_about", on=message)
    await guest.says(bot.mention(LEAVE), in_=bot.general)

    await guest.sees("this account is a guest's", in_=bot.general)
    await bot.settles()
    exchanges = await bot.record()
    assert [exchange.refused for exchange in exchanges] == ["guest"] * 4
    assert sum("a guest's" in text for text in bot.told(dm)) == 3
    assert bot.told(bot.general) == []
    assert LEAVE_ANSWER not in " ".join(guest.everything_told)


async def test_on_a_grid_the_sibling_workspaces_are_of_the_company_and_no_other_is(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    slack = office.slack
    (sibling,) = slack.grid(siblings=["Corp Iberia"])
    elsewhere = slack.workspace("Partner")
    async with running(office, policies, embedder) as bot:
        sister = slack.user(bot.ben.email, name="Sister", team=sibling)
        dm = slack.dm(sister)
        await sister.says(LEAVE, in_=dm)
        await sister.sees(LEAVE_ANSWER, in_=dm)
        await bot.ana.says(BANDS, in_=slack.dm(bot.ana))
        await bot.ana.sees(BANDS_ANSWER, in_=slack.dm(bot.ana))

        partner = slack.user(bot.ben.email, name="Pia", team=elsewhere)
        slack.channel("shared", members=[partner])
        assert (await refused(bot, partner, LEAVE, "only people of the company")).refused
        assert not slack.refused


async def test_whom_slack_does_not_tell_of_is_not_answered(bot: Office) -> None:
    bot.slack.scopes -= {"users:read"}
    exchange = await refused(bot, bot.ben, LEAVE, "can't tell who you are")
    assert exchange.refused == "unverifiable"

    bot.slack.scopes |= {"users:read"}
    await bot.ben.says(LEAVE, in_=bot.slack.dm(bot.ben))
    await bot.ben.sees(LEAVE_ANSWER, in_=bot.slack.dm(bot.ben))
