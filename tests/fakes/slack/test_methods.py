"""Who may call what, and how it is written and answered."""

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import client, error_of
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.workspace import FakeSlack

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "23 days"}}


@pytest.mark.parametrize(
    ("token", "error"),
    [
        ("xoxb-fake-bot", ""),
        ("xoxb-other", "invalid_auth"),
        ("xapp-fake-app", "not_allowed_token_type"),
    ],
)
async def test_a_token_must_be_known_and_of_the_right_sort(
    slack: FakeSlack, token: str, error: str
) -> None:
    assert await error_of(client(slack, token=token).auth_test()) == error


async def test_without_a_token_nothing_is_answered(slack: FakeSlack) -> None:
    async with aiohttp.ClientSession() as http, http.get(f"{slack.url}/api/auth.test") as answer:
        assert await answer.json() == {"ok": False, "error": "not_authed"}
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{slack.url}/api/auth.test", data={"token": slack.bot_token}) as answer,
    ):
        assert (await answer.json())["user_id"] == slack.bot.id


async def test_a_socket_is_opened_with_the_token_of_the_app_alone(slack: FakeSlack) -> None:
    sdk = client(slack)

    opened = await sdk.apps_connections_open(app_token=slack.app_token)

    assert opened["url"].startswith("ws://127.0.0.1:")
    error = await error_of(sdk.apps_connections_open(app_token=slack.bot_token))
    assert error == "not_allowed_token_type"


async def test_a_revoked_token_is_refused_everywhere(
    slack: FakeSlack, sdk: AsyncWebClient, dm: Channel
) -> None:
    await slack.revokes()

    assert await error_of(sdk.auth_test()) == "token_revoked"
    assert await error_of(sdk.chat_postMessage(channel=dm.id, text="Hi")) == "token_revoked"


async def test_a_missing_scope_is_named_with_those_that_there_are(
    slack: FakeSlack, sdk: AsyncWebClient, dm: Channel
) -> None:
    posted = await sdk.chat_postMessage(channel=dm.id, text="Hi")
    slack.scopes = {"im:read"}

    with pytest.raises(SlackApiError) as refused:
        await sdk.chat_postMessage(channel=dm.id, text="Hi")

    assert refused.value.response["error"] == "missing_scope"
    assert refused.value.response["needed"] == "chat:write"
    assert refused.value.response["provided"] == "im:read"
    assert refused.value.response.headers["x-oauth-scopes"] == "im:read"
    assert "chat:write" in posted.headers["x-oauth-scopes"]
    assert [kept.error for kept in slack.refused] == ["missing_scope"]


@pytest.mark.parametrize("way", ["json", "form", "query"])
async def test_arguments_come_as_json_as_a_form_or_in_the_address(
    slack: FakeSlack, sdk: AsyncWebClient, dm: Channel, way: str
) -> None:
    blocks = '[{"type":"section","text":{"type":"mrkdwn","text":"23 days"}}]'
    args = {"channel": dm.id, "text": "23 days", "blocks": blocks, "team_id": slack.team.id}

    if way == "json":
        sent = await sdk.api_call("chat.postMessage", json=args | {"blocks": [SECTION]})
    elif way == "form":
        sent = await sdk.api_call("chat.postMessage", data=args)
    else:
        sent = await sdk.api_call("chat.postMessage", http_verb="GET", params=args)

    assert sent["message"]["blocks"][0]["text"] == SECTION["text"]
    assert slack.called("chat.postMessage")[0].is_ok


async def test_methods_that_take_no_json_do_not_read_it(
    sdk: AsyncWebClient, general: Channel
) -> None:
    asked = {"channel": general.id}

    assert await error_of(sdk.api_call("conversations.info", json=asked)) == "invalid_arguments"
    assert not await error_of(sdk.api_call("conversations.info", data=asked))


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ({"blocks": "[not json"}, "invalid_blocks_format"),
        ({"blocks": "{}"}, "invalid_blocks"),
        ({"metadata": "{not json"}, "invalid_arguments"),
        ({"metadata": {"event_type": "answer"}}, "invalid_metadata_format"),
        ({"metadata": {"event_type": "answer", "event_payload": {"id": 1}}}, ""),
    ],
)
async def test_what_is_no_json_or_not_of_its_shape_is_refused(
    sdk: AsyncWebClient, dm: Channel, args: dict[str, object], error: str
) -> None:
    call = sdk.api_call("chat.postMessage", json={"channel": dm.id, "text": "Hi", **args})

    assert await error_of(call) == error


async def test_there_are_no_other_methods(slack: FakeSlack, sdk: AsyncWebClient) -> None:
    assert await error_of(sdk.api_call("chat.postMassage")) == "unknown_method"
    assert slack.refused[0].method == "chat.postMassage"


async def test_a_required_argument_must_be_there(sdk: AsyncWebClient) -> None:
    assert await error_of(sdk.api_call("chat.postMessage", json={"text": "Hi"})) == (
        "invalid_arguments"
    )


async def test_rates_are_kept_only_where_they_are_on(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel, general: Channel
) -> None:
    for _ in range(20):
        await sdk.chat_postMessage(channel=dm.id, text="Hi")
    slack.rate_limits = True
    for _ in range(slack.rates.burst):
        await sdk.chat_postMessage(channel=dm.id, text="Hi")

    with pytest.raises(SlackApiError) as refused:
        await sdk.chat_postMessage(channel=dm.id, text="Hi")

    assert refused.value.response.status_code == 429
    assert refused.value.response["error"] == "ratelimited"
    assert refused.value.response.headers["Retry-After"] == "1"
    assert not await error_of(sdk.chat_postMessage(channel=general.id, text="Hi"))
    slack.clock.forward(1)
    assert not await error_of(sdk.chat_postMessage(channel=dm.id, text="Hi"))
    assert await error_of(sdk.chat_postMessage(channel=dm.id, text="Hi")) == "ratelimited"
    assert not slack.refused


async def test_a_tier_is_so_many_calls_a_minute(slack: FakeSlack, sdk: AsyncWebClient) -> None:
    slack.rate_limits = True
    for _ in range(20):
        await sdk.users_list()

    assert await error_of(sdk.users_list()) == "ratelimited"
    assert not await error_of(sdk.auth_test())
    slack.clock.forward(60)
    assert not await error_of(sdk.users_list())
