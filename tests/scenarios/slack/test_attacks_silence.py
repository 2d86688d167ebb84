"""Whatever goes wrong, or is gone: who asks or presses is told, and nobody else is."""

import asyncio

import pytest

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.acting import Person
from tests.fakes.slack.faults import Fault
from tests.scenarios.runs.product import let_pauses_run_out
from tests.scenarios.slack.forging import forged_form, forged_press, offered
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office, running


@pytest.mark.slow
async def test_an_apology_is_not_said_before_outsiders(bot: Office) -> None:
    bot.general.is_ext_shared = True
    bot.slack.fail("conversations.info", Fault(500), times=999)

    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)

    async with asyncio.TaskGroup() as group:
        seeing = group.create_task(
            bot.ana.sees("went wrong", in_=bot.slack.dm(bot.ana), within=120)
        )
        while not seeing.done():
            await asyncio.to_thread(let_pauses_run_out, bot.settings)
            await asyncio.sleep(0.2)
    assert not any("went wrong" in shown.text for shown in bot.ben.screen(bot.general))


async def test_a_notice_that_slack_refuses_costs_no_answer(bot: Office) -> None:
    bot.slack.fail("conversations.open", Fault(error="cannot_dm_bot"), times=999)

    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.slack.quiet(3)
    assert len(bot.slack.called("conversations.open")) == 1, "The event was worked on again."
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)


async def test_a_button_whose_answer_is_forgotten_says_so(bot: Office) -> None:
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    answer = await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.slack.quiet()
    await forged_form(bot.ana, "privacy_delete", "", {})
    await bot.slack.quiet(1)

    await bot.ana.presses("answer_privately", on=answer)

    await bot.ana.sees("no longer kept", in_=bot.general)


async def test_a_shared_answer_of_a_command_shows_its_passages(bot: Office) -> None:
    await bot.ana.commands(f"/policy {OFFICE}", in_=bot.general)
    private = await bot.ana.sees(OFFICE_ANSWER, in_=bot.slack.dm(bot.ana))
    await bot.slack.quiet()
    await bot.ana.presses("share", on=private)
    await bot.slack.until(lambda: bot.ana.modal)
    await bot.ana.submits(bot.ana.modal, {})
    shared = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.slack.quiet()

    await bot.ben.presses("show_passage", on=shared)

    await bot.slack.until(lambda: _is_in_front(bot.ben, "15:00"))


async def test_buttons_work_for_colleagues_of_another_workspace(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    (sibling,) = office.slack.grid(siblings=["Corp Iberia"])
    async with running(office, policies, embedder) as bot:
        await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
        answer = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
        await bot.slack.quiet()

        team = {"id": sibling.id, "domain": sibling.domain}
        value = offered(answer, "show_passage")
        await forged_press(bot.ben, "show_passage", value, in_=bot.general, on=answer, team=team)

        await bot.slack.until(lambda: _is_in_front(bot.ben, "15:00"))


def _is_in_front(person: Person, words: str) -> bool:
    """Whether somebody's dialog says something by now."""
    return person.modal is not None and any(words in text for text in person.modal.texts)
