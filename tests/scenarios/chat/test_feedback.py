"""What people say of answers is on record, and bad answers become drafts of golden questions."""

import asyncio
import json
import sqlite3
from contextlib import closing

import aiohttp

from bot.app import application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.chat.company import LEAVE, OFFICE, OFFICE_ANSWER, SITE
from tests.scenarios.chat.desk import answered
from tests.scenarios.chat.office import Office, running
from tests.terminal import Terminal

PUBLIC = "https://policybot.corp.example"
BROWSER = {"User-Agent": "Mozilla/5.0"}


async def drafts(terminal: Terminal, bot: Office) -> list[dict[str, object]]:
    """Run `python -m bot cases` beside the bot that is served."""
    terminal.set(DATA=bot.settings.data, FOLDER__PATH=str(bot.settings.folder.path))
    said = await asyncio.to_thread(terminal.run, "cases")
    assert said.status == 0, said.words
    return [json.loads(line) for line in said.out.splitlines()]


async def test_a_thumb_down_with_its_reason_becomes_a_draft(
    own_bot: Office, terminal: Terminal
) -> None:
    bot = own_bot
    shown = await answered(bot, bot.eva, OFFICE)
    await bot.rates(bot.eva, shown, good=False, comment="Ahora cierra a las 14:00.")
    fine = await answered(bot, bot.ben, LEAVE)
    await bot.rates(bot.ben, fine, good=False)
    await bot.rates(bot.ben, fine, good=True)
    await bot.settles()

    (draft,) = await drafts(terminal, bot)
    assert draft["question"] == OFFICE
    assert str(draft["note"]).endswith("Ahora cierra a las 14:00.")
    assert not bot.refused


async def test_everybody_who_read_an_answer_may_judge_it(
    own_bot: Office, terminal: Terminal
) -> None:
    bot = own_bot
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.rates(bot.ana, shown, good=False, comment="Wrong.")
    await bot.rates(bot.ben, shown, good=True)
    await bot.settles()

    (draft,) = await drafts(terminal, bot)
    assert draft["question"] == OFFICE
    assert str(draft["note"]).endswith("Wrong.")


async def test_a_citation_is_opened_through_the_link_that_counts_and_leads_nowhere_else(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    settings = policies.model_copy(update={"url": PUBLIC})
    async with application(settings, model=embedder) as app, running(office, app) as bot:
        shown = await answered(bot, bot.ben, button="show_passage")
        (link,) = bot.links(shown)
        path = link.removeprefix(PUBLIC)
        form = await bot.opens(bot.ben, "show_passage", shown)
        assert form.says(f"{PUBLIC}/c/")

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
