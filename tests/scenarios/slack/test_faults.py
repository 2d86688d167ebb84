"""Slack is slow, full, broken or gone: one answer all the same, or a word on why there is none."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from socket import socket

from pydantic import SecretStr

from bot.app import application
from bot.chats import open_chats
from bot.intake import Intake
from bot.listening import listening
from bot.serving import server
from bot.settings import Settings
from bot.slack_settings import SlackSettings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.faults import Fault, LostReply, LostRequest, Trouble
from tests.fakes.slack.texts import Body
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER, Office

TROUBLES: tuple[Trouble, ...] = (
    Fault(429, retry_after=1),
    Fault(500),
    Fault(503, html="<html>busy</html>"),
    LostRequest(),
    LostReply(),
)
SEARCHING = "Looking through the policies"
NOT_POSTED = "I could not post my answer where you asked"
APOLOGY = "Something went wrong on our side"


def saying(text: str) -> Callable[[Body], bool]:
    """Pick the calls that would show a text."""
    return lambda args: text in str(args)


async def test_an_answer_in_a_followed_channel_is_one_message_whatever_becomes_of_the_calls(
    following: Office,
) -> None:
    bot = following
    for method in ("chat.postMessage", "chat.update"):
        for trouble in TROUBLES:
            bot.slack.fail(method, trouble)
            asked = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
            await bot.settles()

            (shown,) = [m for m in bot.ben.screen(bot.general, asked) if m.sender is bot.slack.bot]
            assert shown.says(OFFICE_ANSWER), (method, trouble)
    assert not bot.slack.refused


async def test_where_a_channel_cannot_be_read_no_more_than_a_note_is_left_behind(
    bot: Office,
) -> None:
    """Whether a note was posted cannot be seen there: at worst it stands, and the answer too."""
    bot.slack.fail("chat.postMessage", LostReply())
    asked = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    await bot.settles()

    told = [m for m in bot.ben.screen(bot.general, asked) if m.sender is bot.slack.bot]
    assert [shown.says(OFFICE_ANSWER) for shown in told] == [False, True]
    assert told[0].says(SEARCHING)


async def test_where_nothing_can_be_posted_the_asker_is_told_in_private(bot: Office) -> None:
    dm = bot.slack.dm(bot.ben)
    left = bot.slack.channel("left", members=[bot.ben])
    archived = bot.slack.channel("archived", members=[bot.ben])
    external = bot.slack.channel("external", members=[bot.ben], is_ext_shared=True)

    for number, channel in enumerate((left, archived, external), start=1):
        await bot.ben.says(bot.mention(OFFICE), in_=channel)
        if channel is left:
            channel.let_go(bot.slack.bot)
        channel.is_archived = channel is not left
        await bot.settles()
        assert sum(NOT_POSTED in text for text in bot.told(dm)) == number
        assert bot.told(channel) == []


async def test_what_a_channel_does_not_take_leaves_no_note_there(bot: Office) -> None:
    bot.slack.fail("chat.update", Fault(error="msg_too_long"), times=9)
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)

    await bot.ben.sees(NOT_POSTED, in_=bot.slack.dm(bot.ben))
    await bot.settles()

    assert bot.told(bot.general) == []


async def test_what_was_asked_while_the_token_was_no_good_is_answered_once_it_is(
    bot: Office,
) -> None:
    dm = bot.slack.dm(bot.ben)
    private = await bot.ben.says(OFFICE, in_=dm)
    public = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    bot.slack.token_error = "token_revoked"
    await bot.slack.until(lambda: len(bot.slack.refused) > 1)
    assert bot.told(dm) == bot.told(bot.general) == []

    bot.slack.token_error = ""
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=dm)
    other = await bot.ben.sees(OFFICE_ANSWER, in_=bot.general)

    assert (shown.thread, other.thread) == (private.ts, public.ts)
    await bot.settles()


@asynccontextmanager
async def impatient(
    office: Office, settings: Settings, model: FastEmbedder
) -> AsyncIterator[Office]:
    """Run the bot as it is served, but give a question up after a moment."""
    fake = office.slack
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    slack = SlackSettings(
        bot_token=SecretStr(fake.bot_token),
        signing_secret=SecretStr(fake.signing_secret),
        api_url=f"{fake.url}/api/",
    )
    settings = settings.model_copy(update={"slack": slack})
    async with application(settings, model=model) as app, open_chats(app) as chats:
        intake = Intake(app.inbox, chats.handlers, attempts=2, back_off=(0.05, 0.05))
        web = server(chats.surfaces(intake), {})
        async with intake.running(), listening(web, bound) as address:
            fake.deliver_to(f"{address}/slack/events")
            office.address, office.settings = address, settings
            yield office


async def test_a_question_that_cannot_be_answered_is_apologised_for_where_it_was_asked(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    """Chat case 21."""
    async with impatient(office, policies, embedder) as bot:
        dm = bot.slack.dm(bot.eva)
        bot.slack.fail("chat.postMessage", Fault(500), times=9, when=saying(OFFICE_ANSWER))
        bot.slack.fail("chat.update", Fault(error="fatal_error"), times=8)
        private = await bot.eva.says("¿Cuándo cierra la oficina los viernes?", in_=dm)
        public = await bot.ben.says(bot.mention(OFFICE), in_=bot.general)

        apology = await bot.eva.sees("Algo ha fallado por nuestra parte", in_=dm)
        other = await bot.ben.sees(APOLOGY, in_=bot.general)
        await bot.settles()

        assert (apology.thread, other.thread) == (private.ts, public.ts)
        assert len(bot.told(bot.general)) == 1


async def test_an_apology_that_a_channel_does_not_take_comes_in_private(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> None:
    async with impatient(office, policies, embedder) as bot:
        bot.slack.fail("conversations.info", Fault(500), times=99)
        await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
        bot.general.is_archived = True

        await bot.ben.sees(APOLOGY, in_=bot.slack.dm(bot.ben))
