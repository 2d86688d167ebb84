"""What Slack tells of accounts, conversations and the workspace."""

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import error_of
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.workspace import FakeSlack


async def test_an_employee_is_told_with_address_and_language(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    user = (await sdk.users_info(user=ana.id, include_locale=True))["user"]

    assert (user["id"], user["team_id"]) == (ana.id, slack.team.id)
    assert user["profile"]["email"] == "ana@corp.example"
    assert user["locale"] == "es-ES"
    assert user["real_name"] == "Ana Ruiz"
    assert not any(
        user[flag] for flag in ("deleted", "is_bot", "is_restricted", "is_ultra_restricted")
    )
    assert user["is_email_confirmed"] is True
    assert "locale" not in (await sdk.users_info(user=ana.id))["user"]
    assert await error_of(sdk.users_info(user="U404")) == "user_not_found"


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("deleted", True),
        ("is_bot", True),
        ("is_restricted", True),
        ("is_ultra_restricted", True),
        ("is_invited_user", True),
        ("is_stranger", True),
        ("is_email_confirmed", False),
        ("is_workflow_bot", True),
    ],
)
async def test_who_is_no_plain_employee_is_told_so(
    slack: FakeSlack, sdk: AsyncWebClient, flag: str, value: bool
) -> None:
    odd = slack.user("odd@corp.example")
    await odd.becomes(**{flag: value})

    user = (await sdk.users_info(user=odd.id))["user"]

    assert user[flag] is value
    assert ("email" in user["profile"]) is (flag not in {"is_bot", "is_stranger"})
    with pytest.raises(AssertionError):
        slack.user("x@corp.example", is_nonsense=True)


async def test_the_address_has_a_scope_of_its_own(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    assert (await sdk.users_lookupByEmail(email="ANA@corp.example"))["user"]["id"] == ana.id
    slack.scopes.remove("users:read.email")

    assert "email" not in (await sdk.users_info(user=ana.id))["user"]["profile"]
    by_email = sdk.users_lookupByEmail(email="ana@corp.example")
    assert await error_of(by_email) == "missing_scope"


async def test_only_live_employees_are_found_by_their_address(
    slack: FakeSlack, sdk: AsyncWebClient
) -> None:
    slack.user("zoe@partner.example", team=slack.workspace("Partner"))
    slack.user("old@corp.example", deleted=True)

    for email in ("zoe@partner.example", "old@corp.example", "no@corp.example"):
        assert await error_of(sdk.users_lookupByEmail(email=email)) == "users_not_found"


async def test_somebody_of_another_company_is_a_stranger_until_a_channel_is_shared(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    partner = slack.workspace("Partner")
    zoe = slack.user("zoe@partner.example", team=partner)
    before = (await sdk.users_info(user=zoe.id))["user"]

    slack.channel("project", members=[ana, zoe], is_ext_shared=True)

    after = (await sdk.users_info(user=zoe.id))["user"]
    assert before["is_stranger"] is True
    assert "is_stranger" not in after
    assert after["team_id"] == partner.id
    assert "email" not in after["profile"]


async def test_lists_come_in_pages(slack: FakeSlack, sdk: AsyncWebClient) -> None:
    everyone = [slack.user(f"u{n}@corp.example") for n in range(250)]
    crowd = slack.channel("crowd", members=everyone)
    for n in range(120):
        slack.channel(f"c{n}")

    users = [
        user["id"] async for page in await sdk.users_list(limit=100) for user in page["members"]
    ]
    members = [
        member
        async for page in await sdk.conversations_members(channel=crowd.id, limit=100)
        for member in page["members"]
    ]
    channels = [
        channel["name"]
        async for page in await sdk.conversations_list()
        for channel in page["channels"]
    ]

    assert len(users) == len(set(users)) == 251
    assert members == [*(user.id for user in everyone), slack.bot.id]
    assert len(channels) == len(set(channels)) == 121
    assert len(slack.called("users.list")) == 3
    assert len(slack.called("conversations.list")) == 2


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ({"cursor": "nonsense!"}, "invalid_cursor"),
        ({"cursor": "bm9uc2Vuc2U="}, "invalid_cursor"),
        ({"limit": "1001"}, "invalid_limit"),
        ({"limit": "-1"}, "invalid_limit"),
        ({"limit": "many"}, "invalid_arguments"),
        ({"types": "public_channel,secret"}, "invalid_types"),
        ({"types": "public_channel,im", "limit": "1000"}, ""),
    ],
)
async def test_pages_that_are_not_there_are_refused(
    sdk: AsyncWebClient, args: dict[str, str], error: str
) -> None:
    call = sdk.api_call("conversations.list", http_verb="GET", params=args)

    assert await error_of(call) == error


