"""That an answer is on its way: told in a stream, which always comes to an end."""

from pathlib import Path

import pytest

from bot.chat.ports import Place
from bot.surfaces.teams.streams import StreamPace
from tests.bot.surfaces.teams.ports_over_http.rig import Ports, ports, said, texts
from tests.fakes.teams.acting import Person
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.faults import Fault, LostReply, Trouble
from tests.fakes.teams.service import FakeTeams

ANSWER = said("26 weeks.")


@pytest.fixture(params=["personal", "group"])
def chat(request: pytest.FixtureRequest, dm: Chat, group: Chat) -> Chat:
    return dm if request.param == "personal" else group


def methods(teams: FakeTeams) -> list[str]:
    return [call.method for call in teams.calls]


async def test_the_status_is_a_stream_that_the_next_message_ends(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat
) -> None:
    place = await bot.hear(ana, dm)
    async with bot.poster.running():
        await bot.poster.status(place, "Looking…")
        await bot.poster.status(place, "Looking…")
        (shown,) = ana.screen(dm)
        assert shown.text == "Looking…"
        await bot.poster.status(place, "Checking…")
        assert texts(ana, dm) == ["Checking…"]
        assert await bot.poster.show("a", place, ANSWER) == shown.id

    assert texts(ana, dm) == ["26 weeks."]
    assert methods(teams) == ["send"] * 3
    assert not teams.refused


async def test_a_status_where_others_read_shows_that_something_is_written(
    teams: FakeTeams, bot: Ports, ana: Person, group: Chat
) -> None:
    place = await bot.hear(ana, group)

    await bot.poster.status(place, "Looking…")

    assert [call.body["type"] for call in teams.calls] == ["typing"]
    assert group.typing_since is not None


@pytest.mark.parametrize("how", ["taken back", "another changed"])
async def test_a_status_that_no_message_ends_goes(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat, how: str
) -> None:
    place = await bot.hear(ana, dm)
    async with bot.poster.running():
        await bot.poster.show("old", place, said("old"))
        await bot.poster.status(place, "Looking…")
        if how == "taken back":
            await bot.poster.status(place, "")
        else:
            await bot.poster.show("old", place, said("new"))
        await teams.until(lambda: len(texts(ana, dm)) == 1)
        await bot.poster.show("a", place, ANSWER)

    assert texts(ana, dm) == ["old" if how == "taken back" else "new", "26 weeks."]
    assert not teams.refused


async def test_a_status_ends_by_itself_before_teams_ends_it(
    teams: FakeTeams, tmp_path: Path, ana: Person, dm: Chat
) -> None:
    async with ports(teams, tmp_path, StreamPace(between=0.02, lasting=0.1)) as bot:
        place = await bot.hear(ana, dm)
        async with bot.poster.running():
            await bot.poster.status(place, "Looking…")
            await teams.until(lambda: not texts(ana, dm))
            assert dm.stream is None
            await bot.poster.status(place, "Still looking…")
            await bot.poster.show("a", place, ANSWER)

    assert texts(ana, dm) == ["26 weeks."]
    assert not teams.refused


async def test_a_status_that_is_open_when_the_bot_stops_is_ended(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat
) -> None:
    async with bot.poster.running():
        await bot.poster.status(await bot.hear(ana, dm), "Looking…")

    assert texts(ana, dm) == []
    assert dm.stream is None


async def test_a_stream_that_was_stopped_or_is_over_still_becomes_the_answer(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat
) -> None:
    place = await bot.hear(ana, dm)
    await bot.poster.status(place, "Looking…")
    await ana.stops(on=ana.screen(dm)[0])
    await bot.poster.show("stopped", place, said("one"))
    teams.clock.forward(130)
    await bot.poster.status(place, "Looking…")
    teams.clock.forward(130)
    await bot.poster.show("late", place, said("two"))

    assert texts(ana, dm) == ["one", "two"]


@pytest.mark.parametrize("trouble", [Fault(403), Fault(429), Fault(500), LostReply()], ids=str)
async def test_a_status_never_fails_and_the_answer_comes_all_the_same(
    teams: FakeTeams, bot: Ports, ana: Person, chat: Chat, trouble: Trouble
) -> None:
    place = await bot.hear(ana, chat)
    teams.fail("send", trouble)

    await bot.poster.status(place, "Looking…")
    await bot.poster.status(Place(place.team, "nowhere"), "Looking…")
    await bot.poster.show("a", place, ANSWER)

    assert texts(ana, chat).count("26 weeks.") == 1
