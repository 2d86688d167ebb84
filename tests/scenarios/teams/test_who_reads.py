"""Guests, other companies, the nameless, meetings: who is in a conversation of Teams counts."""

import pytest

from tests.scenarios.chat.company import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER
from tests.scenarios.teams.office import TeamsOffice

NOT_HERE = "I have nothing to say here."


async def test_another_company_has_no_way_to_the_bot(bot: TeamsOffice) -> None:
    """Its people's own chats with the bot are of their tenant."""
    pia = bot.foreign("pia@partner.example")
    asked = await pia.says(LEAVE, in_=bot.dm(pia))
    await asked.events[0].ended.wait()

    assert asked.events[0].deliveries[-1].status == 403
    await bot.settles()
    assert pia.everything_told == set()
    assert await bot.record() == []


@pytest.mark.parametrize("kind", ["shared", "group"])
async def test_among_people_of_another_company_nothing_is_said(bot: TeamsOffice, kind: str) -> None:
    """Chat cases 9 and 10: whoever asks, and whoever it is of those who read along."""
    pia = bot.foreign("pia@partner.example")
    people = [bot.ben, pia]
    place = bot.external("deal", people) if kind == "shared" else bot.group("deal", people)

    await bot.ben.says(bot.mention(OFFICE), in_=place)
    await bot.alone(bot.ben, "from outside the company", place)
    await bot.settles()
    assert bot.told(place) == []

    await pia.says(bot.mention(OFFICE), in_=place)
    await pia.sees(NOT_HERE, in_=place)  # there is no chat of hers with the bot
    await bot.settles()
    assert len(bot.told(place)) == 1
    assert not any(OFFICE_ANSWER in text for text in pia.everything_told)
    assert not any("only people of the company" in text for text in bot.ben.everything_told)
    assert [asked.reason for asked in await bot.record()] == ["refused", "refused"]


async def test_who_has_no_name_may_read_along_in_a_meeting_so_nothing_is_said(
    bot: TeamsOffice,
) -> None:
    """Whoever is let in from the lobby reads what stands in the chat of a meeting."""
    anonymous = bot.teams.user(name="Somebody", role="anonymous")
    for people in ([bot.ana, bot.ben], [bot.ana, bot.ben, anonymous]):
        meeting = bot.teams.meeting("Planning", members=people)
        await bot.ana.says(bot.mention(OFFICE), in_=meeting)
        await bot.alone(bot.ana, "from outside the company", meeting)
        await bot.settles()
        assert bot.told(meeting) == []
    assert not any(OFFICE_ANSWER in text for text in anonymous.everything_told)


async def test_who_is_told_of_without_what_proves_them_keeps_a_chat_quiet(
    bot: TeamsOffice,
) -> None:
    for lacking in ("userRole", "tenantId", "email", "aadObjectId"):
        unknown = bot.teams.user(bot.eva.email, name=lacking, lacks=[lacking])
        group = bot.group(lacking, [bot.ana, unknown])
        await bot.ana.says(bot.mention(LEAVE), in_=group)
        await bot.until(lambda: len(bot.dm(bot.ana).messages), within=5)
        await bot.settles()
        assert bot.told(group) == [], lacking
    assert LEAVE_ANSWER not in " ".join(bot.ana.everything_told)
    assert not any(asked.found for asked in await bot.record())


async def test_whose_account_becomes_a_guests_is_one_from_then_on(bot: TeamsOffice) -> None:
    """Teams tells of no changes: what it said of somebody counts for minutes, in chats with others
    for seconds.
    """
    guest = bot.guest(bot.eva.email)
    group = bot.group("visit", [bot.ana])
    await bot.ana.says(bot.mention(OFFICE), in_=group)
    await bot.ana.sees(OFFICE_ANSWER, in_=group)

    await bot.joins(guest, group)
    await bot.settles()
    await bot.ana.says(bot.mention("Where do visitors sign in?"), in_=group)
    await bot.alone(bot.ana, "Not everybody in this channel", group)
    await bot.settles()
    assert len(bot.told(group)) == 1
