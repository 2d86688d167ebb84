import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from bot.surfaces.slack.manifest import Options, manifest, written
from bot.surfaces.slack.scopes import (
    APP_TOKEN_METHODS,
    EVENTS,
    FEATURES,
    FOLLOW_UP_EVENTS,
    FOLLOW_UP_METHODS,
    METHODS,
    scopes,
)
from tests.at_hand import need
from tests.bot.surfaces.slack.called import called, heard, sdk_methods
from tests.bot.surfaces.slack.names import BOT_EVENTS, BOT_SCOPES, LEGACY
from tests.conftest import SHARED
from tests.terminal import Terminal

ROOT = Path(__file__).parents[4]
SCHEMA = SHARED / "rigs" / "slack" / "schema" / "manifest.schema.json"
SURFACE = ROOT / "bot" / "surfaces" / "slack"
TABLES = ("scopes.py", "manifest.py")
HTTP = Options(address="https://policybot.corp.example")
EVERY = [Options(), Options(follow_ups=True), HTTP, Options(follow_ups=True, address=HTTP.address)]


def bot_scopes(options: Options) -> set[str]:
    oauth = manifest(options)["oauth_config"]
    assert isinstance(oauth, dict)
    return set(oauth["scopes"]["bot"])


def bot_events(options: Options) -> set[str]:
    settings = manifest(options)["settings"]
    assert isinstance(settings, dict)
    return set(settings["event_subscriptions"]["bot_events"])


@pytest.mark.parametrize("options", EVERY)
def test_slacks_own_schema_takes_it(options: Options) -> None:
    need(SCHEMA.exists(), "Slack's schema of manifests is not at hand")

    jsonschema.validate(manifest(options), json.loads(SCHEMA.read_text(encoding="utf-8")))


@pytest.mark.parametrize("options", EVERY)
def test_each_scope_and_event_is_one_that_slack_has(options: Options) -> None:
    assert bot_scopes(options) <= BOT_SCOPES
    assert bot_events(options) <= BOT_EVENTS - LEGACY


def test_the_file_in_the_repository_is_what_the_command_prints(terminal: Terminal) -> None:
    said = terminal.run("slack", "manifest")

    assert said.out == (ROOT / "manifest.yml").read_text(encoding="utf-8"), (
        "python -m bot slack manifest > manifest.yml"
    )


@pytest.mark.parametrize("options", EVERY)
def test_what_is_written_reads_as_the_manifest_and_tells_a_reason_for_each_scope(
    options: Options,
) -> None:
    text = written(options)

    assert yaml.safe_load(text) == manifest(options)
    told = dict(
        line.strip(" -").split("  # ")
        for line in text.splitlines()
        if line.startswith("    - ")
        if "  # " in line
    )
    assert set(told) == bot_scopes(options)


def test_history_of_channels_is_asked_for_only_where_threads_are_followed() -> None:
    histories = {"channels:history", "groups:history"}
    heard_besides = {"message.channels", "message.groups"}

    assert bot_scopes(Options(follow_ups=True)) - bot_scopes(Options()) == histories
    assert bot_events(Options(follow_ups=True)) - bot_events(Options()) == heard_besides


def test_over_http_slack_posts_everything_to_one_address() -> None:
    made = json.dumps(manifest(HTTP))

    assert made.count('"https://policybot.corp.example/slack/events"') == 3
    assert '"socket_mode_enabled": false' in made
    assert "https" not in json.dumps(manifest(Options()))


def test_it_is_an_agent_of_today_with_a_command_a_shortcut_and_a_home() -> None:
    features = manifest(Options())["features"]

    assert isinstance(features, dict)
    assert {"agent_view", "app_home", "slash_commands", "shortcuts"} <= set(features)
    assert "assistant_view" not in features
    assert set(FEATURES) <= set(features)
    assert features["slash_commands"][0]["command"] == "/policy"
    assert features["shortcuts"][0]["callback_id"] == "ask_about"


