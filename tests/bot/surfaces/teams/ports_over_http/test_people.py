"""Who is somebody in Teams? Nobody is who they are said to be unless Teams says all of it."""

import asyncio

import pytest

from bot.chat.ports import RefusedError, UnavailableError
from bot.conversation import Refusal
from bot.surfaces.teams.people import Roster
from storage.forgetting import Forgetting, Kept
from tests.bot.surfaces.teams.ports_over_http.rig import Ports, said, texts
from tests.fakes.teams import activities
from tests.fakes.teams.faults import Fault, Lie
from tests.fakes.teams.service import FakeTeams
from tests.sealed import sealer


async def test_an_employee_is_told_by_teams_id_and_by_that_of_the_directory(
    teams: FakeTeams, bot: Ports
) -> None:
    ana = teams.user("Ana@Corp.example", name="Ana Ruiz", locale="es-ES")
    await bot.hear(ana, teams.dm(ana))

    for user in (ana.id, ana.object_id, ana.object_id.upper()):
        account = await bot.roster.account(user)
        assert account.id == f"teams:{teams.tenant.id}/{ana.object_id}"
        assert (account.name, account.email) == ("Ana Ruiz", "ana@corp.example")
        assert (account.locale, account.refusal) == ("es-ES", None)


@pytest.mark.parametrize(
    ("role", "lacks", "refusal"),
    [
        ("guest", [], Refusal.GUEST),
        ("guest", ["userRole"], Refusal.GUEST),
        ("anonymous", [], Refusal.STRANGER),
        ("user", ["userRole"], Refusal.UNVERIFIABLE),
        ("user", ["tenantId"], Refusal.UNVERIFIABLE),
        ("user", ["userPrincipalName"], Refusal.UNVERIFIABLE),
        ("user", ["aadObjectId"], Refusal.UNVERIFIABLE),
        ("user", ["email"], Refusal.NO_EMAIL),
    ],
)
async def test_who_is_not_all_that_an_employee_is_gets_no_answer(
    teams: FakeTeams, bot: Ports, role: str, lacks: list[str], refusal: Refusal
) -> None:
    person = teams.user("zed@corp.example", role=role, lacks=lacks)
    await bot.hear(person, teams.group("Project", members=[person]))

    account = await bot.roster.account(person.id)

    assert (account.refusal, account.email) == (refusal, None)
    assert account.asker.startswith("teams:")


async def test_a_person_of_another_tenant_is_foreign(teams: FakeTeams, bot: Ports) -> None:
    other = teams.user("oli@partner.example", tenant=teams.company("Partner"))
    await bot.hear(other, teams.group("With Oli", members=[other]))

    assert (await bot.roster.account(other.id)).refusal is Refusal.FOREIGN


@pytest.mark.parametrize("told", ["of somebody else", "not told"])
async def test_who_wrote_under_another_directory_id_gets_no_answer(
    teams: FakeTeams, bot: Ports, told: str
) -> None:
    ana = teams.user("ana@corp.example")
    dm = teams.dm(ana)
    await bot.hear(ana, dm)
    assert (await bot.roster.account(ana.id)).refusal is None

    sender = {"id": ana.id} | ({} if told == "not told" else {"aadObjectId": "another"})
    written = activities.written(teams, "message", dm, ana)
    await bot.conversations.note(written | {"from": sender})

    for again in (bot, bot.restarted()):
        assert (await again.roster.account(ana.id)).refusal is Refusal.UNVERIFIABLE


async def test_an_answer_about_somebody_else_is_not_theirs(teams: FakeTeams, bot: Ports) -> None:
    ana, ben = teams.user("ana@corp.example"), teams.user("ben@corp.example")
    await bot.hear(ana, teams.dm(ana))
    teams.fail("member", Lie(ben.member), times=3)

    assert (await bot.roster.account(ana.id)).refusal is Refusal.UNVERIFIABLE
    assert (await bot.roster.account(ben.id)).email == "ben@corp.example"


