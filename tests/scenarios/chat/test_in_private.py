"""Asking from anywhere for oneself alone, and sharing what was answered."""

from typing import Any

import aiohttp

from bot.app import application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.chat.company import BANDS, BANDS_ANSWER, OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.office import Office, running

NOT_HERE = "don't answer this"


async def test_what_a_message_asks_is_asked_in_private(bot: Office) -> None:
    """A private answer is whoever asks': the author of the message learns nothing of it."""
    message = await bot.ben.says(BANDS, in_=bot.general)

    await bot.asks_about(bot.ana, message)
    await bot.asks_about(bot.ana, message)
    dm = bot.dm(bot.ana)
    await bot.ana.sees(BANDS_ANSWER, in_=dm)
    await bot.settles()

    assert bot.answers(bot.ana, BANDS_ANSWER, dm) == 1
    assert (await bot.record())[-1].asker == bot.ana.email
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
    assert bot.told(bot.general) == []
    assert not bot.refused


async def test_two_messages_that_are_asked_about_at_once_are_two_questions(bot: Office) -> None:
    dm = bot.dm(bot.ana)
    for question in (BANDS, OFFICE):
        await bot.asks_about(bot.ana, await bot.ben.says(question, in_=bot.general))

    await bot.ana.sees(BANDS_ANSWER, in_=dm, within=10)
    await bot.ana.sees(OFFICE_ANSWER, in_=dm, within=10)
    await bot.settles()
    assert len(await bot.record()) == 2


async def shareable(bot: Office, question: str, answer: str) -> Any:  # noqa: ANN401  # of a fake
    """Ask about a message in #general, and find the private answer."""
    message = await bot.ben.says(question, in_=bot.general)
    await bot.asks_about(bot.ana, message)
    shown = await bot.ana.sees(answer, in_=bot.dm(bot.ana))
    await bot.settles()
    return shown


async def test_a_private_answer_is_shared_after_a_warning(bot: Office) -> None:
    shown = await shareable(bot, OFFICE, OFFICE_ANSWER)
    assert bot.told(bot.general) == []

    form = await bot.opens(bot.ana, "share", shown)
    assert form.says("will be able to read it")
    assert bot.told(bot.general) == []
    await form.sends()

    shared = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    assert shared.says("Ana")
    assert shared.says(OFFICE)
    assert not bot.refused


async def test_sharing_makes_the_answer_anew_for_the_channel(bot: Office) -> None:
    """What only its asker may read stays with the asker, whatever the warning was answered."""
    shown = await shareable(bot, BANDS, BANDS_ANSWER)

    form = await bot.opens(bot.ana, "share", shown)
    await form.sends()
    await bot.settles()

    for reader in (bot.ben, bot.eva):
        assert not any(BANDS_ANSWER in text for text in reader.everything_seen)
    await bot.alone(bot.ana, NOT_HERE, bot.general)
    assert bot.told(bot.general) == []
    shared = (await bot.record())[-1]
    assert not shared.private
    assert "folder:hr/bands.md" not in shared.found


async def test_sharing_from_a_thread_is_a_reply_there(bot: Office) -> None:
    root = await bot.ben.says("Lunch?", in_=bot.general)
    await bot.ana.says(bot.mention(BANDS), in_=bot.general, thread=root)
    offer = await bot.ana.sees(NOT_HERE, in_=bot.general)
    await bot.ana.presses("answer_privately", on=offer)
    shown = await bot.ana.sees(BANDS_ANSWER, in_=bot.dm(bot.ana))
    await bot.settles()

    form = await bot.opens(bot.ana, "share", shown)
    await form.sends()
    await bot.settles()

    assert len(await bot.record()) == 3
    assert not bot.refused
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


async def test_where_clicks_are_counted_a_citation_leads_through_the_bot_to_its_page(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    counted = policies.model_copy(update={"url": "https://policybot.corp.example"})
    async with application(counted, model=embedder) as app, running(office, app) as bot:
        dm = bot.dm(bot.ana)
        await bot.ana.says(OFFICE, in_=dm)
        (link,) = bot.links(await bot.ana.sees(OFFICE_ANSWER, in_=dm))

        assert link.startswith("https://policybot.corp.example/c/")
        followed = link.replace("https://policybot.corp.example", bot.address)
        async with (
            aiohttp.ClientSession() as browser,
            browser.get(followed, allow_redirects=False) as answer,
        ):
            assert answer.status == 302
            assert answer.headers["Location"].startswith("https://handbook.corp.example/office.md")
