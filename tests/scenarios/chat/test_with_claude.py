"""An answer that Claude words: lines that say where it is, then the checked answer."""

from pydantic import SecretStr

from bot.app import application
from bot.settings import ClaudeSettings, Settings
from retrieval.embedding import FastEmbedder
from tests.bot.claude.desk import begins
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.replies import said
from tests.fakes.claude.server import fake_claude
from tests.scenarios.chat.company import BANDS
from tests.scenarios.chat.office import Office, running


async def test_lines_say_where_the_answer_is_until_it_stands(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    async with fake_claude() as claude:
        claude.always = begins("ANSWER", said("Band 4 earns 41,000 to 47,000 euros.", cites(0)))
        set_to = ClaudeSettings(api_key=SecretStr(KEY), base_url=claude.url, understanding=False)
        settings = policies.model_copy(update={"claude": set_to})
        async with application(settings, model=embedder) as app, running(office, app) as bot:
            dm = bot.dm(bot.ana)
            asked = await bot.ana.says(BANDS, in_=dm)
            answer = await bot.ana.sees("Band 4 earns", in_=dm)

            assert any("looking" in words.lower() for words in bot.said_meanwhile())
            assert any("writing" in words.lower() for words in bot.said_meanwhile())
            assert answer.thread == bot.thread(asked)
            assert not bot.is_worked_on(bot.ana, asked)
            assert not bot.refused
