"""What is known of conversations and people, from what was heard, and after a new start."""

import pytest
from sqlalchemy import event

from bot.chat.ports import Place
from bot.surfaces.teams.conversations import UnknownConversationError
from bot.surfaces.teams.references import Kind
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.ports_over_http.rig import Ports
from tests.fakes.teams import activities
from tests.fakes.teams.acting import Person
from tests.fakes.teams.service import FakeTeams


async def test_a_place_is_reached_as_it_was_heard_of_last_after_a_new_start(
    teams: FakeTeams, bot: Ports, ana: Person
) -> None:
    channel = teams.channel("News", members=[ana])
    place = await bot.hear(ana, channel, "170")
    moved = teams.service_url().replace("/emea/", "/amer/")
    await bot.hear(ana, channel, "171", serviceUrl=moved)

    for again in (bot, bot.restarted()):
        reference = await again.conversations.reference(place)
        assert reference.conversation == f"{channel.id};messageid=170"
        assert (reference.kind, reference.service_url) == (Kind.CHANNEL, moved)
        assert channel.team is not None
        assert (reference.team, reference.bot) == (channel.team.id, teams.bot.id)
        post = await again.conversations.reference(Place(place.team, place.channel))
        assert post.conversation == channel.id


async def test_only_channels_have_threads(teams: FakeTeams, bot: Ports, ana: Person) -> None:
    place = await bot.hear(ana, teams.dm(ana))

    reference = await bot.conversations.reference(Place(place.team, place.channel, "170"))

    assert reference.conversation == place.channel


async def test_a_place_that_was_never_heard_of_is_an_error_that_names_it(
    teams: FakeTeams, bot: Ports, ana: Person
) -> None:
    place = await bot.hear(ana, teams.dm(ana))

    with pytest.raises(UnknownConversationError, match="19:nowhere"):
        await bot.conversations.reference(Place(place.team, "19:nowhere"))
    with pytest.raises(UnknownConversationError):
        await bot.conversations.reference(Place("another tenant", place.channel))


async def test_what_one_activity_does_not_tell_stays_as_another_told_it(bot: Ports) -> None:
    place = Place(told.TENANT, "19:policies@thread.tacv2")
    await bot.conversations.note(told.in_channel())
    await bot.conversations.note(told.in_channel(channelData={"tenant": {"id": told.TENANT}}))

    reference = await bot.restarted().conversations.reference(place)
    assert (reference.channel_type, reference.team) == ("shared", "19:team@thread.tacv2")


async def test_somebody_can_be_asked_for_in_private_first_then_where_they_wrote_last(
    teams: FakeTeams, bot: Ports, ana: Person
) -> None:
    chats = [teams.group("One", members=[ana]), teams.dm(ana), teams.group("Two", members=[ana])]
    for chat in chats:
        await bot.hear(ana, chat)

    for again in (bot, bot.restarted()):
        for user in (ana.id, ana.object_id):
            where = await again.conversations.where(user)
            assert [one.channel for one in where] == [chats[1].id, chats[2].id]
        assert await again.conversations.locale(ana.id) == "es-ES"
        assert await again.conversations.locale(chats[1].id) == "es-ES"
        assert await again.conversations.locale(chats[2].id) == ""
        assert await again.conversations.where("29:nobody") == ()


async def test_what_is_heard_again_is_not_written_again(
    teams: FakeTeams, bot: Ports, ana: Person
) -> None:
    dm, written = teams.dm(ana), list[str]()
    await bot.hear(ana, dm)
    event.listen(
        bot.database._writer.sync_engine,  # noqa: SLF001  # what goes to the disk
        "before_cursor_execute",
        lambda *told: written.append(told[2]),
    )

    await bot.hear(ana, dm)
    await bot.restarted().hear(ana, dm)
    assert written == []

    ana.locale = "en-GB"
    await bot.hear(ana, dm)
    assert await bot.restarted().conversations.locale(ana.id) == "en-GB"
    assert len([one for one in written if one.startswith("INSERT")]) == 1


async def test_only_people_are_met(teams: FakeTeams, bot: Ports, ana: Person) -> None:
    dm = teams.dm(ana)
    changed = activities.roster(teams, dm, ana, "membersAdded", [ana])
    await bot.conversations.note(changed)
    assert await bot.conversations.somebody(ana.id) is None

    await bot.conversations.note(changed | {"from": {"id": "28:other"}, "type": "message"})
    assert await bot.conversations.somebody("28:other") is None
    await bot.conversations.note(activities.installed(teams, dm, ana, "add"))
    assert await bot.conversations.somebody(ana.id) is not None


@pytest.mark.parametrize(
    "more",
    [
        {"conversationType": "meeting", "id": "19:x@thread.v2"},
        {"id": "19:x@thread.v2"},
        {"conversationType": "groupChat", "id": "19:meeting_x@thread.v2"},
    ],
)
async def test_meetings_and_what_is_of_no_known_kind_may_be_read_by_anybody(
    bot: Ports, more: dict[str, str]
) -> None:
    await bot.conversations.note(told.in_chat(conversation=more))
    await bot.conversations.note(told.in_chat())

    meeting = await bot.restarted().conversations.conversation(more["id"])
    chat = await bot.restarted().conversations.conversation("19:hr@thread.v2")
    assert meeting is not None
    assert meeting.is_outside
    assert chat is not None
    assert not chat.is_outside
