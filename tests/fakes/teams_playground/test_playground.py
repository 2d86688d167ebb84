"""The real client against a bot of our own: all that a person does in it, and sees."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.teams.texts import Body
from tests.fakes.teams_playground.echo import Echo, echo
from tests.fakes.teams_playground.process import NotStartedError
from tests.fakes.teams_playground.rig import Playground, Said

pytestmark = pytest.mark.browser


@pytest.fixture
async def bot() -> AsyncIterator[Echo]:
    async with echo() as bot:
        yield bot


def messages(bot: Echo) -> list[Body]:
    return [heard for heard in bot.heard if heard["type"] == "message"]


def addresses_of(port: int) -> set[str]:
    """Give the addresses that a port of this machine is open on, as the kernel writes them."""
    lines = [
        line.split()
        for table in ("tcp", "tcp6")
        for line in Path("/proc/net", table).read_text(encoding="ascii").splitlines()[1:]
    ]
    is_listening = "0A"
    open_ = [fields[1].split(":") for fields in lines if fields[3] == is_listening]
    return {address for address, hexadecimal in open_ if int(hexadecimal, 16) == port}


async def test_a_question_is_asked_answered_unfolded_rated_and_passed_on(
    playground: Playground, bot: Echo
) -> None:
    async with playground.against(bot.url):
        await playground.says("Hello there")
        await playground.sees("echo: Hello there")
        await playground.says("cite")
        await playground.sees("You have 23 days")
        source = await playground.unfolds(1)
        thanks = await playground.rates("dislike", "Out of date")
        await playground.says("card")
        await playground.sees("Not answered?")
        await playground.fills("A note", "Please call")
        await playground.presses("Ask HR")
        await playground.sees("HR was asked: Please call")
        said = await playground.reads()
        await playground.pictures("asked")

    assert {
        Said("", "Hello there", is_ai=False),
        Said("Policy Bot", "echo: Hello there", is_ai=False),
        Said("Policy Bot", "You have 23 days 1.", is_ai=True),
    } <= set(said)
    assert len(said) == 6
    assert "Thank you!" in thanks
    assert "Leave policy" in source
    assert "Everybody has 23 working days of leave." in source
    rated, executed = [heard for heard in bot.heard if heard["type"] == "invoke"]
    assert rated["value"]["actionValue"] == {"reaction": "dislike", "feedback": "Out of date"}
    assert executed["value"]["action"]["data"] == {"case": "7", "note": "Please call"}
    assert not playground.complaints
    ana = playground.person("Ana Ruiz")
    heard = messages(bot)[0]
    assert heard["from"]["aadObjectId"] == ana["aadObjectId"]
    assert heard["serviceUrl"] == playground.service_url
    assert heard["channelData"]["tenant"]["id"] == playground.tenant_id
    assert heard["recipient"]["id"] == f"28:{playground.app_id}"


async def test_the_bot_is_called_in_a_group_and_in_a_channel(
    playground: Playground, bot: Echo
) -> None:
    async with playground.against(bot.url):
        await playground.says("in the group", in_="group")
        await playground.sees("echo: Policy Bot in the group")
        await playground.pictures("group")
        await playground.says("in the channel", in_="channel")
        await playground.sees("echo: Policy Bot in the channel")
        await playground.replies("in the thread")
        await playground.sees("echo: Policy Bot in the thread")
        said = await playground.reads()
        await playground.pictures("channel")

    assert said[0] == Said("Ana Ruiz", "Policy Bot in the channel", is_ai=False)
    assert sorted(said[1:], key=lambda each: each.text) == [
        Said("Ana Ruiz", "Policy Bot in the thread", is_ai=False),
        Said("Policy Bot", "echo: Policy Bot in the channel", is_ai=False),
        Said("Policy Bot", "echo: Policy Bot in the thread", is_ai=False),
    ]
    group, post, reply = messages(bot)
    assert group["conversation"]["conversationType"] == "groupChat"
    assert post["conversation"]["conversationType"] == "channel"
    assert reply["conversation"]["id"] == post["conversation"]["id"]
    assert ";messageid=" in reply["conversation"]["id"]
    for heard in (group, post, reply):
        mention = next(entity for entity in heard["entities"] if entity["type"] == "mention")
        assert mention["mentioned"]["id"] == f"28:{playground.app_id}"


async def test_nothing_leaves_this_machine(playground: Playground, bot: Echo) -> None:
    async with playground.against(bot.url):
        await playground.says("Hello")
        await playground.sees("echo: Hello")
        served = addresses_of(playground.place.port)

    assert served == {"0100007F"}  # 127.0.0.1
    assert all("cdn.office.net" in url for url in playground.requests)


async def test_a_port_that_is_taken_is_told_of(playground: Playground, bot: Echo) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", playground.place.port))
        taken.listen()
        with pytest.raises(NotStartedError, match="is not on port"):
            async with playground.against(bot.url):
                pass
