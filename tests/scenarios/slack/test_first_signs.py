"""What does a person see before the answer? That it is being worked on, and not after it."""

from tests.fakes.slack.faults import Slow
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office


async def test_what_is_shown_late_is_not_left_beside_the_answer(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    bot.slack.fail("assistant.threads.setStatus", Slow(2), times=1)

    asked = await bot.ana.says(OFFICE, in_=dm)
    await bot.ana.sees(OFFICE_ANSWER, in_=dm)
    await bot.slack.quiet(3)

    assert len(bot.slack.called("assistant.threads.setStatus")) > 1
    assert bot.slack.status(dm, asked.ts) == ""
