"""What people see in Slack: what the bot really sent, drawn in both themes, also on a phone."""

from typing import Any

import pytest

from tests.fakes.slack.screens import Shown
from tests.fakes.slack_page.fixtures import slack_page, slack_pages
from tests.fakes.slack_page.rig import DESKTOP, PHONE, SlackPage
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
)

__all__ = ["slack_page", "slack_pages"]

pytestmark = pytest.mark.browser

NOBODY_PAYS = "¿Quién paga el gimnasio?"


def drawable(shown: Shown) -> dict[str, Any]:
    """Make what the page draws of a message on a screen."""
    return {
        "blocks": list(shown.blocks),
        "text": shown.text,
        "username": shown.sender.name,
        "ts": shown.ts,
        "is_ephemeral": shown.is_ephemeral,
    }


async def is_readable(page: SlackPage, payload: dict[str, Any]) -> None:
    for width in (DESKTOP, PHONE):
        for shown in (
            await page.show(payload, theme="light", width=width),
            await page.show(payload, theme="dark", width=width),
        ):
            assert shown.faults == []
            assert shown.plain == ()


async def test_answers_can_be_read_wherever_they_are(bot: Office, slack_page: SlackPage) -> None:
    dm, own = bot.slack.dm(bot.ana), bot.slack.dm(bot.eva)
    await bot.ana.says(BANDS, in_=dm)
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.eva.says(NOBODY_PAYS, in_=own)

    for shown in (
        await bot.ana.sees(BANDS_ANSWER, in_=dm),
        await bot.ana.sees(OFFICE_ANSWER, in_=bot.general),
        await bot.eva.sees("no responden a esto", in_=own),
    ):
        await is_readable(slack_page, drawable(shown))


async def test_a_case_can_be_read_by_whom_it_is_sent_from_and_to(
    bot: Office, slack_page: SlackPage
) -> None:
    own = bot.slack.dm(bot.eva)
    await bot.eva.says(NOBODY_PAYS, in_=own)
    await bot.eva.presses("ask_hr", on=await bot.eva.sees("no responden a esto", in_=own))
    await bot.slack.until(lambda: bot.eva.modal is not None)
    assert bot.eva.modal is not None
    await is_readable(slack_page, bot.eva.modal.body)

    await bot.eva.submits(bot.eva.modal, {"note": "Voy tres veces por semana."})

    await is_readable(slack_page, drawable(await bot.vera.sees("tres veces", in_=bot.desk)))
    await is_readable(slack_page, drawable(await bot.eva.sees("tiene tu pregunta", in_=own)))


async def test_the_home_page_can_be_read_in_ones_own_language(
    bot: Office, slack_page: SlackPage
) -> None:
    await bot.ana.opens_home()
    await bot.eva.opens_home()
    await bot.slack.until(lambda: bot.ana.home is not None and bot.eva.home is not None)
    assert bot.ana.home is not None
    assert bot.eva.home is not None

    assert "Ask" in str(bot.ana.home.body)
    assert "Pregúntame" in str(bot.eva.home.body)
    await is_readable(slack_page, bot.ana.home.body)
    await is_readable(slack_page, bot.eva.home.body)
