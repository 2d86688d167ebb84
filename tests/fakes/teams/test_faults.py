"""What a bot meets when Teams fails, or is asked too often."""

import asyncio

import aiohttp
import pytest

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot, running
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.faults import Fault, Lie, LostReply, LostRequest, Slow, SlowReply
from tests.fakes.teams.server import fake_teams
from tests.fakes.teams.service import FakeTeams


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault(403, subcode="MessageWritesBlocked"), "ForbiddenOperationException"),
        (Fault(412), "PreconditionFailed"),
        (Fault(413), "MessageSizeTooBig"),
        (Fault(429, retry_after=1), "Throttled"),
        (Fault(429), "Throttled"),
        (Fault(500, code="Odd"), "Odd"),
        (Fault(502), "ServiceError"),
        (Fault(504), "GatewayTimeout"),
    ],
)
async def test_a_fault_is_answered_so_often_and_nothing_is_done(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat, fault: Fault, code: str
) -> None:
    teams.fail("send", fault, times=2)
    met = [await bot.sends(dm, "Hi") for _ in range(2)]
    await bot.sends(dm, "Ho")

    assert [(answered.status, answered.error) for answered in met] == [(fault.status, code)] * 2
    assert met[0].body.get("subCode", "") == fault.subcode
    retry_after = None if fault.retry_after is None else str(fault.retry_after)
    assert met[0].headers.get("Retry-After") == retry_after
    assert [shown.text for shown in ana.screen(dm)] == ["Ho"]
    assert not teams.refused
    assert [call.status for call in teams.called("send")] == [fault.status, fault.status, 201]


async def test_html_can_stand_in_place_of_an_answer(teams: FakeTeams, bot: Bot, dm: Chat) -> None:
    teams.fail("*", Fault(413, html="<html>Too large</html>"))
    answered = await bot.sends(dm, "Hi")

    assert (answered.status, answered.body) == (413, "<html>Too large</html>")


@pytest.mark.parametrize(("trouble", "posted"), [(LostRequest(), 0), (LostReply(), 1)])
async def test_a_connection_can_be_lost_before_or_after_it_was_done(
    teams: FakeTeams,
    bot: Bot,
    ana: Person,
    dm: Chat,
    trouble: LostRequest | LostReply,
    posted: int,
) -> None:
    teams.fail("send", trouble)
    with pytest.raises(aiohttp.ClientError):
        await bot.sends(dm, "Hi")

    assert len(ana.screen(dm)) == posted


async def test_an_answer_can_be_slow_before_it_is_done_or_after(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    teams.fail("send", Slow(1))
    call = asyncio.create_task(bot.sends(dm, "Hi"))
    await teams.until(lambda: teams.calls)
    assert not ana.screen(dm)
    await call
    teams.fail("send", SlowReply(2))
    call = asyncio.create_task(bot.sends(dm, "Ho"))

    await ana.sees("Ho", in_=dm)

    assert not call.done()
    await call


async def test_a_lie_is_answered_as_if_all_had_gone_well(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    teams.fail("send", Lie({"id": "1"}))
    teams.fail("member", Lie({**ana.member, "tenantId": "another"}))
    posted = await bot.sends(dm, "Hi")
    member = await bot.call("GET", f"v3/conversations/{dm.id}/members/{ana.id}")

    assert (posted.status, posted.id, ana.screen(dm)) == (200, "1", [])
    assert member.body["tenantId"] == "another"


async def test_a_fault_can_wait_for_the_call_that_it_is_for(
    teams: FakeTeams, bot: Bot, dm: Chat, group: Chat
) -> None:
    teams.fail("send", Fault(502), when=lambda body: body["text"] == "Ho")

    assert (await bot.sends(dm, "Hi")).status == 201
    assert (await bot.sends(dm, "Ho")).status == 502
    teams.fail("*", Fault(502), times=100)
    teams.faults.clear()
    assert (await bot.sends(dm, "Ho")).status == 201


async def test_a_conversation_takes_so_much_and_tells_when_it_takes_more(
    teams: FakeTeams, bot: Bot, dm: Chat, group: Chat
) -> None:
    teams.rate_limits = True
    statuses = [(await bot.sends(dm, "Hi")).status for _ in range(8)]
    last = await bot.sends(dm, "Hi")
    elsewhere = await bot.sends(group, "Hi")
    teams.clock.forward(int(last.headers["Retry-After"]))
    later = await bot.sends(dm, "Hi")

    assert statuses[:7] == [201] * 7
    assert last.status == 429
    assert (elsewhere.status, later.status) == (201, 201)


async def test_what_is_wrong_with_a_test_is_told_at_the_end() -> None:
    service = fake_teams()
    teams = await service.__aenter__()
    ana = teams.user("ana@corp.example")
    teams.fail("send", Fault(500), when=lambda body: body["none"])

    async with running(teams) as bot:
        assert (await bot.sends(teams.dm(ana), "Hi")).status == 500

    with pytest.raises(KeyError, match="none"):
        await service.__aexit__(None, None, None)
