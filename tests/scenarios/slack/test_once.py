"""One question, one answer; one click, one case: however often Slack says it."""

import asyncio

from tests.fakes.slack.delivering import INTERACTIVE, Dispatch
from tests.fakes.slack.messages import Message
from tests.scenarios.slack.office import BANDS, BANDS_ANSWER, OFFICE, OFFICE_ANSWER, Office


async def again(bot: Office, message: Message, times: int) -> None:
    """Send what was sent of a message again, all at once."""
    for sent in list(message.events):
        for _ in range(times):
            bot.slack.deliverer.send(Dispatch(sent.kind, sent.id, sent.payload))


async def test_an_event_that_comes_four_times_is_answered_once(bot: Office) -> None:
    """Security P03: two of them at once, the others when the answer stands."""
    dm = bot.slack.dm(bot.ben)
    private = await bot.ben.says(OFFICE, in_=dm)
    public = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    for message in (private, public):
        await again(bot, message, 1)
    await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    for message in (private, public):
        await again(bot, message, 2)
    await bot.settles()

    assert sum(OFFICE_ANSWER in text for text in bot.told(dm)) == 1
    assert len(bot.told(bot.general)) == 1
    assert len(await bot.record()) == 2
    assert all(delivery.status == 200 for delivery in bot.slack.deliveries)


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


async def test_ten_presses_of_a_button_are_one_answer(bot: Office) -> None:
    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ana.sees("don't answer this", in_=bot.general)

    await asyncio.gather(*(bot.ana.presses("answer_privately", on=offer) for _ in range(10)))
    await bot.settles()

    assert sum(BANDS_ANSWER in text for text in bot.told(bot.slack.dm(bot.ana))) == 1


async def test_what_nobody_here_answers_is_taken_and_no_more(bot: Office) -> None:
    """Chat case 4: unanswered, Slack would send it again and then send nothing any more."""
    bot.slack.subscriptions.add("reaction_added")
    bot.slack.scopes.add("reactions:read")
    message = await bot.ben.says("Lunch?", in_=bot.general)
    await bot.ben.reacts("eyes", on=message)
    await bot.settles()

    assert [delivery.status for delivery in bot.slack.deliveries] == [200]
    assert await bot.record() == []
