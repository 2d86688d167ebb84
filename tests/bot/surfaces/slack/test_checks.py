"""What the doctor says of Slack, against a workspace that answers as Slack does."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat.findings import Finding
from bot.surfaces.slack.checks import Setup, findings
from bot.surfaces.slack.manifest import Options
from tests.bot.surfaces.slack.corp import APP_TOKEN, BOT_TOKEN, SECRETS, Corp, corp

README = Path(__file__).parents[4] / "README.md"
SECRET = "0123456789abcdef0123456789abcdef"
POSTED = Options(address="https://bot.corp.example")


@pytest.fixture
def slack() -> Iterator[Corp]:
    with corp() as slack:
        yield slack


@pytest.fixture
def setup(slack: Corp) -> Setup:
    return Setup(BOT_TOKEN, APP_TOKEN, None, slack.url, Options())


async def known(email: str) -> bool:
    return email.casefold() in {"ana@corp.example", "guest@other.example"}


async def looked_at(setup: Setup) -> dict[str, Finding]:
    found = [finding async for finding in findings(setup, known)]
    for finding in found:
        assert not any(secret in finding.words for secret in (*SECRETS, SECRET))
    return {finding.part.removeprefix("slack "): finding for finding in found}


async def test_everything_is_as_it_should_be(setup: Setup, slack: Corp) -> None:
    slack.channels["G1"]["is_private"] = True

    found = await looked_at(replace(setup, channels=("C1",), desk_channel="G1"))

    assert {part: finding.words for part, finding in found.items()} == {
        "tokens": "a bot token and an app token",
        "workspace": "Corp (T1), as @policybot",
        "scopes": "the 12 that are needed, and no others",
        "socket": "opens (Socket Mode, app A1)",
        "e-mails": "visible; the sources know 1 of 2 people looked at",
        "channels": "answers in #general and no others",
        "desk channel": "#people-desk: private, and the bot is in it",
    }
    assert all(finding.good for finding in found.values())


@pytest.mark.parametrize(
    ("bot_token", "app_token", "told"),
    [
        (None, APP_TOKEN, "BOT_TOKEN is not set. The bot token (xoxb-…) stands under OAuth"),
        (APP_TOKEN, APP_TOKEN, "BOT_TOKEN holds an app token"),
        ("xoxp-1-1", APP_TOKEN, "BOT_TOKEN holds a user token"),
        ("xoxe.xoxb-1-1", APP_TOKEN, "BOT_TOKEN holds a token that expires"),
        ("secret", APP_TOKEN, "BOT_TOKEN holds something that does not begin with xoxb-"),
        (BOT_TOKEN, BOT_TOKEN, "APP_TOKEN holds a bot token. The app token (xapp-…) is made"),
        (BOT_TOKEN, None, "Slack has no way to the bot"),
    ],
)
async def test_a_token_of_another_kind_is_told_before_slack_is_asked(
    setup: Setup, slack: Corp, bot_token: str | None, app_token: str | None, told: str
) -> None:
    found = await looked_at(replace(setup, bot_token=bot_token, app_token=app_token))

    assert list(found) == ["tokens"]
    assert not found["tokens"].good
    assert told in found["tokens"].words
    assert slack.asked == []


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        ("token_revoked", "The token was revoked. Install the app again"),
        ("account_inactive", "The app is no longer installed"),
        ("fatal_error", "Slack says: fatal_error."),
    ],
)
async def test_a_token_that_slack_refuses_ends_it(
    setup: Setup, slack: Corp, refusal: str, told: str
) -> None:
    slack.refusals["auth.test"] = refusal

    found = await looked_at(setup)

    assert list(found) == ["tokens", "workspace"]
    assert told in found["workspace"].words


async def test_a_slack_that_is_not_there_is_told_as_such(setup: Setup) -> None:
    found = await looked_at(replace(setup, api_url="http://127.0.0.1:9/api/"))

    assert "Slack does not answer" in found["workspace"].words


async def test_a_scope_that_is_missing_is_named_with_what_it_is_for(
    setup: Setup, slack: Corp
) -> None:
    slack.scopes -= {"im:write"}

    found = await looked_at(setup)

    assert not found["scopes"].good
    assert found["scopes"].words.startswith("Missing: im:write (answers in private what was asked")
    assert "install the app again" in found["scopes"].words


async def test_history_is_missing_where_threads_are_followed_and_superfluous_elsewhere(
    setup: Setup, slack: Corp
) -> None:
    followed = await looked_at(replace(setup, options=Options(follow_ups=True)))
    slack.scopes |= {"channels:history", "groups:history"}
    granted = await looked_at(replace(setup, options=Options(follow_ups=True)))
    unfollowed = await looked_at(setup)

    assert "Missing: channels:history" in followed["scopes"].words
    assert granted["scopes"].words == "the 14 that are needed, and no others"
    assert unfollowed["scopes"].good
    assert "and channels:history, groups:history, which nothing needs" in (
        unfollowed["scopes"].words
    )


async def test_an_app_token_of_another_app_is_told(setup: Setup, slack: Corp) -> None:
    slack.app = "A2"

    found = await looked_at(setup)

    assert "The bot token is of the app A2, the app token of another" in found["socket"].words
    assert not found["socket"].good


async def test_an_app_token_that_opens_nothing_is_told_with_where_it_is_made(setup: Setup) -> None:
    found = await looked_at(replace(setup, app_token="xapp-1-A1-1-old"))

    assert found["socket"].words.startswith(
        "Slack does not know this token. Copy it again. The app"
    )


async def test_over_http_the_secret_and_the_address_are_looked_at(setup: Setup) -> None:
    http = replace(setup, app_token=None, signing_secret=SECRET)

    good = await looked_at(replace(http, options=POSTED))
    nowhere = await looked_at(http)
    plain = await looked_at(replace(http, options=Options(address="http://bot.corp.example")))
    secret = await looked_at(replace(http, signing_secret="xoxb", options=POSTED))

    assert "https://bot.corp.example/slack/events" in good["address"].words
    assert good["address"].good
    for found in (nowhere, plain):
        assert "POLICYBOT_URL is not an https address" in found["address"].words
    assert "SIGNING_SECRET is not 32 hexadecimal digits" in secret["address"].words
    assert "socket" not in good


async def test_e_mails_that_are_hidden_or_unknown_are_told(setup: Setup, slack: Corp) -> None:
    slack.people = [one for one in slack.people if one["id"] != "U1"]  # whom the sources know
    unknown = await looked_at(setup)
    slack.scopes -= {"users:read.email"}
    hidden = await looked_at(setup)

    assert "No source knows any of 1 people by their e-mail" in unknown["e-mails"].words
    assert "None of 1 people shows an e-mail" in hidden["e-mails"].words


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ({}, "#people-desk is public"),
        ({"is_private": True, "is_member": False}, "Invite the bot: /invite @policybot"),
        ({"is_private": True, "is_ext_shared": True}, "is shared with another company"),
        ({"is_private": True, "is_pending_ext_shared": True}, "is shared with another company"),
        ({"is_private": True, "is_archived": True}, "is archived"),
    ],
)
async def test_a_desk_channel_that_is_not_hrs_own_is_told(
    setup: Setup, slack: Corp, kind: dict[str, bool], told: str
) -> None:
    slack.channels["G1"] |= kind

    found = await looked_at(replace(setup, desk_channel="G1"))

    assert not found["desk channel"].good
    assert told in found["desk channel"].words


async def test_a_channel_that_is_not_there_is_named_with_its_setting(setup: Setup) -> None:
    found = await looked_at(replace(setup, channels=("C1", "C9"), desk_channel="G9"))

    assert "no channel C9 in POLICYBOT_SLACK__CHANNELS" in found["channels"].words
    assert "no channel G9 in POLICYBOT_SLACK__DESK_CHANNEL" in found["desk channel"].words


async def test_the_readmes_guide_names_each_line_and_no_other(setup: Setup) -> None:
    socket = replace(setup, channels=("C1",), desk_channel="G1")
    http = replace(setup, app_token=None, signing_secret=SECRET, options=POSTED)
    guide = README.read_text(encoding="utf-8").split("## In Slack")[1].split("\n## ")[0]

    named = set(re.findall(r"`ok slack ([\w -]+)`", guide))

    assert named == set(await looked_at(socket)) | set(await looked_at(http))


async def test_what_is_refused_for_want_of_a_scope_is_told_and_the_rest_looked_at(
    setup: Setup, slack: Corp
) -> None:
    slack.refusals["users.list"] = "missing_scope"

    found = await looked_at(replace(setup, channels=("C1",)))

    assert "A scope for this is missing" in found["e-mails"].words
    assert found["channels"].good
