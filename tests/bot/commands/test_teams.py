"""How the package of the Teams app is asked for."""

from hashlib import sha256
from pathlib import Path

import pytest

from bot.surfaces.teams.manifest import Options
from bot.surfaces.teams.package import package
from tests.terminal import Said, Terminal

APP = "11111111-2222-3333-4444-555555555555"
TENANT = "99999999-2222-3333-4444-555555555555"
HOST = "policybot.corp.example"
PLAIN = Options(APP, HOST)


def written(terminal: Terminal, out: Path, *more: str) -> Said:
    return terminal.run(
        "teams", "package", "--app-id", APP, "--host", HOST, "--out", str(out), *more
    )


def test_it_is_written_and_what_is_next_is_told(terminal: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "bot.zip"

    said = written(terminal, out)

    assert said.status == 0
    assert sha256(out.read_bytes()).digest() == sha256(package(PLAIN)).digest()
    assert f"{out} holds Policy Bot 1.0.0, for the bot {APP}." in said.words
    assert "It asks for no permissions." in said.words
    assert f"https://{HOST}/api/messages" in said.words
    assert f"python -m bot doctor --teams-package {out}" in said.words


def test_what_is_asked_for_is_in_it_and_told(terminal: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "bot.zip"
    about = "https://intranet.corp.example/bot"

    said = written(
        terminal, out, "--follow-ups", "--version", "1.2.0", "--language", "es", "--about", about
    )

    wanted = Options(APP, HOST, "1.2.0", "es", follow_ups=True, about=about)
    assert out.read_bytes() == package(wanted)
    assert "ChannelMessage.Read.Group: it is sent every message of the channels" in said.words


def test_what_is_set_need_not_be_typed(terminal: Terminal, tmp_path: Path) -> None:
    terminal.set(
        TEAMS__APP_ID=APP.upper(),
        TEAMS__APP_PASSWORD="s",
        TEAMS__TENANT_ID=TENANT,
        TEAMS__FOLLOW_UPS="true",
        URL=f"https://{HOST}:8443/bot/",
        LANGUAGES="de,es,en",
    )

    said = terminal.run("teams", "package", "--out", str(tmp_path / "bot.zip"))

    assert said.status == 0
    wanted = Options(APP, HOST, language="es", follow_ups=True)
    assert (tmp_path / "bot.zip").read_bytes() == package(wanted)
    assert f"https://{HOST}:8443/bot/api/messages" in said.words


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--app-id", "policybot", "'policybot' is not an id such as 11111111-2222-"),
        ("--app-id", APP[:-1], "is not an id such as"),
        ("--app-id", f"{{{APP}}}", "is not an id such as"),
        ("--host", "https://bot.corp.example", "is not a host that Microsoft can reach"),
        ("--host", "bot.corp.example/", "is not a host that Microsoft can reach"),
        ("--host", "bot.corp.example:8443", "is not a host that Microsoft can reach"),
        ("--host", "localhost", "is not a host that Microsoft can reach"),
        ("--host", "bot.localhost", "is not a host that Microsoft can reach"),
        ("--host", "127.0.0.1", "is not a host that Microsoft can reach"),
        ("--host", "[::1]", "is not a host that Microsoft can reach"),
        ("--host", "", "is not a host that Microsoft can reach"),
        ("--host", "böt.corp.example", "is not a host that Microsoft can reach"),
        ("--host", f"{'a.' * 126}example", "is not a host that Microsoft can reach"),
        ("--version", "1.0", "'1.0' is not a version such as 1.0.0"),
        ("--version", "01.0.0", "is not a version"),
        ("--about", "http://intranet.corp.example", "is not an address such as https://"),
        ("--about", "https://[", "is not an address such as https://"),
        ("--language", "fr", "invalid choice: 'fr'"),
    ],
)
def test_what_teams_would_not_take_is_refused(
    terminal: Terminal, tmp_path: Path, option: str, value: str, sentence: str
) -> None:
    said = written(terminal, tmp_path / "bot.zip", option, value)

    assert said.status == 2
    assert sentence in said.words
    assert not (tmp_path / "bot.zip").exists()


def test_a_file_that_is_there_is_written_over_only_if_that_is_meant(
    terminal: Terminal, tmp_path: Path
) -> None:
    out = tmp_path / "bot.zip"
    out.write_bytes(b"mine")

    kept = written(terminal, out)
    assert (kept.status, out.read_bytes()) == (1, b"mine")
    assert f"{out} is there already. Write over it with --force." in kept.words

    assert written(terminal, out, "--force").status == 0
    assert out.read_bytes() == package(PLAIN)


def test_a_file_that_cannot_be_written_is_told(terminal: Terminal, tmp_path: Path) -> None:
    said = written(terminal, tmp_path / "nowhere" / "bot.zip")
    folder = written(terminal, tmp_path, "--force")

    assert (said.status, folder.status) == (1, 1)
    assert "bot.zip cannot be written: No such file or directory." in said.words
    assert f"{tmp_path} cannot be written: Is a directory." in folder.words


@pytest.mark.parametrize(
    ("url", "typed", "sentence"),
    [
        (None, ["--app-id", APP], "Name its host, such as policybot.corp.example, with --host"),
        (f"https://{HOST}", [], "Name the bot's application (client) id with --app-id"),
        ("http://localhost:8080", ["--app-id", APP], "POLICYBOT_URL: 'http://localhost:8080' is"),
        ("https://10.0.0.1", ["--app-id", APP], "POLICYBOT_URL: '10.0.0.1' is not a host that"),
    ],
)
def test_what_is_neither_set_nor_typed_is_asked_for(
    terminal: Terminal, tmp_path: Path, url: str | None, typed: list[str], sentence: str
) -> None:
    if url is not None:
        terminal.set(URL=url)

    said = terminal.run("teams", "package", "--out", str(tmp_path / "bot.zip"), *typed)

    assert said.status == 1
    assert sentence in said.words
    assert not (tmp_path / "bot.zip").exists()


def test_the_help_leads_from_nothing_to_an_app(terminal: Terminal) -> None:
    said = terminal.run("teams", "package", "--help")

    assert said.status == 0
    for name in ("APP_ID", "TENANT_ID", "APP_PASSWORD", "FOLLOW_UPS"):
        assert f"POLICYBOT_TEAMS__{name}" in said.words
    assert "python -m bot doctor --teams-package" in said.words
