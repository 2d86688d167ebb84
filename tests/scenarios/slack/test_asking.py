"""Every way of asking the bot in private, from a message to what is on the screen."""

from pydantic import SecretStr

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.screens import Shown
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    MEALS,
    MEALS_ANSWER,
    MEALS_OPTION,
    OFFICE,
    OFFICE_ANSWER,
    Office,
    running,
)


async def test_a_direct_message_is_answered_with_what_its_asker_may_read(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    asked = await bot.ana.says(BANDS, in_=dm)

    shown = await bot.ana.sees(BANDS_ANSWER, in_=dm)

    assert shown.thread == asked.ts
    await bot.settles()
    (exchange,) = await bot.record()
    assert (exchange.asker, exchange.private) == (bot.ana.email, True)
    assert exchange.delivered[0]["ts"] == shown.ts
    assert not bot.slack.refused


async def test_two_direct_messages_are_answered_each_under_its_own_and_read_for_itself(
    bot: Office,
) -> None:
    """Chat case 13: and the state is shown under the same message as the answer."""
    dm = bot.slack.dm(bot.ben)
    first = await bot.ben.says(OFFICE, in_=dm)
    second = await bot.ben.says(LEAVE, in_=dm)

    one = await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    other = await bot.ben.sees(LEAVE_ANSWER, in_=dm)

    assert (one.thread, other.thread) == (first.ts, second.ts)
    await bot.settles()
    assert {asked.search for asked in await bot.record()} == {OFFICE, LEAVE}
    statuses = bot.slack.called("assistant.threads.setStatus")
    assert {call.text("thread_ts") for call in statuses} == {first.ts, second.ts}
    assert not bot.slack.refused


async def test_a_question_in_a_thread_is_read_with_its_askers_earlier_ones(bot: Office) -> None:
    dm = bot.slack.dm(bot.ben)
    first = await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)

    await bot.ben.says("And when I move house?", in_=dm, thread=first)
    shown = await bot.ben.sees("2 days of paid leave", in_=dm)

    assert shown.thread == first.ts
    await bot.settles()
    assert LEAVE in (await bot.record())[-1].search


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


async def test_a_question_back_is_answered_by_its_button_under_the_same_message(
    bot: Office,
) -> None:
    dm = bot.slack.dm(bot.ben)
    asked = await bot.ben.says(MEALS, in_=dm)
    back = await bot.ben.sees(MEALS_OPTION, in_=dm)

    await bot.ben.presses("choose_1", on=back)
    await bot.ben.presses("choose_1", on=back)
    shown = await bot.ben.sees(MEALS_ANSWER, in_=dm)
    await bot.settles()

    assert shown.thread == asked.ts
    assert sum(one.says(MEALS_ANSWER) for one in bot.ben.screen(dm, asked)) == 1
    assert not bot.slack.refused


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


async def test_a_passage_is_shown_by_its_button_and_its_page_is_linked(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    await bot.ana.says(BANDS, in_=dm)
    shown = await bot.ana.sees(BANDS_ANSWER, in_=dm)
    assert {*links(shown)} == {"https://handbook.corp.example/hr/bands.md#salary-bands"}

    await bot.ana.presses("show_passage", on=shown)
    await bot.slack.until(lambda: bot.ana.modal)

    assert bot.ana.modal is not None
    assert bot.ana.modal.says("41,000 to 47,000 euros a year")


def links(shown: Shown) -> list[str]:
    """Every address that a message links to."""
    found: list[str] = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if node.get("type") == "link":
                found.append(str(node["url"]))
            for inner in node.values():
                walk(inner)
        elif isinstance(node, list | tuple):
            for inner in node:
                walk(inner)

    walk(shown.blocks)
    return found