def test_the_command_follows_what_is_set_and_what_is_asked(terminal: Terminal) -> None:
    terminal.set(SLACK__FOLLOW_UPS="true")

    followed = terminal.run("slack", "manifest", "--json")
    terminal.set(SLACK__SIGNING_SECRET="0" * 32, URL="https://bot.corp.example/")
    posted = terminal.run("slack", "manifest", "--json")
    terminal.set(SLACK__APP_TOKEN="xapp-1-A1-1-1")
    socket = terminal.run("slack", "manifest", "--json")

    assert followed.json == manifest(Options(follow_ups=True))
    assert posted.json == manifest(Options(follow_ups=True, address="https://bot.corp.example"))
    assert socket.json == followed.json


@pytest.mark.parametrize(
    "address", ["http://bot.corp.example", "bot.corp.example", "https://", "https://a b", "https:é"]
)
def test_an_address_that_slack_would_not_post_to_is_refused(
    terminal: Terminal, address: str
) -> None:
    said = terminal.run("slack", "manifest", "--http", address)

    assert said.status == 2
    assert "is not an address such as https://policybot.corp.example" in said.words


# Against the code ---------------------------------------------------------------------------------


def surface() -> list[str]:
    return [
        path.read_text(encoding="utf-8")
        for path in sorted(SURFACE.rglob("*.py"))
        if path.name not in TABLES
    ]


def test_no_method_is_called_that_the_tables_do_not_have() -> None:
    assert set().union(*map(called, surface())) <= set(METHODS) | set(APP_TOKEN_METHODS)


def test_no_event_is_handled_that_is_not_subscribed_to() -> None:
    handled = set().union(*map(heard, surface())) - {"message"}

    assert handled <= set(EVENTS) | set(FOLLOW_UP_EVENTS)


def test_no_method_is_in_the_tables_that_is_not_called() -> None:
    assert set(METHODS) | set(APP_TOKEN_METHODS) <= set().union(*map(called, surface()))


def test_no_event_is_subscribed_to_that_is_not_handled() -> None:
    handled = set().union(*map(heard, surface()))

    assert {event.partition(".")[0] for event in EVENTS} <= handled


def test_the_tables_name_methods_that_slacks_client_has() -> None:
    known = frozenset[str]().union(*sdk_methods().values())

    assert set(METHODS) | set(APP_TOKEN_METHODS) | set(FOLLOW_UP_METHODS) <= known


def test_scopes_are_those_of_methods_events_and_features_and_no_others() -> None:
    tables = (METHODS, EVENTS, FEATURES)
    needed = {scope for table in tables for costs in table.values() for scope in costs}

    assert set(scopes(follow_ups=False)) == bot_scopes(Options()) == needed


@pytest.mark.parametrize(
    ("source", "methods"),
    [
        ("await self._client.chat_postMessage(channel=c)", {"chat.postMessage"}),
        ("await retried(client.views_open, view=v)", {"views.open"}),
        ('await client.api_call("assistant.threads.setTitle")', {"assistant.threads.setTitle"}),
        ('PUT = "chat.update"\nawait client.api_call(PUT)', {"chat.update"}),
        (
            "await client.files_upload_v2(content=b'')",
            {"files.getUploadURLExternal", "files.completeUploadExternal"},
        ),
        ("answers.update(x)\nbook.open()\n'view'", set()),
    ],
)
def test_what_code_calls_is_told_from_its_text(source: str, methods: set[str]) -> None:
    assert called(source) == methods


def test_a_method_put_together_at_run_time_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot be told"):
        called('await client.api_call(f"chat.{what}")')


def test_what_code_hears_is_told_from_its_text() -> None:
    source = 'match kind:\n case "app_mention": pass\n case "message" if x: pass\n case "other": y'

    assert heard(source) == {"app_mention", "message"}
