"""`python -m bot sync` with contexts by Claude, against the fake on loopback."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.claude.checks import KEY
from tests.fakes.claude.faults import Fault
from tests.fakes.claude.server import FakeClaude, fake_claude
from tests.terminal import Terminal

PAGES = {
    "leave.md": "# Annual leave\n\nEverybody has 23 working days a year.\n",
    "hr/pay.md": "# Pay bands\n\nBand 4 begins at 41,000 EUR.\n",
}
ACCESS = """\
{"default": "everyone", "groups": ["hr"], "people": {"ana@corp.example": ["hr"]},
 "rules": [{"prefix": "hr/", "audience": "hr"}]}
"""


@pytest.fixture
def claude() -> Iterator[FakeClaude]:
    """Serve from a thread of its own: a command runs in an event loop of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    serving = fake_claude()
    yield asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result()
    asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def policies(terminal: Terminal, tmp_path: Path) -> Terminal:
    """A terminal over two pages, one of them restricted."""
    for path, text in PAGES.items():
        (tmp_path / "pages" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pages" / path).write_text(text)
    (tmp_path / "pages" / "access.json").write_text(ACCESS)
    terminal.set(FOLDER__PATH=tmp_path / "pages")
    return terminal


def test_a_key_alone_sends_nothing_anywhere(policies: Terminal, claude: FakeClaude) -> None:
    policies.set(CLAUDE__API_KEY=KEY, CLAUDE__BASE_URL=claude.url)

    said = policies.run("sync")

    assert said.status == 0
    assert "contexts" not in said.words
    assert not claude.requests


def test_contexts_are_written_for_pages_that_are_open_and_the_bill_is_told(
    policies: Terminal, claude: FakeClaude
) -> None:
    policies.set(CLAUDE__API_KEY=KEY, CLAUDE__BASE_URL=claude.url, CLAUDE__CONTEXTUAL="true")

    said = policies.run("sync")

    assert said.status == 0
    assert "1 contexts written for $0.00" in said.words
    assert [("41,000" in str(body)) for body in claude.requests] == [False]
    assert "contexts written" not in policies.run("sync").words

    policies.set(CLAUDE__CONTEXTUAL_RESTRICTED="true")
    assert "1 contexts written" in policies.run("sync").words
    assert "41,000" in str(claude.requests[-1])


def test_a_service_that_fails_is_told_with_the_page_and_fails_no_sync(
    policies: Terminal, claude: FakeClaude
) -> None:
    policies.set(CLAUDE__API_KEY=KEY, CLAUDE__BASE_URL=claude.url, CLAUDE__CONTEXTUAL="true")
    claude.always = Fault(402)

    said = policies.run("sync")

    assert said.status == 0
    assert "2 new" in said.words
    assert "leave.md: 1 of 1 passages have only the context that is made by rule." in said.words
    assert "See to the account's billing." in said.words


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"CLAUDE__CONTEXTUAL": "true"}, "CONTEXTUAL needs a key. Set POLICYBOT_CLAUDE__API_KEY"),
        ({"CLAUDE__CONTEXTUAL_RESTRICTED": "true"}, "Set POLICYBOT_CLAUDE__CONTEXTUAL"),
        (
            {"CLAUDE__HYPOTHETICAL": "true", "CLAUDE__UNDERSTANDING": "false"},
            "Set POLICYBOT_CLAUDE__UNDERSTANDING",
        ),
        ({"CLAUDE__BASE_URL": "claude"}, "POLICYBOT_CLAUDE__BASE_URL: 'claude' is no address"),
    ],
)
def test_what_cannot_work_is_refused_with_what_to_set(
    terminal: Terminal, settings: dict[str, str], told: str
) -> None:
    terminal.set(**settings)

    said = terminal.run("sync")

    assert said.status == 1
    assert told in said.words
