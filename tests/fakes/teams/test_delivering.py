"""How activities reach the bot: again while nobody answers, and no more once it answered."""

import asyncio

import pytest
from aiohttp import web

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot, Hears, echo, running
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body


def answering(*seconds: float, status: int = 201) -> Hears:
    """Answer each time after so many seconds, the last from then on."""
    left = list(seconds)

    async def hears(bot: Bot, heard: Body) -> web.Response:
        await asyncio.sleep(left.pop(0) if len(left) > 1 else left[0])
        return web.Response(status=status)

    return hears


def by_type(bot: Bot) -> dict[str, Body]:
    """Give what the bot heard: what is sent together may come in any order."""
    return {heard["type"]: heard for heard in bot.heard}


async def test_what_is_not_answered_in_time_is_sent_again_as_it_was(
    teams: FakeTeams, ana: Person, dm: Chat
) -> None:
    teams.deliverer.answer_within = 0.4

    async with running(teams, answering(1, 1, 0)) as bot:
        message = await ana.says("Leave?", in_=dm)
        [taken] = await teams.acked(message)

    assert taken.number == 2
    assert [delivery.failure for delivery in teams.deliveries] == ["timeout", "timeout", ""]
    assert len({str(heard) for heard in bot.heard}) == 1
    assert len(bot.heard) == 3


async def test_it_is_sent_four_times_at_most(teams: FakeTeams, ana: Person, dm: Chat) -> None:
    teams.deliverer.answer_within = 0.2

    async with running(teams, answering(2)) as bot:
        message = await ana.says("Leave?", in_=dm)
        with pytest.raises(AssertionError, match="did not take"):
            await teams.acked(message)

    assert len(bot.heard) == 4


@pytest.mark.parametrize("status", [400, 401, 500])
async def test_a_refusal_is_an_answer(teams: FakeTeams, ana: Person, dm: Chat, status: int) -> None:
    async with running(teams, answering(0, status=status)) as bot:
        message = await ana.says("Leave?", in_=dm)
        await message.events[0].ended.wait()

    assert len(bot.heard) == 1
    assert teams.deliveries[0].failure == "http_error"


async def test_a_bot_that_is_not_there_is_not_reached(
    teams: FakeTeams, ana: Person, dm: Chat
) -> None:
    teams.deliver_to("http://127.0.0.1:9/")
    message = await ana.says("Leave?", in_=dm)
    await message.events[0].ended.wait()

    assert [delivery.failure for delivery in teams.deliveries] == ["connection_failed"]


async def test_the_bot_is_put_into_a_chat_and_hears_of_it(
    teams: FakeTeams, bot: Bot, ana: Person, group: Chat
) -> None:
    group.has_bot = False
    unheard = await ana.says("<at>Policy Bot</at> leave?", in_=group)
    for dispatch in await teams.installs(group):
        await teams.acked(dispatch)

    assert not unheard.events
    told = by_type(bot)
    assert told.keys() == {"conversationUpdate", "installationUpdate"}
    assert told["conversationUpdate"]["membersAdded"] == [{"id": teams.bot.id}]
    assert told["installationUpdate"]["action"] == "add"


async def test_in_a_personal_chat_both_are_told_to_have_come(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    for dispatch in await teams.installs(dm):
        await teams.acked(dispatch)

    added = by_type(bot)["conversationUpdate"]["membersAdded"]
    assert [member["id"] for member in added] == [teams.bot.id, ana.id]


async def test_a_bot_that_was_taken_out_is_told_and_let_in_no_more(
    teams: FakeTeams, bot: Bot, channel: Chat
) -> None:
    assert channel.team is not None
    general = channel.team.channels[0]
    [dispatch] = await teams.uninstalls(general)
    await teams.acked(dispatch)
    sent = await bot.sends(channel, "Hi")

    assert bot.heard[0]["action"] == "remove"
    assert (sent.status, sent.error) == (403, "BotNotInConversationRoster")


async def test_it_is_told_who_comes_and_goes_and_what_is_shared(
    teams: FakeTeams, bot: Bot, ana: Person, ben: Person, channel: Chat
) -> None:
    zoe = teams.user("zoe@corp.example", name="Zoe")
    partner = teams.company("Partner")
    for happening in (
        teams.joins(zoe, channel),
        teams.leaves(ben, channel),
        teams.shares(channel, partner),
    ):
        [dispatch] = await happening
        await teams.acked(dispatch)

    assert bot.heard[0]["membersAdded"][0]["aadObjectId"] == zoe.object_id
    assert bot.heard[0]["channelData"]["eventType"] == "teamMemberAdded"
    assert bot.heard[1]["membersRemoved"][0]["id"] == ben.id
    assert bot.heard[2]["channelData"]["sharedWithTenants"] == [{"id": partner.id}]


async def test_any_activity_can_be_sent_with_any_headers(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    await teams.acked(await ana.says("Leave?", in_=dm))
    known = bot.heard[0]
    elsewhere = {**known, "channelData": {"tenant": {"id": teams.company("Other").id}}}

    assert (await teams.sends(elsewhere)).status == 201
    assert (await teams.sends(known, headers={})).status == 401
    assert len(bot.heard) == 2


async def test_many_ask_at_once_and_all_are_answered(teams: FakeTeams) -> None:
    people = [teams.user(f"p{number}@corp.example") for number in range(100)]

    async with running(teams, echo):
        for number, person in enumerate(people):
            await person.says(f"Question {number}.", in_=teams.dm(person))
        for number, person in enumerate(people):
            await person.sees(f"echo: Question {number}.", in_=teams.dm(person), within=30)

    assert not teams.refused
    assert len(teams.called("send")) == 100
