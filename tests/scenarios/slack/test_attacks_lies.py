"""What if Slack's own answers are wrong, or lack something? Then they open nothing."""

from collections.abc import Callable

from tests.fakes.slack.faults import Lie, SlowReply
from tests.fakes.slack.messages import Message
from tests.fakes.slack.screens import Shown
from tests.fakes.slack.texts import Body
from tests.scenarios.slack.office import BANDS, BANDS_ANSWER, OFFICE, OFFICE_ANSWER, Office


async def test_nobody_is_taken_for_whom_slack_tells_of_instead(bot: Office) -> None:
    dm = bot.slack.dm(bot.ben)
    ana = bot.slack.user_json(bot.ana, with_locale=True)
    bot.slack.fail("users.info", Lie({"ok": True, "user": ana}), times=9)

    asked = await bot.ben.says(BANDS, in_=dm)

    await bot.ben.sees(_refusal(asked), in_=dm)
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


async def test_an_account_that_slack_does_not_tell_of_is_refused_at_once(bot: Office) -> None:
    dm = bot.slack.dm(bot.ben)
    for told in _tellings("user", None, {}, []):
        bot.slack.fail("users.info", Lie(told), times=99)

        asked = await bot.ben.says(OFFICE, in_=dm)

        await bot.ben.sees(_refusal(asked), in_=dm)
        bot.slack.faults.clear()


async def test_a_channel_whose_members_are_not_told_gets_no_answer(bot: Office) -> None:
    for told in _tellings("members", None, [], ["UNOBODY"]):
        bot.slack.fail("conversations.members", Lie(told), times=99)
        await _asks_in_vain(bot)
        bot.slack.faults.clear()


async def test_a_channel_that_is_not_told_of_gets_no_answer(bot: Office) -> None:
    desk = {"id": bot.desk.id, "name": "hr-desk", "is_private": True}
    for told in _tellings("channel", None, {}, desk):
        bot.slack.fail("conversations.info", Lie(told), times=99)
        await _asks_in_vain(bot)
        bot.slack.faults.clear()


async def test_what_is_private_goes_to_nothing_but_direct_messages(bot: Office) -> None:
    where = {"ok": True, "channel": {"id": bot.general.id}}
    bot.slack.fail("conversations.open", Lie(where), times=1)

    await bot.ana.commands(f"/policy {BANDS}", in_=bot.general)

    await bot.ana.sees(BANDS_ANSWER, in_=bot.slack.dm(bot.ana))
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_seen)


async def test_a_guest_is_not_let_in_because_a_flag_is_missing(bot: Office) -> None:
    for missing in ("is_restricted", "is_ultra_restricted"):
        guest = bot.slack.user("ben@corp.example", name="Gus", is_restricted=True)
        guest.flags = {missing: True}
        told = bot.slack.user_json(guest, with_locale=True)
        del told[missing]
        bot.slack.fail("users.info", Lie({"ok": True, "user": told}))

        asked = await guest.says(OFFICE, in_=bot.slack.dm(guest))

        await guest.sees(_refusal(asked), in_=bot.slack.dm(guest))


def _tellings(name: str, *values: object) -> list[Body]:
    """Answers that lack something, or hold something else in its place."""
    return [{"ok": True}, *({"ok": True, name: value} for value in values)]


def _refusal(asked: Message) -> Callable[[Shown], bool]:
    """Recognise a reply to a message that answers nothing."""
    return lambda shown: shown.thread == asked.ts and not shown.says(OFFICE_ANSWER)


async def _asks_in_vain(bot: Office) -> None:
    bot.ana.reloads()
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(lambda shown: shown.is_ephemeral, in_=bot.general)
    assert not any(OFFICE_ANSWER in text for text in bot.ben.everything_seen)


async def test_what_slack_told_before_a_change_is_not_kept_after_it(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    bot.slack.fail("users.info", SlowReply(1))
    await bot.ana.says(OFFICE, in_=dm)
    await bot.slack.until(lambda: bot.slack.called("users.info"))
    await bot.ana.becomes(is_restricted=True)
    await bot.slack.quiet(2)

    asked = await bot.ana.says(BANDS, in_=dm)

    await bot.ana.sees(lambda shown: shown.thread == asked.ts, in_=dm)
    await bot.slack.quiet()
    assert not any(BANDS_ANSWER in text for text in bot.ana.everything_seen)
