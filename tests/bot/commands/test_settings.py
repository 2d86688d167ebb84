import pytest

from tests.terminal import Terminal

COMMANDS = ("demo", "serve", "ask", "sync", "evaluate", "cases", "doctor")


@pytest.mark.parametrize(
    "command", [(), *((name,) for name in COMMANDS), ("slack",), ("slack", "manifest")]
)
def test_help_says_what_a_command_does_and_how_it_is_called(
    terminal: Terminal, command: tuple[str, ...]
) -> None:
    said = terminal.run(*command, "--help")

    assert said.status == 0
    assert said.out.startswith(f"usage: {' '.join(['python -m bot', *command])}")


def test_a_name_that_is_no_setting_is_refused_with_those_that_are(terminal: Terminal) -> None:
    terminal.set(FOLDR__PATH="handbook")

    said = terminal.run("doctor")

    assert said.status == 1
    assert "POLICYBOT_FOLDR__PATH is not a setting" in said.err
    assert "POLICYBOT_FOLDER__PATH" in said.err


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("CHUNKS__TOKENS", "many", "POLICYBOT_CHUNKS__TOKENS: Input should be a valid integer"),
        ("CHUNKS__TOKENS", "3", "POLICYBOT_CHUNKS__TOKENS: Input should be greater than"),
        ("LANGUAGES", "en,klingon", "POLICYBOT_LANGUAGES: klingon is not among"),
        ("LOG", "loud", "POLICYBOT_LOG: Input should be 'debug'"),
        ("FOLDER__ORGANISATIONS", "perhaps", "POLICYBOT_FOLDER__ORGANISATIONS: Input should be"),
        ("FOLDER", "handbook", "POLICYBOT_FOLDER"),
        ("FOLDER__NAME", "verified", "POLICYBOT_FOLDER__NAME: this name is kept"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_its_name(
    terminal: Terminal, name: str, value: str, told: str
) -> None:
    terminal.set(**{name: value})

    said = terminal.run("sync")

    assert said.status == 1
    assert told in said.words


@pytest.mark.parametrize("port", ["http", "-1", "70000"])
def test_what_is_not_a_port_is_refused(terminal: Terminal, port: str) -> None:
    said = terminal.run("demo", f"--port={port}")

    assert said.status == 2
    assert f"{port} is not a port: 0 to 65535" in said.err


def test_a_model_that_is_not_known_is_refused_with_what_to_do(terminal: Terminal) -> None:
    terminal.set(EMBEDDING__MODEL="acme/embedder")

    said = terminal.run("doctor")

    assert said.status == 1
    assert "acme/embedder" in said.words
    assert "POLICYBOT_EMBEDDING__MODEL" in said.words


def test_a_cross_encoder_that_is_not_known_is_refused_with_what_to_do(terminal: Terminal) -> None:
    terminal.set(RERANKING__MODEL="acme/reader")

    said = terminal.run("sync")

    assert said.status == 1
    assert "acme/reader" in said.words
    assert "POLICYBOT_RERANKING__MODEL" in said.words
