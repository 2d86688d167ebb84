"""From tokens to a bot that works, with what the doctor says at each step."""

from collections.abc import Iterator

import pytest

from tests.bot.surfaces.slack.corp import APP_TOKEN, BOT_TOKEN, SECRETS, Corp, corp
from tests.scenarios.handbook import Handbook
from tests.terminal import Said, Terminal


@pytest.fixture
def slack() -> Iterator[Corp]:
    with corp() as slack:
        yield slack


@pytest.fixture
def bot(terminal: Terminal, pages: Handbook, slack: Corp) -> Terminal:
    terminal.set(FOLDER__PATH=pages.folder, SLACK__API_URL=slack.url)
    return terminal


def of_slack(said: Said) -> list[str]:
    assert not any(secret in said.words for secret in SECRETS)
    return [line for line in said.out.splitlines() if " slack " in line]


def test_a_newcomer_is_told_at_each_step_what_is_next(bot: Terminal, slack: Corp) -> None:
    before = bot.run("doctor")
    bot.set(SLACK__APP_TOKEN=APP_TOKEN)
    forgotten = bot.run("doctor")
    bot.set(SLACK__BOT_TOKEN=BOT_TOKEN)
    unknown = bot.run("doctor")
    synced = bot.run("sync")
    done = bot.run("doctor")

    assert of_slack(before) == []
    assert of_slack(forgotten)[0].startswith("FAIL slack tokens: POLICYBOT_SLACK__BOT_TOKEN is not")
    assert "FAIL slack e-mails: No source knows any of 2 people" in unknown.words
    assert "Run `python -m bot sync`" in unknown.words
    assert (forgotten.status, unknown.status, synced.status, done.status) == (1, 1, 0, 0)
    assert [line.partition(": ")[0] for line in of_slack(done)] == [
        "ok   slack tokens",
        "ok   slack workspace",
        "ok   slack scopes",
        "ok   slack socket",
        "ok   slack e-mails",
    ]


def test_what_is_set_is_what_is_looked_at(bot: Terminal, slack: Corp) -> None:
    bot.run("sync")
    bot.set(
        SLACK__BOT_TOKEN=BOT_TOKEN,
        SLACK__SIGNING_SECRET="0" * 32,
        URL="https://bot.corp.example/",
        SLACK__FOLLOW_UPS="true",
        SLACK__CHANNELS=" C1, ",
        SLACK__DESK_CHANNEL="G1",
    )

    said = bot.run("doctor")

    assert said.status == 1
    assert "FAIL slack scopes: Missing: channels:history" in said.words
    assert "https://bot.corp.example/slack/events (HTTP)" in said.words
    assert "slack channels: answers in #general and no others" in said.words
    assert "FAIL slack desk channel: #people-desk is public" in said.words
