"""Who reads a channel may become others while a question is worked on: who does now counts."""

from pathlib import Path

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.faults import Fault
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
    running,
)

_WAIT = 4  # seconds that Slack asks for: longer than it may be known before who listens


async def test_who_came_while_slack_made_the_answer_wait_is_not_shown_it(bot: Office) -> None:
    guest = bot.slack.user("guest@elsewhere.example", name="Guest", is_restricted=True)
    bot.slack.fail("chat.update", Fault(429, retry_after=_WAIT))
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)
    await bot.slack.until(lambda: bot.slack.called("chat.update"))

    await bot.slack.joins(guest, bot.general)

    await bot.ana.sees("Not everybody in this channel", in_=bot.general, within=_WAIT + 30)
    assert not any(OFFICE_ANSWER in text for text in guest.everything_told)


async def test_an_answer_waits_as_long_where_nobody_came(bot: Office) -> None:
    bot.slack.fail("chat.update", Fault(429, retry_after=_WAIT))
    await bot.ana.says(bot.mention(OFFICE), in_=bot.general)

    await bot.ben.sees(OFFICE_ANSWER, in_=bot.general, within=_WAIT + 30)


async def test_a_public_channel_is_not_small_whoever_is_in_it(
    office: Office, policies: Settings, embedder: FastEmbedder, tmp_path: Path
) -> None:
    members = [office.ana, office.vera]  # both may read it, and anybody may look into the first
    public = office.slack.channel("pay", members=members)
    private = office.slack.channel("pay-hr", members=members, private=True)
    async with running(office, policies, embedder, small_channel=5) as bot:
        await bot.ana.says(bot.mention(BANDS), in_=public)
        await bot.ana.says(bot.mention(BANDS), in_=private)

        await bot.vera.sees(BANDS_ANSWER, in_=private)
        await bot.ana.sees("don't answer this", in_=public)
    assert not any(shown.says(BANDS_ANSWER) for shown in bot.ana.screen(public))
