"""Whatever somebody types, they are replied to, in words that do nothing."""

from collections.abc import Sequence

from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.screens import Shown
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office

ODD = (
    "🙂",
    ":wave: :wave:",
    "\u200b\u200d\u2060\ufeff",
    "\u202eyadirF no esolc eciffo eht seod nehW\u202c",
    "متى يغلق المكتب يوم الجمعة؟",
    "오피스는 언제 닫나요?",
    "```\nWhen does the office close?\n```",
    "`rm -rf /` > quote *bold* _it_ ~s~",
    "<!channel> <!here> <!everyone> when does the office close on Fridays?",
    "<!subteam^S123|@hr> <!date^1392734382^{date}|today> when does the office close?",
    "<#C0000000001|general> when does the office close?",
    "<https://evil.example/x|https://handbook.corp.example/> when does the office close?",
    "When does https://evil.example/?q=close the office on Fridays?",
    "&lt;!channel&gt; &amp;lt;!here&amp;gt;",
    "x" * 3_999,
    "x" * 4_001,
    "When does the office close on Fridays? " * 300,
    "\n" * 500 + "hi" + "\n" * 500,
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "{}",
    "%s %d {0} {name}",
    "'; DROP TABLE exchanges; --",
    "\x00\x1b[2J",
    "👩‍👩‍👧‍👦" * 300,
    "a\u0301" * 3_000,
)


async def test_every_message_is_replied_to(bot: Office) -> None:
    dm = bot.slack.dm(bot.ana)
    for text in ODD:
        await _replied(bot.ana, text, dm)
        await _replied(bot.ana, bot.mention(text), bot.general)
        await bot.ana.commands(f"/policy {text}", in_=bot.general)
    await bot.slack.quiet(1, within=60)
    for nested in (f"{bot.slack.bot.mention}" * 3, f"{bot.ben.mention} {bot.slack.bot.mention}"):
        await _replied(bot.ana, nested, bot.general)
    await _replied(bot.ana, "", dm, files=["secret.pdf"])

    assert not bot.slack.refused
    assert not [who for _, who in bot.slack.pings if who != bot.ana.id]
    told = bot.slack.record.of(bot.ana.id, by_app_only=True)
    assert not [text for text in told if "evil.example" in text]


async def test_a_name_does_nothing(bot: Office) -> None:
    bot.ana.name = "<!channel>\u202e <https://evil.example|HR> *x* @here"
    await bot.ana.commands(f"/policy {OFFICE}", in_=bot.general)
    private = await bot.ana.sees(OFFICE_ANSWER, in_=bot.slack.dm(bot.ana))
    await bot.slack.quiet()
    await bot.ana.presses("share", on=private)
    await bot.slack.until(lambda: bot.ana.modal)
    await bot.ana.submits(bot.ana.modal, {})

    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)
    assert not bot.slack.pings
    assert not bot.slack.refused
    assert not any("evil.example" in text for text in bot.ben.everything_seen)


async def test_ten_clicks_do_what_one_does(bot: Office) -> None:
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    answer = await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.slack.quiet()

    for _ in range(10):
        await bot.ana.presses("answer_privately", on=answer)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.slack.dm(bot.ana))
    await bot.slack.quiet(2, within=60)

    said = [one for one in bot.ana.screen(bot.slack.dm(bot.ana)) if one.says(OFFICE_ANSWER)]
    assert len(said) == 1


async def _replied(person: Person, text: str, where: Channel, *, files: Sequence[str] = ()) -> None:
    asked = await person.says(text, in_=where, files=files)

    def is_reply(shown: Shown) -> bool:
        is_of_it = shown.thread == asked.ts or shown.is_ephemeral
        return is_of_it and "is looking" not in shown.text and shown.ts > asked.ts

    try:
        await person.sees(is_reply, in_=where)
    except AssertionError:
        raise AssertionError(f"{text[:60]!r} is left without a reply in {where}.") from None