async def test_somebody_is_asked_for_once_in_ten_minutes_and_again_once_forgotten(
    teams: FakeTeams, bot: Ports
) -> None:
    ana = teams.user("ana@corp.example")
    await bot.hear(ana, teams.dm(ana))

    await asyncio.gather(*(bot.roster.account(ana.id) for _ in range(20)))
    assert len(teams.called("member")) == 1

    ana.email = "ana.ruiz@corp.example"
    assert (await bot.roster.account(ana.id)).email == "ana@corp.example"
    await bot.roster.forget(ana.id)
    assert (await bot.roster.account(ana.id)).email == "ana.ruiz@corp.example"


async def test_what_teams_did_not_tell_is_asked_for_again(teams: FakeTeams, bot: Ports) -> None:
    ana = teams.user("ana@corp.example")
    await bot.hear(ana, teams.dm(ana))
    teams.fail("member", Fault(403), times=2)

    assert (await bot.roster.account(ana.id)).refusal is Refusal.UNVERIFIABLE
    assert (await bot.roster.account(ana.id)).refusal is None


async def test_where_the_private_chat_is_closed_they_are_asked_for_where_they_wrote(
    teams: FakeTeams, bot: Ports
) -> None:
    ana = teams.user("ana@corp.example")
    group = teams.group("Project", members=[ana])
    await bot.hear(ana, teams.dm(ana))
    await bot.hear(ana, group)
    teams.dm(ana).has_bot = False

    assert (await bot.roster.account(ana.id)).refusal is None
    assert [call.conversation for call in teams.called("member")] == [teams.dm(ana).id, group.id]


async def test_who_was_picked_and_never_wrote_is_asked_for_where_hr_is_or_in_private(
    teams: FakeTeams, bot: Ports
) -> None:
    ana, ben, eva = (teams.user(f"{name}@corp.example") for name in ("ana", "ben", "eva"))
    hr = teams.channel("HR", members=[ana, ben])
    await bot.hear(ana, hr)
    roster = Roster(bot.transport, bot.conversations, teams.tenant.id, also_in=(hr.id, "unheard"))

    assert (await roster.account(ben.object_id)).email == "ben@corp.example"
    assert not teams.called("create")
    assert (await roster.account(eva.object_id)).email == "eva@corp.example"
    assert len(teams.called("create")) == 1
    assert (await roster.account("00000000-0000-0000-0000-000000000000")).refusal is (
        Refusal.UNVERIFIABLE
    )


async def test_where_nothing_was_ever_heard_nobody_is_known(teams: FakeTeams, bot: Ports) -> None:
    assert (await bot.roster.account("29:ana")).refusal is Refusal.UNVERIFIABLE
    assert not teams.calls


async def test_that_teams_cannot_be_asked_is_no_refusal(teams: FakeTeams, bot: Ports) -> None:
    ana = teams.user("ana@corp.example")
    await bot.hear(ana, teams.dm(ana))

    teams.fail("member", Fault(429, retry_after=60))
    with pytest.raises(UnavailableError):
        await bot.roster.account(ana.id)
    teams.fail("member", Fault(401), times=2)
    with pytest.raises(RefusedError) as refused:
        await bot.roster.account(ana.id)
    assert refused.value.is_of_ours


async def test_an_employee_who_is_erased_is_forgotten_here_too(
    teams: FakeTeams, bot: Ports
) -> None:
    ana = teams.user("ana@corp.example")
    place = await bot.hear(ana, teams.dm(ana))
    await bot.roster.account(ana.id)

    await Forgetting(bot.database, sealer(bot.database), Kept()).person("ana@corp.example", None)

    again = bot.restarted()
    assert await again.conversations.somebody(ana.id) is None
    await again.poster.show("erased", place, said("All is gone."))
    assert texts(ana, teams.dm(ana)) == ["All is gone."]