async def test_only_conversations_that_the_app_may_know_of_are_listed(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, general: Channel, dm: Channel
) -> None:
    slack.channel("old", archived=True)
    slack.channel("secret", members=[ana], private=True, bot_in=False)
    board = slack.channel("board", members=[ana], private=True)
    kinds = ["public_channel", "private_channel", "im"]

    every = await sdk.conversations_list(types=kinds)
    live = await sdk.conversations_list(exclude_archived=True)
    anas = await sdk.users_conversations(user=ana.id, types=kinds)
    slack.scopes.remove("groups:read")

    assert [channel.get("name") for channel in every["channels"]] == [
        *("general", None, "old", "board"),
    ]
    assert [channel["name"] for channel in live["channels"]] == ["general"]
    assert {channel["id"] for channel in anas["channels"]} == {general.id, dm.id, board.id}
    assert await error_of(sdk.conversations_list(types=kinds)) == "missing_scope"


@pytest.mark.parametrize(
    "flag", ["is_ext_shared", "is_pending_ext_shared", "is_org_shared", "is_archived"]
)
async def test_a_channel_tells_what_is_special_about_it(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, flag: str
) -> None:
    channel = slack.channel("project", members=[ana], **{flag: True})
    plain = slack.channel("plain", members=[ana])

    told = await sdk.conversations_info(channel=channel.id, include_num_members=True)

    assert told["channel"][flag] is True
    assert told["channel"]["num_members"] == 2
    assert (await sdk.conversations_info(channel=plain.id))["channel"][flag] is False


@pytest.mark.parametrize(
    ("scope", "private", "error"),
    [
        ("channels:read", False, ""),
        ("channels:read", True, "missing_scope"),
        ("groups:read", True, ""),
        ("groups:read", False, "missing_scope"),
    ],
)
async def test_each_sort_of_conversation_has_its_scope(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, scope: str, private: bool, error: str
) -> None:
    channel = slack.channel("x", members=[ana], private=private)
    slack.scopes = {scope}

    assert await error_of(sdk.conversations_info(channel=channel.id)) == error
    assert await error_of(sdk.conversations_members(channel=channel.id)) == error


async def test_direct_messages_are_opened_with_people(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, ben: Person, dm: Channel
) -> None:
    robot = slack.user(name="robot", is_bot=True)
    gone = slack.user("gone@corp.example", deleted=True)

    slack.scopes.add("mpim:write")
    opened = await sdk.conversations_open(users=[ana.id], return_im=True)
    group = await sdk.conversations_open(users=[ana.id, ben.id])

    assert opened["channel"]["id"] == dm.id
    assert opened["channel"]["user"] == ana.id
    again = await sdk.conversations_open(users=[ben.id, ana.id])
    assert group["channel"]["id"].startswith("G")
    assert again["channel"]["id"] == group["channel"]["id"]
    for users, error in (
        ("U404", "user_not_found"),
        (robot.id, "cannot_dm_bot"),
        (gone.id, "user_disabled"),
        ("", "users_list_not_supplied"),
    ):
        assert await error_of(sdk.conversations_open(users=users)) == error


async def test_a_history_is_read_newest_first_and_a_thread_oldest_first(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, general: Channel
) -> None:
    said = [await ana.says(str(n), in_=general) for n in range(5)]
    replies = [await ana.says(f"re {n}", in_=general, thread=said[0]) for n in range(3)]

    history = await sdk.conversations_history(channel=general.id, limit=2)
    thread = await sdk.conversations_replies(channel=general.id, ts=said[0].ts)
    since = await sdk.conversations_history(channel=general.id, oldest=said[3].ts)
    inclusive = await sdk.conversations_history(
        channel=general.id, oldest=said[3].ts, inclusive=True
    )

    assert [message["text"] for message in history["messages"]] == ["4", "3"]
    assert history["has_more"] is True
    assert [message["text"] for message in thread["messages"]] == ["0", "re 0", "re 1", "re 2"]
    assert thread["messages"][0]["reply_count"] == 3
    assert thread["messages"][1]["parent_user_id"] == ana.id
    assert [message["text"] for message in since["messages"]] == ["4"]
    assert [message["text"] for message in inclusive["messages"]] == ["4", "3"]
    lost = sdk.conversations_replies(channel=general.id, ts="1700000000.000001")
    assert await error_of(lost) == "thread_not_found"
    assert replies[0].is_reply


async def test_the_history_of_a_channel_is_for_those_in_it(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    elsewhere = slack.channel("elsewhere", members=[ana], bot_in=False)

    assert await error_of(sdk.conversations_history(channel=elsewhere.id)) == "not_in_channel"
    assert not await error_of(sdk.conversations_info(channel=elsewhere.id))
    await slack.joins(slack.bot, elsewhere)
    assert not await error_of(sdk.conversations_history(channel=elsewhere.id))


async def test_the_workspace_tells_its_name_and_organisation(
    slack: FakeSlack, sdk: AsyncWebClient
) -> None:
    assert "enterprise_id" not in (await sdk.team_info())["team"]

    slack.grid("Corp Group")

    told = (await sdk.team_info())["team"]
    assert (told["id"], told["enterprise_name"]) == (slack.team.id, "Corp Group")
    assert await error_of(sdk.team_info(team="T404")) == "team_not_found"


async def test_an_app_of_the_whole_organisation_names_the_workspace(
    slack: FakeSlack, sdk: AsyncWebClient
) -> None:
    slack.grid()
    slack.is_org_wide = True

    assert await error_of(sdk.users_list()) == "missing_argument"
    assert not await error_of(sdk.users_list(team_id=slack.team.id))
