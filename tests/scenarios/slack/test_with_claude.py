"""An answer that Claude words, in Slack: lines that say where it is, then the checked answer."""

from pydantic import SecretStr

from bot.settings import ClaudeSettings, Settings
from retrieval.embedding import FastEmbedder
from tests.bot.claude.desk import begins
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.replies import said
from tests.fakes.claude.server import fake_claude
from tests.scenarios.slack.office import BANDS, Office, running


async def test_lines_say_where_the_answer_is_until_it_stands(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    async with fake_claude() as claude:
        claude.always = begins("ANSWER", said("Band 4 earns 41,000 to 47,000 euros.", cites(0)))
        set_to = ClaudeSettings(api_key=SecretStr(KEY), base_url=claude.url, understanding=False)
        settings = policies.model_copy(update={"claude": set_to})
        async with running(office, settings, embedder) as bot:
            dm = bot.slack.dm(bot.ana)
            asked = await bot.ana.says(BANDS, in_=dm)
            answer = await bot.ana.sees("Band 4 earns", in_=dm)

            told = [call.text("status") for call in bot.slack.called("assistant.threads.setStatus")]
            assert any("looking" in status for status in told)
            assert any("writing" in status for status in told)
            assert answer.thread == asked.ts
            assert not bot.slack.status(dm, asked.ts)
            assert not bot.slack.refused
