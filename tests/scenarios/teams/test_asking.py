"""What only Teams has: streams, the message extension, commands that are typed, group chats."""

from bot.surfaces.teams.manifest import SEARCH
from tests.scenarios.chat.company import BANDS, BANDS_ANSWER, LEAVE, OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.office import Office
from tests.scenarios.teams.office import TeamsOffice


async def test_a_private_answer_is_streamed_and_then_stands_where_it_was_awaited(
    bot: TeamsOffice,
) -> None:
    dm = bot.dm(bot.ben)
    asked = await bot.ben.says(OFFICE, in_=dm)
    await bot.until(lambda: bot.is_worked_on(bot.ben, asked))
    assert dm.stream is not None
    coming = dm.stream.message

    shown = await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    assert (shown.id, shown.is_streaming, shown.is_ai) == (coming.id, False, True)
    assert shown.feedback == "default"
    assert not bot.refused


async def test_who_stops_a_stream_gets_the_answer_all_the_same(bot: TeamsOffice) -> None:
    dm = bot.dm(bot.ben)
    await bot.ben.says(OFFICE, in_=dm)
    streamed = await bot.ben.sees(lambda shown: shown.is_streaming, in_=dm)
    await bot.ben.stops(on=streamed)

    await bot.ben.sees(OFFICE_ANSWER, in_=dm, within=10)
    await bot.settles()
    assert bot.answers(bot.ben, OFFICE_ANSWER, dm) == 1


async def test_where_others_read_nothing_is_streamed_and_the_answer_is_one_message(
    bot: TeamsOffice,
) -> None:
    group = bot.group("lunch", [bot.ana, bot.ben])
    for place in (group, bot.general):
        await bot.ben.says(bot.mention(OFFICE), in_=place)
        shown = await bot.ana.sees(OFFICE_ANSWER, in_=place)
        await bot.settles()
        assert len(bot.told(place)) == 1
        assert shown.is_ai
        posted = [call for call in bot.called("post") if call.conversation == place.id]
        assert not any("streaminfo" in str(call.body) for call in posted)
    assert not bot.refused


async def test_a_search_finds_what_everybody_may_read_and_shows_it_as_a_card(
    bot: TeamsOffice,
) -> None:
    await bot.ana.searches("office Fridays", in_=bot.general, command=SEARCH)
    assert any("Office hours" in str(found) for found in bot.ana.results)

    for words in ("salary band 4", LEAVE, "actas del comité"):
        await bot.ana.searches(words, in_=bot.general, command=SEARCH)
        assert BANDS_ANSWER not in str(bot.ana.results)
        assert "working days" not in str(bot.ana.results)
        assert "despidos" not in str(bot.ana.results)
    await bot.ana.searches("", in_=bot.general, command=SEARCH)
    assert bot.ana.results == []
    assert not bot.ana.complaints
    assert not bot.refused


async def test_who_is_refused_elsewhere_finds_nothing(bot: TeamsOffice) -> None:
    guest = bot.guest(bot.ben.email)
    place = bot.group("visit", [bot.ben, guest])
    await guest.searches("office Fridays", in_=place, command=SEARCH)

    assert guest.results == []
    assert guest.notes
    assert not guest.complaints


async def test_what_is_asked_about_a_message_is_answered_in_the_own_chat(bot: TeamsOffice) -> None:
    message = await bot.ben.says(BANDS, in_=bot.general)
    await bot.asks_about(bot.ana, message)
    assert bot.ana.notes[-1].startswith("I'll answer you in our direct messages")

    await bot.ana.sees(BANDS_ANSWER, in_=bot.dm(bot.ana))
    assert bot.told(bot.general) == []


async def test_what_is_typed_for_help_and_for_ones_own_data_is_no_question(
    own_bot: Office, office: TeamsOffice
) -> None:
    bot, dm = office, own_bot.dm(office.ben)
    for typed, told in (
        ("help", "Ask me about a policy"),
        ("Privacy", "Nothing of yours is on record"),
    ):
        await bot.ben.says(typed, in_=dm)
        await bot.ben.sees(told, in_=dm)
    await bot.ben.says(bot.mention("privacy"), in_=bot.general)
    await bot.settles()

    assert bot.answers(bot.ben, "Nothing of yours", dm) == 2
    assert bot.told(bot.general) == []
    assert await bot.record() == []
    assert not bot.refused


async def test_whoever_puts_the_bot_into_their_chat_is_greeted_once(bot: TeamsOffice) -> None:
    dm = bot.dm(bot.eva)
    for dispatch in await bot.teams.installs(dm):
        await bot.teams.acked(dispatch)
    await bot.eva.sees("Pregúntame por una norma", in_=dm)
    await bot.settles()

    assert bot.answers(bot.eva, "Pregúntame por una norma", dm) == 1
    assert not bot.refused
