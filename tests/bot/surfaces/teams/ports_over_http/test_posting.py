"""A message of Teams, shown once: whatever the service does, and wherever the bot is cut off."""

import asyncio
from itertools import count

import pytest

from bot.chat.ports import Place, RefusedError, UnavailableError
from tests.bot.surfaces.teams.ports_over_http.rig import ELSEWHERE, Ports, said, texts
from tests.fakes.teams.acting import Person
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.faults import Fault, LostReply, LostRequest, Trouble
from tests.fakes.teams.service import FakeTeams
from tests.scenarios.interrupting import At, interrupted

ANSWER = said("26 weeks.")


@pytest.fixture(params=["personal", "group"])
def chat(request: pytest.FixtureRequest, dm: Chat, group: Chat) -> Chat:
    return dm if request.param == "personal" else group


def methods(teams: FakeTeams) -> list[str]:
    return [call.method for call in teams.calls]


async def test_in_private_a_stream_becomes_the_message_and_elsewhere_a_message_without_words(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat, group: Chat
) -> None:
    private = await bot.poster.show("a", await bot.hear(ana, dm), ANSWER)
    before_others = await bot.poster.show("b", await bot.hear(ana, group), ANSWER)

    assert methods(teams) == ["send", "send", "send", "update"]
    assert [shown.id for shown in ana.screen(dm)] == [private]
    assert [shown.id for shown in ana.screen(group)] == [before_others]
    assert texts(ana, dm) == texts(ana, group) == ["26 weeks."]
    assert [call.body["text"] for call in teams.calls] == ["…", "26 weeks."] * 2
    assert bot.drawn == [("26 weeks.", "es-ES"), ("26 weeks.", "")]
    assert not teams.refused


async def test_a_message_in_a_thread_is_a_reply(teams: FakeTeams, bot: Ports, ana: Person) -> None:
    channel = teams.channel("News", members=[ana])
    post = await ana.says("Who?", in_=channel)
    place = await bot.hear(ana, channel, post.id)

    await bot.poster.show("a", place, ANSWER)

    assert [shown.text for shown in ana.screen(channel, post)] == ["Who?", "26 weeks."]


async def test_shown_again_it_is_changed_and_what_is_too_many_goes(
    teams: FakeTeams, bot: Ports, ana: Person, chat: Chat
) -> None:
    place = await bot.hear(ana, chat)
    first = await bot.poster.show("a", place, said("one|two|three"))
    asked = len(teams.calls)
    assert await bot.poster.show("a", place, said("one|two|three")) == first
    assert len(teams.calls) == asked
    assert texts(ana, chat) == ["one", "two", "three"]

    bot = bot.restarted()
    assert await bot.poster.show("a", place, said("uno|two")) == first
    assert texts(ana, chat) == ["uno", "two"]
    assert await bot.poster.reference("a") == first

    assert await bot.poster.take_back("a")
    assert texts(ana, chat) == []
    assert not await bot.poster.stands("a")
    assert not await bot.poster.take_back("nothing")
    assert not teams.refused


@pytest.mark.parametrize(
    "trouble",
    [
        Fault(412),
        Fault(429, retry_after=1),
        Fault(429),
        Fault(500),
        Fault(502),
        Fault(504),
        LostRequest(),
        LostReply(),
        Fault(403, code="ContentStreamNotAllowed"),
        Fault(404),
    ],
    ids=str,
)
@pytest.mark.parametrize("when", [(0, 1), (1, 1), (2, 1), (0, 2), (1, 2)], ids=str)
async def test_whatever_goes_wrong_one_message_stands_there_in_the_end(
    teams: FakeTeams, bot: Ports, ana: Person, chat: Chat, trouble: Trouble, when: tuple[int, int]
) -> None:
    place = await bot.hear(ana, chat)
    first, times = when
    seen = count()
    teams.fail("*", trouble, times=times, when=lambda _: next(seen) >= first)

    for _ in range(4):
        try:
            await bot.poster.show("a", place, ANSWER)
        except (UnavailableError, RefusedError):
            bot = bot.restarted()
        else:
            break

    stand = texts(ana, chat)
    assert stand.count("26 weeks.") == 1
    assert len(stand) <= 1 + times
    assert set(stand) <= {"26 weeks.", "…"}


