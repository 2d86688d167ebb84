"""Asking from anywhere for oneself alone, and sharing what was answered."""

import aiohttp

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.screens import Shown
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
    running,
)
from tests.scenarios.slack.test_asking import links


async def test_a_command_is_answered_in_the_direct_messages_wherever_it_is_typed(
    bot: Office,
) -> None:
    dm = bot.slack.dm(bot.ana)
    outside = bot.slack.channel("elsewhere", members=[bot.ana, bot.ben], bot_in=False)

    for place in (bot.general, outside, dm):
        await bot.ana.commands(f"/policy {BANDS}", in_=place)
        told = await bot.ana.sees("direct messages", in_=place)
        assert told.is_ephemeral
    await bot.settles()

    answers = [shown for shown in bot.ana.screen(dm) if shown.says(BANDS_ANSWER)]
    heads = [shown for shown in bot.ana.screen(dm) if shown.says(BANDS) and not shown.thread]
    assert len(answers) == len(heads) == 3
    assert {shown.thread for shown in answers} == {head.ts for head in heads}
    assert bot.told(bot.general) == []
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
    assert all(asked.private for asked in await bot.record())
    assert not bot.slack.refused


async def test_a_command_without_a_question_is_told_how_to_ask(bot: Office) -> None:
    await bot.ana.commands("/policy", in_=bot.general)

    shown = await bot.ana.sees("Type a question after the command", in_=bot.general)

    assert shown.is_ephemeral
    await bot.settles()
    assert await bot.record() == []
    assert bot.told(bot.slack.dm(bot.ana)) == []


async def test_the_shortcut_asks_in_private_what_a_message_asks(bot: Office) -> None:
    """A private answer is whoever asks': the author of the message learns nothing of it."""
    message = await bot.ben.says(BANDS, in_=bot.general)

    await bot.ana.shortcut("ask_about", on=message)
    await bot.ana.shortcut("ask_about", on=message)
    dm = bot.slack.dm(bot.ana)
    await bot.ana.sees(BANDS_ANSWER, in_=dm)
    await bot.settles()

    assert sum(shown.says(BANDS_ANSWER) for shown in bot.ana.screen(dm)) == 1
    assert (await bot.record())[-1].asker == bot.ana.email
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)
    assert bot.told(bot.general) == []
    assert not bot.slack.refused


async def shareable(bot: Office, question: str, answer: str) -> Shown:
    """Ask in #general by command, and find the private answer."""
    await bot.ana.commands(f"/policy {question}", in_=bot.general)
    shown = await bot.ana.sees(answer, in_=bot.slack.dm(bot.ana))
    await bot.settles()
    return shown


async def test_a_private_answer_is_shared_after_a_warning(bot: Office) -> None:
    shown = await shareable(bot, OFFICE, OFFICE_ANSWER)
    assert bot.told(bot.general) == []

    await bot.ana.presses("share", on=shown)
    await bot.slack.until(lambda: bot.ana.modal)
    assert bot.ana.modal is not None
    assert bot.ana.modal.says("#general")
    assert bot.told(bot.general) == []
    await bot.ana.submits(bot.ana.modal)

    shared = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    assert shared.says("Ana")
    assert shared.says(OFFICE)
    assert not bot.slack.refused


async def test_sharing_makes_the_answer_anew_for_the_channel(bot: Office) -> None:
    """What only its asker may read stays with the asker, whatever the warning was answered."""
    shown = await shareable(bot, BANDS, BANDS_ANSWER)

    await bot.ana.presses("share", on=shown)
    await bot.slack.until(lambda: bot.ana.modal)
    await bot.ana.submits(bot.ana.modal)
    await bot.settles()

    for reader in (bot.ben, bot.eva):
        assert not any(BANDS_ANSWER in text for text in reader.everything_seen)
    shown = await bot.ana.sees("don't answer this", in_=bot.general)
    assert shown.is_ephemeral
    assert bot.told(bot.general) == []
    shared = (await bot.record())[-1]
    assert not shared.private
    assert "folder:hr/bands.md" not in shared.found


async def test_sharing_from_a_thread_is_a_reply_there(following: Office) -> None:
    bot = following
    root = await bot.ben.says("Lunch?", in_=bot.general)
    await bot.ana.says(bot.mention(BANDS), in_=bot.general, thread=root)
    offer = await bot.ana.sees("don't answer this", in_=bot.general)
    await bot.ana.presses("answer_privately", on=offer)
    shown = await bot.ana.sees(BANDS_ANSWER, in_=bot.slack.dm(bot.ana))
    await bot.settles()

    await bot.ana.presses("share", on=shown)
    await bot.slack.until(lambda: bot.ana.modal)
    await bot.ana.submits(bot.ana.modal)
    await bot.settles()

    assert len(await bot.record()) == 3
    assert not bot.slack.refused
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


async def test_where_clicks_are_counted_a_citation_leads_through_the_bot_to_its_page(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    counted = policies.model_copy(update={"url": "https://policybot.corp.example"})
    async with running(office, counted, embedder) as bot:
        dm = bot.slack.dm(bot.ana)
        await bot.ana.says(OFFICE, in_=dm)
        (link,) = {*links(await bot.ana.sees(OFFICE_ANSWER, in_=dm))}

        assert link.startswith("https://policybot.corp.example/c/")
        followed = link.replace("https://policybot.corp.example", bot.address)
        async with (
            aiohttp.ClientSession() as browser,
            browser.get(followed, allow_redirects=False) as answer,
        ):
            assert answer.status == 302
            assert answer.headers["Location"].startswith("https://handbook.corp.example/office.md")
