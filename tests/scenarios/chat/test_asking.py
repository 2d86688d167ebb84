"""Every way of asking the bot in private, from a message to what is on the screen."""

from tests.scenarios.chat.company import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    MEALS,
    MEALS_ANSWER,
    MEALS_OPTION,
    OFFICE,
    OFFICE_ANSWER,
)
from tests.scenarios.chat.office import Office

PAGE = "https://handbook.corp.example/hr/bands.md#salary-bands"


async def test_a_direct_message_is_answered_with_what_its_asker_may_read(bot: Office) -> None:
    dm = bot.dm(bot.ana)
    asked = await bot.ana.says(BANDS, in_=dm)

    shown = await bot.ana.sees(BANDS_ANSWER, in_=dm)

    assert shown.thread == bot.thread(asked)
    await bot.settles()
    (exchange,) = await bot.record()
    assert (exchange.asker, exchange.private) == (bot.ana.email, True)
    assert exchange.delivered[0]["message"] == shown.id
    assert not bot.refused


async def test_two_direct_messages_are_answered_each_for_itself(bot: Office) -> None:
    """Chat case 13: where there are threads in private, each under its own."""
    dm = bot.dm(bot.ben)
    first = await bot.ben.says(OFFICE, in_=dm)
    second = await bot.ben.says(LEAVE, in_=dm)

    one = await bot.ben.sees(OFFICE_ANSWER, in_=dm, within=10)
    other = await bot.ben.sees(LEAVE_ANSWER, in_=dm, within=10)

    assert (one.thread, other.thread) == (bot.thread(first), bot.thread(second))
    await bot.settles()
    searched = {asked.search for asked in await bot.record()}
    assert searched == {OFFICE, LEAVE} or not bot.has_private_threads
    assert not bot.refused


async def test_a_question_is_read_with_its_askers_earlier_ones(bot: Office) -> None:
    dm = bot.dm(bot.ben)
    first = await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)

    thread = first if bot.has_private_threads else None
    await bot.ben.says("And when I move house?", in_=dm, thread=thread)
    shown = await bot.ben.sees("2 days of paid leave", in_=dm)

    assert shown.thread == bot.thread(first)
    await bot.settles()
    assert LEAVE in (await bot.record())[-1].search


async def test_a_question_back_is_answered_by_its_button_under_the_same_message(
    bot: Office,
) -> None:
    dm = bot.dm(bot.ben)
    asked = await bot.ben.says(MEALS, in_=dm)
    back = await bot.ben.sees(MEALS_OPTION, in_=dm)

    await bot.ben.presses("choose_1", on=back)
    await bot.ben.presses("choose_1", on=back)
    shown = await bot.ben.sees(MEALS_ANSWER, in_=dm)
    await bot.settles()

    assert shown.thread == bot.thread(asked)
    assert bot.answers(bot.ben, MEALS_ANSWER, dm) == 1
    assert not bot.refused


async def test_a_passage_is_shown_by_its_button_and_its_page_is_linked(bot: Office) -> None:
    dm = bot.dm(bot.ana)
    await bot.ana.says(BANDS, in_=dm)
    shown = await bot.ana.sees(BANDS_ANSWER, in_=dm)
    assert bot.links(shown) == {PAGE}

    form = await bot.opens(bot.ana, "show_passage", shown)

    assert form.says("41,000 to 47,000 euros a year")
    assert not form.can_be_sent
