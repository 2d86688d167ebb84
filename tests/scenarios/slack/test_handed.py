"""The security cases that were handed over, asked in Slack: what is written there opens nothing."""

from tests.scenarios.chat.handed import model_output
from tests.scenarios.slack.office import OFFICE, Office


async def test_a_page_or_a_question_calls_nobody(bot: Office) -> None:
    """S01, S03 and chat case 11: what a policy or an asker writes is text wherever it is shown."""
    hostile = model_output("S01")
    await bot.ben.says(bot.mention("What does whoever sees smoke write?"), in_=bot.general)
    await bot.ana.sees("Whoever sees smoke writes", in_=bot.general)
    await bot.ben.commands(f"/policy {hostile} <@{bot.ana.id}>", in_=bot.general)
    await bot.settles()
    await bot.ben.commands(f"/policy {OFFICE} <!here>", in_=bot.general)
    shown = await bot.ben.sees("15:00", in_=bot.slack.dm(bot.ben))
    await bot.settles()

    await bot.ben.presses("share", on=shown)
    await bot.slack.until(lambda: bot.ben.modal)
    await bot.ben.submits(bot.ben.modal)
    await bot.ana.sees("15:00", in_=bot.general)

    assert any("everyone" in text for text in bot.ben.everything_told)
    assert bot.slack.pings == []
    assert not bot.slack.refused