@pytest.mark.parametrize("at", At)
async def test_a_cancel_at_every_await_leaves_no_second_message(
    bot: Ports, ana: Person, chat: Chat, at: At
) -> None:
    place = await bot.hear(ana, chat)
    await bot.poster.show("warm", place, ANSWER)
    for cut in count(1):
        words = f"Cut at {cut}."
        stood = set(texts(ana, chat)) - {"…"}
        shown, told = await interrupted(bot.poster.show(f"k{cut}", place, said(words)), cut, at)
        await bot.teams.quiet(0.03)
        assert texts(ana, chat).count(words) <= 1
        if not told:
            break
        bot = bot.restarted()
        again = await bot.poster.show(f"k{cut}", place, said(words))
        assert texts(ana, chat).count(words) == 1
        assert set(texts(ana, chat)) - {"…"} == stood | {words}
        assert again == await bot.poster.reference(f"k{cut}")
        bot.teams.clock.forward(200)  # what is left of a stream is over
    assert shown is not None
    assert cut > 20


@pytest.mark.parametrize("code", ["BotNotInConversationRoster", "ConversationBlockedByUser"])
async def test_where_the_bot_may_not_write_it_is_told_so_and_does_not_try_again(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat, code: str
) -> None:
    place = await bot.hear(ana, dm)
    dm.has_bot = code != "BotNotInConversationRoster"
    await ana.blocks()

    with pytest.raises(RefusedError) as refused:
        await bot.poster.show("a", place, ANSWER)

    assert refused.value.code in {code, "MessageWritesBlocked"}
    assert not refused.value.is_of_ours
    assert methods(teams) == ["send", "send"]
    assert texts(ana, dm) == []


async def test_a_message_that_is_too_large_is_refused_and_nothing_of_it_stays(
    teams: FakeTeams, bot: Ports, ana: Person, chat: Chat
) -> None:
    place = await bot.hear(ana, chat)

    with pytest.raises(RefusedError) as refused:
        await bot.poster.show("a", place, said("x" * 60_000))

    assert refused.value.code == "MessageSizeTooBig"
    assert texts(ana, chat) == []
    assert not await bot.poster.stands("a")
    await bot.poster.show("a", place, ANSWER)
    assert texts(ana, chat) == ["26 weeks."]


async def test_a_message_that_somebody_deleted_is_posted_anew(
    teams: FakeTeams, bot: Ports, ana: Person, chat: Chat
) -> None:
    place = await bot.hear(ana, chat)
    first = await bot.poster.show("a", place, ANSWER)
    chat.messages.pop(first)

    second = await bot.poster.show("a", place, said("27 weeks."))

    assert second != first
    assert texts(ana, chat) == ["27 weeks."]


class NoMoreError(Exception):
    pass


async def test_what_must_not_be_said_any_more_is_not_and_leaves_nothing(
    teams: FakeTeams, bot: Ports, ana: Person, chat: Chat
) -> None:
    place = await bot.hear(ana, chat)
    asked = count()

    async def no_more() -> None:
        if next(asked):
            raise NoMoreError

    await bot.poster.show("stays", place, said("old"))
    teams.fail("*", Fault(429), times=1, when=lambda body: body.get("text") == "26 weeks.")
    with pytest.raises(NoMoreError):
        await bot.poster.show("a", place, ANSWER, may=no_more)
    with pytest.raises(NoMoreError):
        await bot.poster.show("stays", place, ANSWER, may=no_more)

    assert texts(ana, chat) == ["old"]
    assert "26 weeks." not in ana.everything_seen
    assert await bot.poster.stands("stays")
    assert not await bot.poster.stands("a")


async def test_nothing_is_written_into_a_conversation_that_was_never_heard_of(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat
) -> None:
    await bot.hear(ana, dm)

    for place in (Place(teams.tenant.id, "19:other@thread.v2"), Place("another", dm.id)):
        with pytest.raises(RefusedError, match="Nothing was ever heard of the conversation"):
            await bot.poster.show("a", place, ANSWER)
    assert not teams.calls


