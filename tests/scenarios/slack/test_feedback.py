"""What people say of answers is on record, and bad answers become drafts of golden questions."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import aiohttp
import pytest

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.screens import Shown
from tests.scenarios.slack.desk import answered, presses
from tests.scenarios.slack.office import LEAVE, OFFICE, OFFICE_ANSWER, SITE, Office, running
from tests.terminal import Terminal

PUBLIC = "https://policybot.corp.example"
BROWSER = {"User-Agent": "Mozilla/5.0"}


@pytest.fixture
async def counting(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> AsyncIterator[Office]:
    """The bot with an address at which its links are followed."""
    settings = policies.model_copy(update={"url": PUBLIC})
    async with running(office, settings, embedder, desk_channel=office.desk.id) as served:
        yield served


async def drafts(terminal: Terminal, bot: Office) -> list[dict[str, object]]:
    """Run `python -m bot cases` beside the bot that is served."""
    terminal.set(DATA=bot.settings.data, FOLDER__PATH=str(bot.settings.folder.path))
    said = await asyncio.to_thread(terminal.run, "cases")
    assert said.status == 0, said.words
    return [json.loads(line) for line in said.out.splitlines()]


async def test_a_thumb_down_with_its_reason_becomes_a_draft(
    bot: Office, terminal: Terminal
) -> None:
    shown = await answered(bot, bot.eva, OFFICE)
    await bot.eva.presses("feedback", on=shown, value="negative")
    await bot.slack.until(lambda: bot.eva.modal)
    modal = bot.eva.modal
    assert modal is not None
    assert modal.title == "¿Qué ha fallado?"
    await bot.eva.submits(modal, {"reason": "outdated", "comment": "Ahora cierra a las 14:00."})
    fine = await answered(bot, bot.ben, LEAVE)
    await bot.ben.presses("feedback", on=fine, value="negative")
    await bot.ben.presses("feedback", on=fine, value="positive")
    await bot.slack.quiet(0.5)

    (draft,) = await drafts(terminal, bot)
    assert draft["question"] == OFFICE
    assert draft["note"] == "outdated\nAhora cierra a las 14:00."
    assert not bot.slack.refused


async def test_everybody_who_read_an_answer_may_judge_it_and_nobody_else(
    bot: Office, terminal: Terminal
) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.ana.presses("feedback", on=shown, value="negative")
    await bot.ben.presses("feedback", on=shown, value="positive")
    await bot.slack.until(lambda: bot.ana.modal)
    await bot.ana.submits(bot.ana.modal, {"reason": "wrong"})
    await bot.slack.quiet(0.5)

    (draft,) = await drafts(terminal, bot)
    assert (draft["question"], draft["note"]) == (OFFICE, "wrong")


def links(bot: Office, shown: Shown) -> list[str]:
    """The paths of the links that count, on a message."""
    return sorted(
        {text.removeprefix(PUBLIC) for text in shown.texts if text.startswith(f"{PUBLIC}/c/")}
    )


async def test_a_citation_is_opened_through_the_link_that_counts_and_leads_nowhere_else(
    counting: Office,
) -> None:
    bot = counting
    shown = await answered(bot, bot.ben)
    (path, *_) = links(bot, shown)
    modal = await presses(bot, bot.ben, "show_passage", shown)
    assert any(text.startswith(f"{PUBLIC}/c/") for text in modal.texts)

    async with aiohttp.ClientSession(bot.address, headers=BROWSER) as http:
        async with http.get(path, allow_redirects=False) as opened:
            assert opened.status == 302
            assert opened.headers["Location"].startswith(f"{SITE}office.md")
        for made_up in (f"{path}x", f"{path}?to=https://evil.example", "/c/X-1.abc", "/c/"):
            async with http.get(made_up, allow_redirects=False) as refused:
                assert "evil" not in refused.headers.get("Location", "")
                assert refused.status == (302 if "?" in made_up else 404)

    database = bot.settings.data / "policies" / "policybot.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        clicked = connection.execute("SELECT author FROM exchange_event WHERE kind = 'clicked'")
        assert 1 <= len(told := clicked.fetchall()) <= 2  # within a second, once
    assert {author for (author,) in told} == {None}
