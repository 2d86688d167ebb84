"""From a registration to a bot that can be added, with what the doctor says at each step."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.teams.certificates import certificate
from tests.fakes.teams.server import fake_teams
from tests.fakes.teams.service import FakeTeams
from tests.scenarios.handbook import Handbook
from tests.terminal import Said, Terminal


@pytest.fixture
def bot(terminal: Terminal, pages: Handbook) -> Terminal:
    terminal.set(FOLDER__PATH=pages.folder)
    return terminal


@pytest.fixture
async def microsoft(
    bot: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[FakeTeams]:
    file = certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(file))
    async with fake_teams() as microsoft:
        microsoft.login.begin_securely(file)
        bot.set(TEAMS__LOGIN_URL=microsoft.login.secure_url, TEAMS__KEYS_URL=microsoft.metadata_url)
        yield microsoft


def of_teams(said: Said) -> list[str]:
    return [line for line in said.out.splitlines() if " teams " in line]


def test_a_newcomer_is_told_at_each_step_what_is_next(
    bot: Terminal, microsoft: FakeTeams, tmp_path: Path
) -> None:
    file = tmp_path / "bot.zip"
    bot.run("sync")
    before = bot.run("doctor")
    bot.set(TEAMS__APP_ID=microsoft.app_id, TEAMS__TENANT_ID=microsoft.tenant.id)
    forgotten = bot.run("doctor")
    bot.set(TEAMS__APP_PASSWORD="old~secret")
    expired = bot.run("doctor")
    bot.set(TEAMS__APP_PASSWORD=microsoft.secret)
    nowhere = bot.run("doctor")
    bot.set(URL="https://bot.corp.example")
    unpacked = bot.run("doctor", "--teams-package", str(file))
    packed = bot.run("teams", "package", "--out", str(file))
    done = bot.run("doctor", "--teams-package", str(file))

    assert of_teams(before) == []
    assert "APP_ID needs APP_PASSWORD, the client secret" in forgotten.words
    assert "FAIL teams token: AADSTS7000215: the secret is wrong" in expired.words
    assert "FAIL teams address: POLICYBOT_URL is not an https address" in nowhere.words
    assert f"FAIL teams package: {file} cannot be read" in unpacked.words
    statuses = [said.status for said in (before, forgotten, expired, nowhere, unpacked)]
    assert statuses == [0, 1, 1, 1, 1]
    assert (packed.status, done.status) == (0, 0)
    assert [line.partition(": ")[0] for line in of_teams(done)] == [
        "ok   teams registration",
        "ok   teams token",
        "ok   teams keys",
        "ok   teams address",
        "ok   teams package",
    ]
    for said in (expired, nowhere, unpacked, done):
        assert microsoft.secret not in said.words
        assert "old~secret" not in said.words


def test_a_package_without_a_registration_is_compared_with_nothing(
    bot: Terminal, tmp_path: Path
) -> None:
    bot.run("sync")

    said = bot.run("doctor", "--teams-package", str(tmp_path / "bot.zip"))

    assert said.status == 1
    assert "FAIL teams package: POLICYBOT_TEAMS__APP_ID is not set" in said.words


def test_it_is_told_when_anybody_is_believed_to_be_teams(bot: Terminal) -> None:
    bot.run("sync")
    bot.set(TEAMS__DEVELOPMENT="true")

    said = bot.run("doctor")

    assert said.status == 0
    assert "ok teams development: whatever runs on this computer is taken for Teams" in said.words
