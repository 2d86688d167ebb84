"""Every way of asking the bot in private, from a message to what is on the screen."""

from pydantic import SecretStr

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
    running,
)


async def test_the_agents_view_has_prompts_a_state_and_a_title(bot: Office) -> None:
    dm = bot.slack.dm(bot.eva)
    await bot.eva.opens_home("messages")
    await bot.settles()
    assert bot.slack.prompts[dm.id][0]["message"].startswith("¿")

    asked = await bot.eva.says("¿Cuándo cierra la oficina los viernes?", in_=dm)
    await bot.slack.until(lambda: bot.slack.status(dm, asked.ts), in_=dm)
    await bot.eva.sees(OFFICE_ANSWER, in_=dm)
    await bot.settles()

    assert bot.slack.status(dm, asked.ts) == ""
    assert bot.slack.titles[dm.id, asked.ts] == "¿Cuándo cierra la oficina los viernes?"
    assert not bot.slack.refused


async def test_an_app_that_is_no_agent_answers_all_the_same(bot: Office) -> None:
    bot.slack.is_agent = False
    bot.slack.scopes.discard("assistant:write")
    dm = bot.slack.dm(bot.ben)
    await bot.ben.opens_home("messages")
    await bot.ben.says(OFFICE, in_=dm)

    await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    await bot.settles()

    assert len(bot.slack.called("assistant.threads.setSuggestedPrompts")) == 1


async def test_over_a_socket_questions_and_clicks_are_answered_alike(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    token = SecretStr(office.slack.app_token)
    async with running(office, policies, embedder, app_token=token) as bot:
        await bot.slack.sockets.connected(1)
        dm = bot.slack.dm(bot.ana)
        await bot.ana.commands(f"/policy {BANDS}", in_=bot.general)
        shown = await bot.ana.sees(BANDS_ANSWER, in_=dm)
        await bot.ana.presses("show_passage", on=shown)
        await bot.slack.until(lambda: bot.ana.modal)
        await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
        await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

        assert {delivery.transport for delivery in bot.slack.deliveries} == {"socket"}
        assert not bot.slack.refused
