"""Who is there, and what the connector tells of them."""

import pytest

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.service import FakeTeams


async def member(bot: Bot, chat: Chat, person: Person) -> dict[str, str]:
    answered = await bot.call("GET", f"v3/conversations/{chat.id}/members/{person.id}")
    told: dict[str, str] = answered.body
    return told


async def test_a_member_is_told_with_all_that_entra_knows(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    assert await member(bot, dm, ana) == {
        "id": ana.id,
        "name": "Ana Ruiz",
        "objectId": ana.object_id,
        "aadObjectId": ana.object_id,
        "givenName": "Ana",
        "surname": "Ruiz",
        "email": "ana@corp.example",
        "userPrincipalName": "ana@corp.example",
        "tenantId": teams.tenant.id,
        "userRole": "user",
    }


async def test_a_guest_is_of_our_tenant_and_comes_from_elsewhere(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    guest = teams.user("eva@partner.example", name="Eva", role="guest")
    group = teams.group("With Eva", members=[ana, guest])
    told = await member(bot, group, guest)

    assert told["userRole"] == "guest"
    assert told["tenantId"] == teams.tenant.id
    assert told["userPrincipalName"] == "eva_partner.example#EXT#@corp.onmicrosoft.com"
    await teams.acked(await guest.says("<at>Policy Bot</at> hi", in_=group))
    assert bot.heard[0]["channelData"]["tenant"]["id"] == teams.tenant.id


async def test_a_federated_person_is_told_by_their_tenant_alone(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    partner = teams.company("Partner")
    other = teams.user("oli@partner.example", name="Oli", tenant=partner)
    group = teams.group("With Oli", members=[ana, other])
    told = await member(bot, group, other)

    assert (told["userRole"], told["tenantId"]) == ("user", partner.id)
    await teams.acked(await other.says("<at>Policy Bot</at> hi", in_=group))
    assert bot.heard[0]["channelData"]["tenant"]["id"] == teams.tenant.id


async def test_another_tenants_own_chat_is_another_tenants(teams: FakeTeams, bot: Bot) -> None:
    other = teams.user("oli@partner.example", tenant=teams.company("Partner"))
    await teams.acked(await other.says("Hi", in_=teams.dm(other)))
    await other.says("Ho", in_=teams.dm(other))

    heard = bot.heard[0]
    assert heard["channelData"]["tenant"]["id"] == other.tenant.id
    assert heard["conversation"]["tenantId"] == other.tenant.id
    assert heard["serviceUrl"] == teams.service_url(other.tenant)
    ours = await bot.sends(teams.dm(other), "From another tenant's address")
    assert ours.status == 404


async def test_an_anonymous_person_has_no_object_id(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    visitor = teams.user(name="Visitor", role="anonymous")
    meeting = teams.meeting("Interview", members=[ana, visitor])
    await teams.acked(await visitor.says("<at>Policy Bot</at> hi", in_=meeting))
    told = await member(bot, meeting, visitor)

    assert bot.heard[0]["from"] == {"id": visitor.id, "name": "Visitor"}
    assert bot.heard[0]["channelData"]["meeting"] == {"id": meeting.meeting_id}
    assert told == {
        "id": visitor.id,
        "name": "Visitor",
        "givenName": "Visitor",
        "userRole": "anonymous",
    }


async def test_what_teams_does_not_tell_of_somebody_is_told_nowhere(
    teams: FakeTeams, bot: Bot
) -> None:
    person = teams.user("zed@corp.example", lacks=["aadObjectId", "email", "userRole"])
    await teams.acked(await person.says("Hi", in_=teams.dm(person)))
    told = await member(bot, teams.dm(person), person)

    assert bot.heard[0]["from"].keys() == {"id", "name"}
    assert not {"aadObjectId", "objectId", "email", "userRole"} & told.keys()


async def test_a_member_is_found_by_object_id_too_and_a_stranger_is_not(
    bot: Bot, ana: Person, ben: Person, dm: Chat
) -> None:
    found = await bot.call("GET", f"v3/conversations/{dm.id}/members/{ana.object_id}")
    missing = await bot.call("GET", f"v3/conversations/{dm.id}/members/{ben.id}")

    assert found.body["id"] == ana.id
    assert (missing.status, missing.error) == (404, "MemberNotFoundInConversation")


async def test_members_come_all_at_once_or_page_by_page(teams: FakeTeams, bot: Bot) -> None:
    people = [teams.user(f"p{number}@corp.example") for number in range(5)]
    group = teams.group("Five", members=people)
    teams.page_size = 2
    path = f"v3/conversations/{group.id}"
    everybody = [told["id"] for told in (await bot.call("GET", f"{path}/members")).body]
    first = await bot.call("GET", f"{path}/pagedmembers", pageSize="500")
    query = {"continuationToken": first.body["continuationToken"]}
    second = await bot.call("GET", f"{path}/pagedmembers", **query)
    last = await bot.call("GET", f"{path}/pagedmembers", continuationToken="4")

    pages = [told["id"] for page in (first, second, last) for told in page.body["members"]]
    assert everybody == pages == [person.id for person in people]
    assert "continuationToken" not in last.body
    assert (await bot.call("GET", f"{path}/pagedmembers", pageSize="0")).status == 400


async def test_who_is_in_a_channel_depends_on_its_kind(
    teams: FakeTeams, bot: Bot, ana: Person, ben: Person
) -> None:
    partner = teams.company("Partner")
    other = teams.user("oli@partner.example", tenant=partner)
    team = teams.team("Staff", members=[ana, ben])
    channels = [
        teams.channel("News", team=team),
        teams.channel("Pay", team=team, members=[ana], sharing="private"),
        teams.channel("With Partner", team=team, members=[ana, other], sharing="shared"),
    ]
    rosters = [
        {told["id"] for told in (await bot.call("GET", f"v3/conversations/{c.id}/members")).body}
        for c in channels
    ]
    told = await bot.call("GET", f"v3/teams/{team.id}/conversations")

    assert rosters == [{ana.id, ben.id}, {ana.id}, {ana.id, other.id}]
    assert channels[2].tenants == {teams.tenant.id, partner.id}
    kinds = [(channel["name"], channel["type"]) for channel in told.body["conversations"]]
    assert kinds == [
        (None, "standard"),
        ("News", "standard"),
        ("Pay", "private"),
        ("With Partner", "shared"),
    ]
    assert not ben.screen(channels[1])
    with pytest.raises(AssertionError, match="is not in"):
        await ben.says("Hi", in_=channels[1])


async def test_who_joins_a_team_sees_its_standard_channels(
    teams: FakeTeams, bot: Bot, ana: Person, ben: Person
) -> None:
    team = teams.team("Staff", members=[ana])
    news = teams.channel("News", team=team)
    pay = teams.channel("Pay", team=team, members=[ana], sharing="private")
    await bot.sends(news, "For all")
    await bot.sends(pay, "For some")
    await teams.joins(ben, team.channels[0])

    assert ben.everything_seen == {"For all"}


async def test_a_team_is_told_with_its_group(teams: FakeTeams, bot: Bot, ana: Person) -> None:
    team = teams.team("Staff", members=[ana])
    told = await bot.call("GET", f"v3/teams/{team.id}")
    missing = await bot.call("GET", "v3/teams/19:none")

    assert told.body["aadGroupId"] == team.group_id
    assert told.body["tenantId"] == teams.tenant.id
    assert (told.body["memberCount"], told.body["channelCount"]) == (1, 1)
    assert missing.status == 404


async def test_a_participant_of_a_meeting_is_told_where_they_come_from(
    teams: FakeTeams, bot: Bot, ana: Person
) -> None:
    other = teams.user("oli@partner.example", tenant=teams.company("Partner"))
    meeting = teams.meeting("Interview", members=[ana, other])
    path = f"v1/meetings/{meeting.meeting_id.replace('#', '%23')}/participants"
    own = await bot.call("GET", f"{path}/{ana.object_id}", tenantId=teams.tenant.id)
    guest = await bot.call("GET", f"{path}/{other.object_id}", tenantId=teams.tenant.id)

    assert own.body["meeting"]["role"] == "Attendee"
    assert guest.body["meeting"]["role"] == "External attendee"


async def test_a_chat_is_opened_with_one_person_of_the_tenant(
    teams: FakeTeams, bot: Bot, ana: Person, ben: Person
) -> None:
    data = {"tenant": {"id": teams.tenant.id}}
    hi = {"type": "message", "text": "Hi"}
    opened = await bot.call(
        "POST",
        "v3/conversations",
        {"members": [{"id": ana.id}], "channelData": data, "activity": hi},
    )
    by_object_id = await bot.call(
        "POST", "v3/conversations", {"members": [{"id": ben.object_id}], "channelData": data}
    )
    without = await bot.call("POST", "v3/conversations", {"members": [{"id": ana.id}]})
    misspelt = await bot.call(
        "POST", "v3/conversations", {"members": [{"id": ana.id}], "tenantID": teams.tenant.id}
    )
    other = {"tenant": {"id": teams.company("Other").id}}
    foreign = await bot.call(
        "POST", "v3/conversations", {"members": [{"id": ana.id}], "channelData": other}
    )
    both = [{"id": ana.id}, {"id": ben.id}]
    many = await bot.call("POST", "v3/conversations", {"members": both, "channelData": data})

    assert (opened.status, opened.id) == (201, teams.dm(ana).id)
    assert by_object_id.id == teams.dm(ben).id
    statuses = [answered.status for answered in (without, misspelt, foreign, many)]
    assert statuses == [400, 400, 403, 400]
    assert ana.screen(teams.dm(ana))[0].text == "Hi"


async def test_a_post_is_made_in_a_channel(teams: FakeTeams, bot: Bot, channel: Chat) -> None:
    posted = await bot.call(
        "POST",
        "v3/conversations",
        {
            "isGroup": True,
            "channelData": {"channel": {"id": channel.id}},
            "activity": {"type": "message", "text": "News"},
        },
    )

    assert posted.id == f"{channel.id};messageid={posted.body['activityId']}"
    assert (await bot.sends(posted.id, "More")).status == 201


async def test_a_bot_that_is_blocked_or_disabled_writes_nothing(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    await ana.blocks()
    unheard = await ana.says("Hi", in_=dm)
    blocked = await bot.sends(dm, "Hi")
    await ana.unblocks()
    teams.is_disabled = True
    disabled = await bot.sends(dm, "Hi")

    assert not unheard.events
    assert (blocked.status, blocked.error) == (403, "ConversationBlockedByUser")
    assert blocked.body["subCode"] == "MessageWritesBlocked"
    assert (disabled.status, disabled.error) == (403, "BotDisabledByAdmin")
    assert len(ana.screen(dm)) == 1
