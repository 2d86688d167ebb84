"""Whatever goes wrong, or is gone: who asks or presses is told, and nobody else is."""

import pytest

from tests.fakes.slack.faults import Fault
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office


@pytest.mark.slow
async def test_an_apology_is_not_said_before_outsiders(bot: Office) -> None:
    bot.general.is_ext_shared = True
    bot.slack.fail("conversations.info", Fault(500), times=999)

    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)

    await bot.ana.sees("went wrong", in_=bot.slack.dm(bot.ana), within=60)
    assert not any("went wrong" in shown.text for shown in bot.ben.screen(bot.general))


async def test_a_notice_that_slack_refuses_costs_no_answer(bot: Office) -> None:
    bot.slack.fail("conversations.open", Fault(error="cannot_dm_bot"), times=999)

    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.slack.quiet(3)
    assert len(bot.slack.called("conversations.open")) == 1, "The event was worked on again."
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
