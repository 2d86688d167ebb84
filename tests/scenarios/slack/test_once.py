"""One question, one answer; one click, one case: however often Slack says it."""

import asyncio

from tests.fakes.slack.delivering import INTERACTIVE, Dispatch
from tests.scenarios.slack.office import BANDS, BANDS_ANSWER, OFFICE, OFFICE_ANSWER, Office


async def test_a_mention_that_comes_as_a_message_too_is_answered_once(following: Office) -> None:
    bot = following
    asked = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.settles()

    assert len(asked.events) == 2
    assert len(bot.told(bot.general)) == 1
    assert len(await bot.record()) == 1


async def test_asking_hr_ten_times_is_one_case(bot: Office) -> None:
    """Security P11: ten clicks, each form that opened is sent, and the sending comes twice."""
    dm = bot.slack.dm(bot.ben)
    await bot.ben.says(BANDS, in_=dm)
    shown = await bot.ben.sees("don't answer this", in_=dm)
    await bot.settles()

    await asyncio.gather(*(bot.ben.presses("ask_hr", on=shown) for _ in range(10)))
    await bot.slack.until(lambda: bot.ben.modal)
    while bot.ben.modal is not None:
        await bot.ben.submits(bot.ben.modal)
    sent = [d for d in bot.slack.deliverer.dispatches if d.type == "view_submission"]
    for one in sent:
        await bot.slack.deliverer.hand(Dispatch(INTERACTIVE, one.id, one.payload))
    await bot.vera.sees(BANDS, in_=bot.desk)
    await bot.settles()

    assert len(bot.told(bot.desk)) == 1
    await bot.ben.sees("HR has your question", in_=dm)
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


async def test_what_nobody_here_answers_is_taken_and_no_more(bot: Office) -> None:
    """Chat case 4: unanswered, Slack would send it again and then send nothing any more."""
    bot.slack.subscriptions.add("reaction_added")
    bot.slack.scopes.add("reactions:read")
    message = await bot.ben.says("Lunch?", in_=bot.general)
    await bot.ben.reacts("eyes", on=message)
    await bot.settles()

    assert [delivery.status for delivery in bot.slack.deliveries] == [200]
    assert await bot.record() == []
