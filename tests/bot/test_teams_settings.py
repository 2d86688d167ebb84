import pytest

from tests.terminal import Terminal

APP = "11111111-2222-3333-4444-555555555555"
WHOLE = {"TEAMS__APP_ID": APP, "TEAMS__APP_PASSWORD": "s", "TEAMS__TENANT_ID": APP}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"TEAMS__APP_ID": ""}, "POLICYBOT_TEAMS__APP_ID: '' is no id"),
        ({"TEAMS__APP_ID": " "}, "POLICYBOT_TEAMS__APP_ID: ' ' is no id"),
        ({"TEAMS__APP_ID": "policybot"}, "POLICYBOT_TEAMS__APP_ID: 'policybot' is no id"),
        ({"TEAMS__TENANT_ID": ""}, "POLICYBOT_TEAMS__TENANT_ID: '' is no id"),
        ({"TEAMS__TENANT_ID": "common"}, "POLICYBOT_TEAMS__TENANT_ID: 'common' is no id"),
        ({"TEAMS__APP_PASSWORD": " "}, "POLICYBOT_TEAMS__APP_PASSWORD: it is blank"),
        ({"TEAMS__APP_ID": None}, "APP_PASSWORD alone does nothing"),
        ({"TEAMS__APP_PASSWORD": None}, "APP_ID needs APP_PASSWORD"),
        ({"TEAMS__TENANT_ID": None}, "APP_ID needs APP_PASSWORD, the client secret, and TENANT_ID"),
        ({"TEAMS__DEVELOPMENT": "true"}, "DEVELOPMENT is for trying things out without"),
        ({"TEAMS__SERVICE_URLS": "http://smba.example/"}, "is no address; it begins with https"),
        ({"TEAMS__SERVICE_URLS": ""}, "is no address"),
        ({"TEAMS__KEYS_URL": "http://login.example/"}, "is no address"),
        ({"TEAMS__LOGIN_URL": "login"}, "is no address"),
    ],
)
def test_what_would_let_anybody_in_or_nobody_is_refused_at_the_start(
    terminal: Terminal, changed: dict[str, str | None], told: str
) -> None:
    terminal.set(**{name: value for name, value in (WHOLE | changed).items() if value is not None})

    said = terminal.run("serve")

    assert said.status == 1
    assert told in said.words


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "policybot.example", "10.0.0.1"])  # noqa: S104
def test_nobody_is_believed_who_could_come_from_outside(terminal: Terminal, host: str) -> None:
    terminal.set(TEAMS__DEVELOPMENT="true", HOST=host)

    said = terminal.run("serve")

    assert said.status == 1
    assert f"believes anybody, and POLICYBOT_HOST is {host}. Listen on 127.0.0.1" in said.words
    assert "POLICYBOT_:" not in said.err
