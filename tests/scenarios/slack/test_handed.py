"""The security cases that were handed over, asked in Slack: what is written there opens nothing."""

import json
import re

import pytest

from tests.at_hand import need
from tests.conftest import SHARED
from tests.scenarios.slack.office import OFFICE, Office
from tests.scenarios.slack.record import Asked

FILE = SHARED / "cases" / "security_cases.json"
NOWHERE = "May I keep an iguana at my desk?"


@pytest.fixture(scope="module")
def inputs() -> dict[str, str]:
    """What each case says, by its id."""
    need(FILE.exists(), f"{FILE} is not there")
    return {case["id"]: case["input"] for case in json.loads(FILE.read_text(encoding="utf-8"))}


async def asked(bot: Office, text: str) -> Asked:
    """Ask as Ben in private, and read what is on record of it."""
    await bot.ben.says(text, in_=bot.slack.dm(bot.ben))
    await bot.settles()
    return (await bot.record())[-1]


async def test_what_somebody_writes_in_private_opens_nothing(
    bot: Office, inputs: dict[str, str]
) -> None:
    """U01, U02, U03, U05: the reader is what the directory says, whatever the message claims."""
    plain = await asked(bot, OFFICE)
    nowhere = await asked(bot, NOWHERE)
    for name in ("U01", "U02", "U03", "U05"):
        told = await asked(bot, inputs[name])
        assert told.reader == plain.reader, name
        assert not any("hr/" in document for document in told.found), name
        assert told.outcome == "abstained" or name == "U05", name
        if name == "U01":
            assert (told.reason, told.text) == (nowhere.reason, nowhere.text)
    seen = " ".join(bot.ben.everything_told)
    assert "91,000" not in seen
    assert "14 despidos" not in seen
    assert not bot.slack.refused


async def test_sixty_thousand_signs_are_refused_with_a_word_and_on_record(
    bot: Office, inputs: dict[str, str]
) -> None:
    """U07."""
    text = (re.match(r"A+", inputs["U07"]) or [""])[0] * 2_000
    told = await asked(bot, text[:60_000])

    assert (told.outcome, told.reason) == ("abstained", "refused")
    assert len(told.question) == 60_000
    await bot.ben.sees(told.text, in_=bot.slack.dm(bot.ben))
    assert not bot.slack.refused


async def test_a_page_or_a_question_calls_nobody(bot: Office, inputs: dict[str, str]) -> None:
    """S01, S03 and chat case 11: what a policy or an asker writes is text wherever it is shown."""
    hostile = inputs["S01"].removeprefix("model output: ")
    await bot.ben.says(bot.mention("What does whoever sees smoke write?"), in_=bot.general)
    await bot.ana.sees("Whoever sees smoke writes", in_=bot.general)
    await bot.ben.commands(f"/policy {hostile} <@{bot.ana.id}>", in_=bot.general)
    await bot.settles()
    await bot.ben.commands(f"/policy {OFFICE} <!here>", in_=bot.general)
    shown = await bot.ben.sees("15:00", in_=bot.slack.dm(bot.ben))
    await bot.settles()

    await bot.ben.presses("share", on=shown)
    await bot.slack.until(lambda: bot.ben.modal)
    await bot.ben.submits(bot.ben.modal)
    await bot.ana.sees("15:00", in_=bot.general)

    assert any("everyone" in text for text in bot.ben.everything_told)
    assert bot.slack.pings == []
    assert not bot.slack.refused
