"""Teams moves, lets the bot in no more, or says that it is too much: nothing is said twice."""

import json

from tests.scenarios.chat.company import (
    BANDS,
    BANDS_ANSWER,
    LEAVE,
    LEAVE_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
)
from tests.scenarios.chat.desk import answered
from tests.scenarios.chat.office import Office
from tests.scenarios.teams.office import TeamsOffice

NOT_POSTED = "I could not post my answer where you asked"


async def test_where_teams_calls_from_is_where_it_is_answered(bot: TeamsOffice) -> None:
    dm = bot.dm(bot.ben)
    await bot.ben.says(OFFICE, in_=dm)
    await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    await bot.settles()

    bot.teams.region = "amer"
    await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)
    await bot.settles()
    assert bot.teams.calls[-1].path["region"] == "amer"


async def test_a_place_from_which_the_bot_is_taken_out_gets_no_answer_and_the_asker_a_word(
    bot: TeamsOffice,
) -> None:
    place = bot.channel("left", [bot.ben])
    bot.fails("update", bot.slow(1))
    await bot.ben.says(bot.mention(OFFICE), in_=place)
    await bot.until(lambda: bot.called("update"))
    await bot.teams.uninstalls(place)

    await bot.ben.sees(NOT_POSTED, in_=bot.dm(bot.ben), within=10)
    await bot.settles()
    assert not bot.answers(bot.ben, OFFICE_ANSWER, place)


async def test_who_blocks_the_bot_is_left_alone(bot: TeamsOffice) -> None:
    dm = bot.dm(bot.ben)
    bot.fails("post", bot.slow(1))
    await bot.ben.says(OFFICE, in_=dm)
    await bot.until(lambda: bot.called("post"))
    await bot.ben.blocks()
    await bot.settles()
    tried = len(bot.teams.calls)
    await bot.quiet(1)

    assert not bot.answers(bot.ben, OFFICE_ANSWER, dm)
    assert len(bot.teams.calls) == tried
    await bot.ben.unblocks()
    await bot.ben.says(LEAVE, in_=dm)
    await bot.ben.sees(LEAVE_ANSWER, in_=dm)


async def test_who_does_not_have_the_bot_is_told_where_others_are_and_nothing_of_why(
    bot: TeamsOffice,
) -> None:
    bot.dm(bot.ana).has_bot = False
    await bot.ana.says(bot.mention(BANDS), in_=bot.general)
    offer = await bot.ana.sees("don't answer this", in_=bot.general)
    await bot.ana.presses("answer_privately", on=offer)

    await bot.ana.sees("Open a chat with me", in_=bot.general)
    await bot.settles()
    assert not any(BANDS_ANSWER in text for text in bot.ana.everything_told)
    assert len(bot.told(bot.general)) == 2


async def test_an_answer_that_was_removed_is_given_anew_where_its_question_is_edited(
    bot: TeamsOffice,
) -> None:
    asked = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.ana.sees(OFFICE_ANSWER, in_=bot.general)
    await bot.settles()
    bot.removes(shown)

    await bot.ben.edits(asked, bot.mention("Where do visitors sign in?"))
    await bot.ana.sees("sign in at the front desk", in_=bot.general)
    await bot.settles()
    assert len(bot.told(bot.general)) == 1


async def test_too_many_calls_are_waited_out(bot: TeamsOffice) -> None:
    bot.teams.rate_limits = True
    asked = [await bot.ben.says(bot.mention(OFFICE), in_=bot.general) for _ in range(5)]

    await bot.until(
        lambda: bot.answers(bot.ana, OFFICE_ANSWER, bot.general) == len(asked), within=30
    )
    await bot.settles()
    assert len(bot.told(bot.general)) == len(asked)


async def test_what_is_large_is_handed_over_in_parts_that_teams_takes(
    own_bot: Office, office: TeamsOffice
) -> None:
    bot, dm = own_bot, office.dm(office.ben)
    long = " ".join(f"Please tell me about paragraph {n} of the policy." for n in range(60))
    for n in range(3):
        await office.ben.says(f"{n}: {long}", in_=dm)
        await bot.settles()
    await answered(bot, office.ben, OFFICE)
    await bot.privacy(office.ben)
    shown = await office.ben.sees("You asked me", in_=dm)
    await office.ben.presses("privacy_export", on=shown)
    await bot.settles()

    told = json.loads(bot.handed(office.ben, dm))
    assert len(told["questions"]) == 4
    assert told["questions"][0]["question"].startswith("0: Please tell me")
    assert not office.teams.heavy
    assert not bot.refused


async def test_with_the_token_refused_nothing_is_lost(bot: TeamsOffice) -> None:
    dm = bot.dm(bot.ben)
    bot.teams.login.tokens.clear()
    bot.teams.fail("token", bot.fault(503), times=2)
    await bot.ben.says(OFFICE, in_=dm)

    await bot.ben.sees(OFFICE_ANSWER, in_=dm, within=20)
    await bot.settles()
    assert bot.answers(bot.ben, OFFICE_ANSWER, dm) == 1
