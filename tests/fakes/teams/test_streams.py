"""What is streamed into a personal chat, and what is refused of it."""

import pytest

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Answered, Bot
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body

AI = {
    "type": "https://schema.org/Message",
    "@type": "Message",
    "@context": "https://schema.org",
    "additionalType": ["AIGeneratedContent"],
}


def part(text: str, kind: str, sequence: int | None = None, stream: str = "") -> Body:
    info: Body = {"type": "streaminfo", "streamType": kind}
    if sequence is not None:
        info["streamSequence"] = sequence
    if stream:
        info["streamId"] = stream
    is_final = kind == "final"
    return {"type": "message" if is_final else "typing", "text": text, "entities": [info]}


@pytest.fixture(autouse=True)
def _quick(teams: FakeTeams) -> None:
    teams.stream_pace = 0


async def begun(bot: Bot, dm: Chat, text: str = "Looking …", kind: str = "informative") -> str:
    answered = await bot.sends(dm, part(text, kind, 1))
    assert answered.status == 201
    return answered.id


def details(answered: Answered) -> tuple[int, str]:
    return answered.status, answered.body["error"]["message"]


async def test_a_message_grows_in_its_place_until_it_is_whole(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    stream = await begun(bot, dm)
    told = [ana.screen(dm)[0]]
    for number, text in enumerate(("23", "23 days"), start=2):
        answered = await bot.sends(dm, part(text, "streaming", number, stream))
        assert (answered.status, answered.body) == (202, {})
        told += ana.screen(dm)
    final = part("23 days a year.", "final", stream=stream)
    final["entities"].append(AI)
    await bot.sends(dm, {**final, "channelData": {"feedbackLoop": {"type": "default"}}})
    told += ana.screen(dm)

    assert [shown.text for shown in told] == ["Looking …", "23", "23 days", "23 days a year."]
    assert [shown.is_streaming for shown in told] == [True, True, True, False]
    assert {shown.id for shown in told} == {stream}
    assert (told[-1].is_ai, told[-1].feedback) == (True, "default")
    assert "Looking …" in ana.everything_told
    assert not teams.refused


async def test_it_goes_one_part_a_second(teams: FakeTeams, bot: Bot, dm: Chat) -> None:
    teams.stream_pace = 60
    stream = await begun(bot, dm)
    early = await bot.sends(dm, part("Reading …", "informative", 2, stream))
    teams.clock.forward(60)
    later = await bot.sends(dm, part("Reading …", "informative", 2, stream))
    final = await bot.sends(dm, part("23 days", "final", stream=stream))

    assert details(early) == (429, "API calls quota exceeded")
    assert (later.status, final.status) == (202, 202)


async def test_it_ends_after_two_minutes(teams: FakeTeams, bot: Bot, ana: Person, dm: Chat) -> None:
    stream = await begun(bot, dm)
    teams.clock.forward(121)
    late = await bot.sends(dm, part("23 days", "final", stream=stream))
    plain = await bot.sends(dm, "23 days")
    again = await begun(bot, dm)

    assert details(late) == (403, "Content stream finished due to exceeded streaming time.")
    assert plain.status == 201
    assert again != stream


async def test_a_person_can_stop_it(bot: Bot, ana: Person, dm: Chat) -> None:
    stream = await begun(bot, dm)
    await ana.stops(on=ana.screen(dm)[0])
    stopped = await bot.sends(dm, part("23 days", "final", stream=stream))

    assert details(stopped) == (403, "Content stream was canceled by user.")


async def test_nothing_comes_after_the_end(bot: Bot, dm: Chat) -> None:
    stream = await begun(bot, dm)
    await bot.sends(dm, part("23 days", "final", stream=stream))
    after = await bot.sends(dm, part("23 days", "final", stream=stream))

    assert details(after) == (
        403,
        "Content stream is not allowed on an already completed streamed message",
    )


async def test_there_is_one_at_a_time(bot: Bot, dm: Chat) -> None:
    await begun(bot, dm)
    second = await bot.sends(dm, part("Looking …", "informative", 1))

    assert details(second) == (403, "Content stream is not allowed")


async def test_there_is_none_where_others_are(bot: Bot, group: Chat, channel: Chat) -> None:
    for where in (group, channel):
        refused = await bot.sends(where, part("Looking …", "informative", 1))
        assert details(refused) == (403, "Content stream is not allowed")


async def test_what_comes_out_of_order_is_dropped(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    stream = await begun(bot, dm)
    await bot.sends(dm, part("23 days", "streaming", 3, stream))
    dropped = await bot.sends(dm, part("23", "streaming", 2, stream))

    assert dropped.status == 202
    assert dropped.error == "ContentStreamSequenceOrderPreConditionFailed"
    assert ana.screen(dm)[0].text == "23 days"
    assert len(teams.refused) == 1


@pytest.mark.parametrize(
    ("wrong", "activity"),
    [
        ("begins with streamSequence 1", part("x", "streaming", 2)),
        ("streamSequence must be a number", part("x", "streaming")),
        ("1000 characters", part("x" * 1001, "informative", 1)),
        ("Unknown streamType", part("x", "whole", 1)),
        ("should include text", part("", "informative", 1)),
        ("The final part is a message", {**part("x", "final"), "type": "typing"}),
        (
            "Only the final part may carry",
            {**part("x", "streaming", 1), "channelData": {"feedbackLoopEnabled": True}},
        ),
    ],
)
async def test_a_part_that_is_wrong_is_refused(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat, wrong: str, activity: Body
) -> None:
    answered = await bot.sends(dm, activity)

    assert answered.status == 400
    assert wrong in teams.refused[0].details
    assert not ana.screen(dm)


async def test_a_part_begins_with_the_part_before(bot: Bot, dm: Chat) -> None:
    stream = await begun(bot, dm, "23 days", "streaming")
    refused = await bot.sends(dm, part("24 days", "streaming", 2, stream))
    sequence = await bot.sends(dm, {**part("23 days", "final", 3, stream)})

    assert (refused.status, sequence.status) == (400, 400)
    assert "begin with what was streamed" in refused.body["error"]["message"]