async def test_a_token_that_is_not_taken_is_the_bots_own_fault(
    teams: FakeTeams, bot: Ports, ana: Person, group: Chat
) -> None:
    place = await bot.hear(ana, group)
    teams.fail("send", Fault(401), times=2)

    with pytest.raises(RefusedError) as refused:
        await bot.poster.show("a", place, ANSWER)

    assert refused.value.is_of_ours


async def test_a_whisper_goes_to_the_personal_chat_once(
    teams: FakeTeams, bot: Ports, ana: Person, group: Chat
) -> None:
    place = await bot.hear(ana, group)

    for _ in range(2):
        await bot.poster.whisper("a", place, ana.id, said("Not for guests."))
        bot = bot.restarted()

    assert texts(ana, group) == []
    assert texts(ana, teams.dm(ana)) == ["Not for guests."]


async def test_who_cannot_be_reached_in_private_is_told_nothing_of_it_before_others(
    teams: FakeTeams, bot: Ports, ana: Person, group: Chat
) -> None:
    await ana.blocks()
    place = await bot.hear(ana, group)

    for _ in range(2):
        await bot.poster.whisper("a", place, ana.id, said("Salaries are secret."))
        bot = bot.restarted()

    assert texts(ana, group) == [ELSEWHERE]
    assert all("secret" not in text for _, text in teams.seen)
    await bot.poster.take_back("a")
    assert texts(ana, group) == []


async def test_messages_come_one_after_another_in_each_conversation(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat
) -> None:
    place = await bot.hear(ana, dm)

    await asyncio.gather(*(bot.poster.show(f"{n}", place, said(f"{n}")) for n in range(5)))

    assert sorted(texts(ana, dm)) == ["0", "1", "2", "3", "4"]
    assert not teams.refused


async def test_questions_to_begin_with_come_under_what_the_bot_tells_of_itself(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat
) -> None:
    place = await bot.hear(ana, dm)

    await bot.poster.home("hi", place, ana.id, said("Hello"))
    await bot.poster.home("hi", place, ana.id, said("Hello"))

    assert texts(ana, dm) == ["Hello", "For example es-ES"]
    (offered,) = [one.suggested for one in ana.screen(dm) if one.suggested]
    assert [one["title"] for one in offered] == ["Leave"]
    assert not teams.refused


async def test_an_export_is_handed_over_whole_in_cards_that_teams_takes(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat
) -> None:
    place = await bot.hear(ana, dm)
    content = '{"q": "¿Cuántos días? *no* [1](x) \\"🏖\\"\n"}' * 300

    for _ in range(2):
        await bot.poster.hand("e", place, "policybot.json", content.encode(), "Your data:")
        bot = bot.restarted()

    first, *cards = ana.screen(dm)
    assert first.text == "Your data:"
    handed = [
        part["inlines"][0]["text"]
        for shown in cards
        for part in dm.messages[shown.id].cards[0]["body"]
        if part["type"] == "RichTextBlock"
    ]
    assert "".join(handed) == content
    assert not teams.heavy
    assert not teams.refused


async def test_a_message_has_an_address_where_others_can_open_it(
    teams: FakeTeams, bot: Ports, ana: Person, dm: Chat, group: Chat
) -> None:
    channel = teams.channel("News", members=[ana])
    thread = await bot.hear(ana, channel, "170")
    base = "https://teams.microsoft.com/l/message/19%3A"

    in_thread = await bot.poster.permalink(thread, "171")
    in_group = await bot.poster.permalink(await bot.hear(ana, group), "172")

    assert in_thread is not None
    assert in_thread.startswith(base)
    assert in_thread.endswith(f"/171?tenantId={teams.tenant.id}&parentMessageId=170")
    assert in_group is not None
    assert in_group.endswith("/172?context=%7B%22contextType%22%3A%22chat%22%7D")
    assert await bot.poster.permalink(await bot.hear(ana, dm), "173") is None
    assert await bot.poster.permalink(Place("t", "nowhere"), "173") is None
