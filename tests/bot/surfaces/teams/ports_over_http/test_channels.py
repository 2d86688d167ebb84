"""Who reads along in Teams? What was not found out, or only in part, counts as outside."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.ports import RefusedError, UnavailableError
from bot.conversation import Refusal
from bot.surfaces.teams.channels import Channels
from bot.surfaces.teams.context import Context
from tests.bot.surfaces.teams.ports_over_http.rig import Ports, ports
from tests.fakes.teams.acting import Person
from tests.fakes.teams.chats import Chat, Sharing
from tests.fakes.teams.faults import Fault, Lie, LostReply
from tests.fakes.teams.service import FakeTeams

EMAILS = frozenset({"ana@corp.example", "ben@corp.example"})


@pytest.fixture
def people(ana: Person, ben: Person) -> tuple[Person, ...]:
    return ana, ben


@pytest.fixture
async def bot(teams: FakeTeams, tmp_path: Path, ana: Person, ben: Person) -> AsyncIterator[Ports]:
    async with ports(teams, tmp_path) as bot:
        await bot.know(ana, ben)
        yield bot


@pytest.fixture(params=["group", "standard", "private"])
async def chat(
    request: pytest.FixtureRequest, teams: FakeTeams, bot: Ports, ana: Person, ben: Person
) -> Chat:
    """A conversation of Ana and Ben of each kind in which the bot answers."""
    made = (
        teams.group("Pay", members=[ana, ben])
        if request.param == "group"
        else teams.channel("Pay", members=[ana, ben], sharing=request.param)
    )
    await bot.hear(ana, made)
    return made


async def refusal(bot: Ports, chat: Chat) -> Refusal | None:
    return (await bot.channels.listeners(chat.id, age=0)).refused


async def test_everybody_who_is_in_it_reads_it(bot: Ports, chat: Chat) -> None:
    listeners = await bot.channels.listeners(chat.id)

    assert (listeners.refused, listeners.emails) == (None, EMAILS)
    assert listeners.is_closed is (chat.sharing == "private" or not chat.is_channel)
    assert listeners.name == ("Pay" if chat.is_channel else "")
    assert await bot.channels.is_internal_and_private(chat.id) is listeners.is_closed


async def test_of_a_private_channel_only_its_members_read_it_and_of_another_the_whole_team(
    teams: FakeTeams, bot: Ports, ana: Person, ben: Person
) -> None:
    team = teams.team("Staff", members=[ana, ben])
    news = teams.channel("News", team=team)
    pay = teams.channel("Pay", team=team, members=[ana], sharing="private")
    await bot.hear(ana, news)
    await bot.hear(ana, pay)

    assert (await bot.channels.listeners(news.id)).emails == EMAILS
    assert (await bot.channels.listeners(pay.id)).emails == {"ana@corp.example"}
    assert await bot.channels.has(news.id, ben.id)
    assert not await bot.channels.has(pay.id, ben.id)
    assert await bot.channels.has(pay.id, ana.object_id)
    assert not await bot.channels.has("19:nowhere", ana.id)


UNKNOWN = ("user", (), Refusal.UNKNOWN_READERS)


@pytest.mark.parametrize(
    "case",
    [
        UNKNOWN,
        ("guest", (), Refusal.UNKNOWN_READERS),
        ("anonymous", (), Refusal.EXTERNAL),
        ("foreign", (), Refusal.EXTERNAL),
        ("user", ("email",), Refusal.UNKNOWN_READERS),
        ("user", ("aadObjectId",), Refusal.UNKNOWN_READERS),
        ("user", ("userRole",), Refusal.UNKNOWN_READERS),
        ("user", ("tenantId",), Refusal.UNKNOWN_READERS),
    ],
    ids=str,
)
async def test_one_who_would_get_no_answer_shuts_it_for_all(
    teams: FakeTeams,
    bot: Ports,
    chat: Chat,
    people: tuple[Person, ...],
    case: tuple[str, tuple[str, ...], Refusal],
) -> None:
    role, lacks, expected = case
    foreign = teams.company("Partner") if role == "foreign" else None
    known = "user" if role == "foreign" else role
    other = teams.user("zed@corp.example", role=known, tenant=foreign, lacks=lacks)
    if case != UNKNOWN:
        await bot.know(*people, other)
    assert await refusal(bot, chat) is None
    is_private = await bot.channels.is_internal_and_private(chat.id)

    chat.take_in([other])
    assert await refusal(bot, chat) is expected
    still = is_private and case == UNKNOWN
    assert await bot.channels.is_internal_and_private(chat.id) is still

    chat.let_go(other)
    assert await refusal(bot, chat) is None


async def test_a_shared_channel_is_outside_whoever_is_in_it(
    teams: FakeTeams, bot: Ports, ana: Person, ben: Person
) -> None:
    shared = teams.channel("Deal", members=[ana, ben], sharing="shared")
    news = teams.channel("News", members=[ana, ben])
    await bot.hear(ana, shared)
    await bot.hear(ana, news)
    assert await refusal(bot, shared) is Refusal.EXTERNAL
    assert not await bot.channels.is_internal_and_private(shared.id)
    assert await refusal(bot, news) is None

    news.sharing = Sharing.SHARED
    assert await refusal(bot, news) is Refusal.EXTERNAL


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ([{"name": "News"}], None),
        ([{"name": "News", "type": "standard"}], None),
        ([{"name": "News", "type": "private"}], None),
        ([{"name": "News", "type": "shared"}], Refusal.EXTERNAL),
        ([{"name": "News", "type": "unheard of"}], Refusal.EXTERNAL),
        ([], Refusal.EXTERNAL),
    ],
)
async def test_a_channel_whose_kind_is_not_told_has_to_be_one_of_its_team(
    teams: FakeTeams,
    bot: Ports,
    ana: Person,
    listed: list[dict[str, str]],
    expected: Refusal | None,
) -> None:
    news = teams.channel("News", members=[ana])
    await bot.hear(ana, news)
    told = [{"id": news.id} | one for one in listed] + [{"id": "19:other", "type": "shared"}]
    teams.fail("channels", Lie({"conversations": told}))

    assert await refusal(bot, news) is expected


async def test_what_an_activity_tells_of_a_channel_counts_as_well(
    teams: FakeTeams, bot: Ports, ana: Person
) -> None:
    for kind, expected in (("shared", Refusal.EXTERNAL), ("private", None)):
        channel = teams.channel("Deal", members=[ana], sharing=kind)
        data = channel.channel_data() | {"channel": {"id": channel.id, "type": kind}}
        await bot.hear(ana, channel, channelData=data)
        teams.fail("channels", Lie({"conversations": []}))

        assert await refusal(bot, channel) is expected


async def test_a_meeting_is_outside(teams: FakeTeams, bot: Ports, ana: Person) -> None:
    meeting = teams.meeting("Interview", members=[ana])
    await bot.hear(ana, meeting)

    assert await refusal(bot, meeting) is Refusal.EXTERNAL
    assert not await bot.channels.is_internal_and_private(meeting.id)


@pytest.mark.parametrize("page", [1, 2])
async def test_a_listing_that_breaks_off_is_none(
    teams: FakeTeams, bot: Ports, chat: Chat, page: int
) -> None:
    teams.page_size = 1
    for fault in (Fault(403), Fault(404)):
        pages = iter(range(1, 99))
        teams.fail("pagedmembers", fault, when=lambda _, pages=pages: next(pages) == page)  # type: ignore[misc]  # bound at once
        assert await refusal(bot, chat) is Refusal.EXTERNAL
        assert await refusal(bot, chat) is None


async def test_where_the_bot_is_not_nobody_is_told(
    teams: FakeTeams, bot: Ports, chat: Chat
) -> None:
    chat.has_bot = False
    if chat.team is not None:
        chat.team.has_bot = False

    assert await refusal(bot, chat) is Refusal.EXTERNAL
    assert not await bot.channels.is_internal_and_private(chat.id)
    assert (await bot.channels.listeners("19:nowhere")).refused is Refusal.EXTERNAL


async def test_that_teams_cannot_be_asked_is_no_refusal(
    teams: FakeTeams, bot: Ports, chat: Chat
) -> None:
    teams.fail("pagedmembers", Fault(429, retry_after=60))
    with pytest.raises(UnavailableError):
        await bot.channels.listeners(chat.id)
    teams.fail("pagedmembers", Fault(401), times=2)
    with pytest.raises(RefusedError):
        await bot.channels.listeners(chat.id)
    teams.fail("pagedmembers", LostReply())

    assert await refusal(bot, chat) is None


async def test_it_is_asked_again_when_it_was_too_long_ago_or_is_forgotten(
    teams: FakeTeams, bot: Ports, chat: Chat
) -> None:
    await asyncio.gather(*(bot.channels.listeners(chat.id) for _ in range(20)))
    assert len(teams.called("pagedmembers")) == 1
    await bot.channels.listeners(chat.id, age=0)
    assert len(teams.called("pagedmembers")) == 2
    await bot.channels.forget(chat.id)
    await bot.channels.listeners(chat.id)
    assert len(teams.called("pagedmembers")) == 3


async def test_who_reads_along_is_known_without_being_asked_for(
    teams: FakeTeams, bot: Ports, chat: Chat, ben: Person
) -> None:
    await bot.channels.listeners(chat.id)

    assert (await bot.roster.account(ben.object_id)).email == "ben@corp.example"
    assert not teams.called("member")


async def test_where_channels_are_chosen_all_others_are_shut(bot: Ports, chat: Chat) -> None:
    for only, expected in (("19:other", Refusal.CLOSED_CHANNEL), (chat.id, None)):
        channels = Channels(bot.transport, bot.conversations, bot.roster, bot.people, [only])
        assert (await channels.listeners(chat.id)).refused is expected


async def test_nothing_is_read_of_a_thread(
    teams: FakeTeams, bot: Ports, ana: Person, chat: Chat
) -> None:
    assert await Context().turns(await bot.hear(ana, chat)) == ()
