"""Questions that are edited or deleted, and messages that are none of the bot's business."""

from tests.fakes.slack.faults import Slow
from tests.scenarios.slack.office import (
    LEAVE,
    LEAVE_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
)


async def test_a_link_that_unfolds_in_a_question_is_no_edit(following: Office) -> None:
    bot = following
    dm = bot.slack.dm(bot.ben)
    private = await bot.ben.says(f"{OFFICE} https://example.com/", in_=dm)
    public = await bot.ben.says(bot.mention(f"{OFFICE} https://example.com/"), in_=bot.general)
    await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.slack.unfurls(private)
    await bot.slack.unfurls(public)
    await bot.settles()

    assert len(await bot.record()) == 2


async def test_an_edit_of_what_was_never_for_the_bot_is_left_alone(following: Office) -> None:
    bot = following
    root = await bot.ben.says("Has anybody seen my badge?", in_=bot.general)
    reply = await bot.ana.says("No.", in_=bot.general, thread=root)

    await bot.ben.edits(root, OFFICE)
    await bot.ana.edits(reply, LEAVE)
    await bot.settles()

    assert await bot.record() == []
    assert bot.told(bot.general) == []


async def test_a_message_that_is_edited_to_mention_the_bot_is_a_question_once(
    following: Office,
) -> None:
    bot = following
    root = await bot.ben.says(OFFICE, in_=bot.general)
    reply = await bot.ana.says("When does the office close?", in_=bot.general, thread=root)

    await bot.ben.edits(root, bot.mention(OFFICE))
    shown = await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.ana.edits(reply, bot.mention("Where do visitors sign in?"))
    other = await bot.ana.sees("sign in at the front desk", in_=bot.general)
    await bot.settles()

    assert (shown.thread, other.thread) == (root.ts, root.ts)
    assert len(bot.told(bot.general)) == 2
    assert len(await bot.record()) == 2


async def test_with_its_question_an_answer_is_taken_back(following: Office) -> None:
    bot = following
    dm = bot.slack.dm(bot.ben)
    private = await bot.ben.says(LEAVE, in_=dm)
    public = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    await bot.ben.deletes(private)
    await bot.ben.deletes(public)
    await bot.settles()

    assert not any(shown.says(LEAVE_ANSWER) for shown in bot.ben.screen(dm))
    assert not any(OFFICE_ANSWER in text for text in bot.told(bot.general))
    assert not bot.slack.refused


async def test_a_question_in_a_thread_that_is_deleted_takes_its_answer_along(
    bot: Office,
) -> None:
    """Nothing hangs on it, so that Slack tells of it in another way."""
    dm = bot.slack.dm(bot.ben)
    first = await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)
    second = await bot.ben.says(OFFICE, in_=dm, thread=first)
    await bot.ben.sees(OFFICE_ANSWER, in_=dm)

    await bot.ben.deletes(second)
    await bot.settles()

    assert not any(shown.says(OFFICE_ANSWER) for shown in bot.ben.screen(dm))
    assert any(shown.says(LEAVE_ANSWER) for shown in bot.ben.screen(dm))


async def test_a_question_that_is_deleted_while_it_is_worked_on_is_let_go(
    following: Office,
) -> None:
    bot = following
    dm = bot.slack.dm(bot.ben)
    bot.slack.fail("assistant.threads.setStatus", Slow(0.5))
    private = await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.deletes(private)
    bot.slack.fail("conversations.info", Slow(0.5))
    public = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ben.deletes(public)
    await bot.settles()

    assert bot.told(dm) == bot.told(bot.general) == []


async def test_other_bots_and_itself_are_not_answered(following: Office) -> None:
    bot = following
    robot = bot.slack.user(name="Robot", is_bot=True)
    flow = bot.slack.user("flow@corp.example", name="Flow", is_workflow_bot=True)
    for other in (robot, flow):
        bot.general.take_in([other])
        await other.says(bot.mention(OFFICE), in_=bot.general)
    asked = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)

    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.settles()

    assert len(bot.told(bot.general)) == 1
    assert all(m.thread_ts in ("", asked.ts) for m in bot.general.messages.values())
    assert robot.everything_seen.isdisjoint({"I answer people only."})
    assert [exchange.asker for exchange in await bot.record()] == [bot.ben.email]
