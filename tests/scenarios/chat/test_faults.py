"""The service is slow, full or broken: one answer all the same, or a word on why there is none."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.app import Application
from tests.fakes.slack.faults import LostReply, LostRequest
from tests.scenarios.chat.company import OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.office import Office, impatient

OFFICE_IN_SPANISH = "¿Cuándo cierra la oficina los viernes?"


def troubles(bot: Office) -> tuple[object, ...]:
    return bot.fault(429, retry_after=1), bot.fault(500), bot.fault(503), LostRequest(), LostReply()


def saying(text: str) -> Callable[[Any], bool]:
    """Pick the calls that would show a text."""
    return lambda body: text in str(body)


async def test_an_answer_in_private_is_posted_once_whatever_becomes_of_the_call(
    bot: Office,
) -> None:
    dm = bot.dm(bot.ben)
    for number, trouble in enumerate(troubles(bot), start=1):
        bot.fails("post", trouble, when=saying(OFFICE_ANSWER))
        await bot.ben.says(OFFICE, in_=dm)
        await bot.settles()

        assert bot.answers(bot.ben, OFFICE_ANSWER, dm) == number, trouble


@pytest.mark.parametrize("call", ["post", "update"])
async def test_an_answer_in_a_channel_is_given_once_whatever_becomes_of_the_calls(
    bot: Office, call: str
) -> None:
    """Whether a note was posted may not be seen there: at worst it stands, and the answer too."""
    for number, trouble in enumerate(troubles(bot), start=1):
        bot.fails(call, trouble)
        await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
        await bot.settles()

        assert bot.answers(bot.ben, OFFICE_ANSWER, bot.general) == number, trouble
    assert len(bot.told(bot.general)) <= number + 2 * (call == "post")
    assert not bot.refused


async def test_a_note_that_somebody_deletes_is_no_loss(bot: Office) -> None:
    bot.fails("update", bot.slow(0.5))
    asked = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.until(lambda: bot.told(bot.general))

    (note,) = [
        shown for shown in bot.ben.screen(bot.general) if shown.text in bot.told(bot.general)
    ]
    bot.removes(note)

    shown = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general, within=10)
    await bot.settles()
    assert shown.thread == bot.thread(asked)
    assert len(bot.told(bot.general)) == 1


async def test_a_question_that_cannot_be_answered_is_apologised_for_where_it_was_asked(
    office: Office, app: Application
) -> None:
    """Chat case 21."""
    async with impatient(office, app) as bot:
        dm = bot.dm(bot.eva)
        bot.fails("post", bot.fault(500), times=2, when=saying(OFFICE_ANSWER))
        private = await bot.eva.says(OFFICE_IN_SPANISH, in_=dm)

        apology = await bot.eva.sees("Algo ha fallado por nuestra parte", in_=dm, within=20)
        await bot.settles()

        assert apology.thread == bot.thread(private)
        assert not bot.answers(bot.eva, OFFICE_ANSWER, dm)
