"""Every way of asking in Teams gets the answer where it was asked."""

from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER
from tests.scenarios.teams.office import TeamsOffice


async def test_a_question_in_private_is_answered_with_its_source(bot: TeamsOffice) -> None:
    dm = bot.teams.dm(bot.eva)
    await bot.eva.says("¿Cuándo cierra la oficina los viernes?", in_=dm)
    await bot.eva.sees(OFFICE_ANSWER, in_=dm, within=15)
    await bot.settles()
    assert bot.told(dm)


async def test_a_question_in_a_channel_is_answered_in_its_thread(bot: TeamsOffice) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.ana.sees(OFFICE_ANSWER, in_=bot.general, within=15)
    await bot.settles()
