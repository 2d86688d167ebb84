"""What the doctor says of Teams, against a login and a service that answer as Microsoft's do."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.chat.findings import Finding
from bot.surfaces.teams.checks import Setup, findings
from bot.surfaces.teams.manifest import Options
from bot.surfaces.teams.package import package
from bot.surfaces.teams.server import Registration
from tests.bot.surfaces.teams.service import Fault, Service
from tests.fakes.teams import jwt
from tests.fakes.teams.certificates import certificate
from tests.fakes.teams.faults import Lie
from tests.fakes.teams.server import fake_teams
from tests.fakes.teams.service import FakeTeams

DESK = "19:people-desk_1@thread.tacv2"
OTHER = "22222222-2222-3333-4444-555555555555"
PARTS = ["registration", "token", "keys", "address"]
Json = dict[str, Any]


@pytest.fixture
async def microsoft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeTeams]:
    file = certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(file))
    async with fake_teams() as microsoft:
        microsoft.login.begin_securely(file)
        yield microsoft


@pytest.fixture
def setup(microsoft: FakeTeams, service: Service) -> Setup:
    registration = Registration(
        app_id=microsoft.app_id,
        password=microsoft.secret,
        tenant=microsoft.tenant.id,
        service_urls=[f"{service.url}/"],
        keys_url=microsoft.metadata_url,
        login_url=microsoft.login.secure_url,
    )
    return Setup(registration, "https://bot.corp.example/")


def changed(setup: Setup, **registered: Any) -> Setup:  # noqa: ANN401  # a field's own
    return replace(setup, registration=replace(setup.registration, **registered))


def member(name: str, setup: Setup, **more: str | None) -> Json:
    whole = {
        "id": f"29:{name}",
        "name": name,
        "aadObjectId": f"{name}-0000",
        "email": f"{name}@corp.example",
        "tenantId": setup.registration.tenant,
        "userRole": "user",
    } | more
    return {key: value for key, value in whole.items() if value is not None}


async def known(email: str) -> bool:
    return email.casefold() == "ana@corp.example"


async def looked_at(setup: Setup) -> dict[str, Finding]:
    found = [finding async for finding in findings(setup, known)]
    for finding in found:
        assert setup.registration.password not in finding.words
    return {finding.part.removeprefix("teams "): finding for finding in found}


async def test_everything_is_as_it_should_be(
    setup: Setup, service: Service, tmp_path: Path
) -> None:
    service.members = [member(name, setup) for name in ("ana", "ben", "cara")]
    file = tmp_path / "bot.zip"
    file.write_bytes(package(Options(setup.registration.app_id, "bot.corp.example")))

    found = await looked_at(replace(setup, desk_channel=DESK, package=file))

    app, tenant = setup.registration.app_id, setup.registration.tenant
    assert {part: finding.words for part, finding in found.items()} == {
        "registration": f"app {app} of the tenant {tenant}",
        "token": "given out for https://api.botframework.com, to this app, by this tenant",
        "keys": "1 keys, with which Microsoft signs",
        "address": "Microsoft is to post to https://bot.corp.example/api/messages: that has to be "
        "the Messaging endpoint of the Azure Bot; whether it gets there, a first message in Teams "
        "shows",
        "desk channel": "the bot is in it; 3 people read what HR is asked there, of whom the "
        "sources know 1",
        "package": f"{file} is for this app as it is set, in version 1.0.0",
    }
    assert all(finding.good for finding in found.values())


# The registration and its secret -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("registered", "sentence"),
    [
        ({"tenant": "app"}, "APP_ID and TENANT_ID are the same"),
        ({"password": OTHER}, "APP_PASSWORD looks like the Secret ID"),
    ],
)
async def test_what_was_mistaken_for_something_else_is_told_before_microsoft_is_asked(
    setup: Setup, microsoft: FakeTeams, registered: dict[str, str], sentence: str
) -> None:
    mistaken = {
        name: setup.registration.app_id if value == "app" else value
        for name, value in registered.items()
    }

    found = await looked_at(changed(setup, **mistaken))

    assert not found["registration"].good
    assert sentence in found["registration"].words
    assert not found["token"].good
    assert [one.what for one in microsoft.login.asked] == ["metadata", "keys"]


@pytest.mark.parametrize(
    ("registered", "sentence"),
    [
        (
            {"password": "another~secret"},
            "AADSTS7000215: the secret is wrong. POLICYBOT_TEAMS__",
        ),
        ({"app_id": OTHER}, "AADSTS700016: there is no such app in this tenant"),
        ({"tenant": OTHER}, "AADSTS90002: there is no such tenant"),
    ],
)
async def test_a_wrong_secret_app_and_tenant_are_told_apart(
    setup: Setup, registered: dict[str, str], sentence: str
) -> None:
    found = await looked_at(changed(setup, **registered))

    assert list(found) == PARTS
    assert found["registration"].good
    assert not found["token"].good
    assert sentence in found["token"].words
    assert found["keys"].good


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        ("AADSTS7000222: The keys for app 'Policy' are expired.", "the secret has expired"),
        ("AADSTS7000229: app 'Policy' is missing.", "the app has no service principal"),
        ("AADSTS7000112: app 'Policy' is disabled.", "the app is disabled"),
        ("AADSTS53003: app 'Policy' is blocked.", "a policy of Conditional Access keeps the app"),
        ("AADSTS50000: app 'Policy' broke it.", "gives the bot no token. Look at POLICYBOT_TEAMS"),
    ],
)
async def test_what_the_login_has_against_the_app_is_told_without_its_own_words(
    setup: Setup, microsoft: FakeTeams, refusal: str, sentence: str
) -> None:
    microsoft.login.refusal = refusal

    found = await looked_at(setup)

    assert not found["token"].good
    assert sentence in found["token"].words
    assert refusal.partition(":")[0] in found["token"].words
    assert "'Policy'" not in found["token"].words


async def test_a_login_that_is_not_there_is_told_as_such(setup: Setup) -> None:
    found = await looked_at(changed(setup, login_url="http://127.0.0.1:9/"))

    assert "http://127.0.0.1:9/ does not answer" in found["token"].words
    assert "HTTPS_PROXY" in found["token"].words


@pytest.mark.parametrize("claim", ["aud", "tid", "appid"])
async def test_a_token_for_somebody_else_is_told(
    setup: Setup, microsoft: FakeTeams, claim: str
) -> None:
    claims = {
        "aud": setup.registration.issuer,
        "tid": setup.registration.tenant,
        "appid": setup.registration.app_id,
        claim: "another",
    }
    token = jwt.joined({"alg": "RS256", "typ": "JWT"}, claims, b"signed")
    microsoft.fail(
        "token", Lie({"token_type": "Bearer", "expires_in": 3_600, "access_token": token})
    )

    found = await looked_at(setup)

    assert not found["token"].good
    assert f"It is given out with {claim} 'another' in place of" in found["token"].words


async def test_a_token_that_is_sealed_is_taken_as_it_is(setup: Setup, microsoft: FakeTeams) -> None:
    microsoft.fail(
        "token", Lie({"token_type": "Bearer", "expires_in": 3_600, "access_token": "sealed"})
    )

    found = await looked_at(setup)

    assert (found["token"].good, found["token"].words) == (
        True,
        "given out; it cannot be looked into",
    )


# The way in --------------------------------------------------------------------------------------


async def test_keys_that_cannot_be_had_are_told(setup: Setup, service: Service) -> None:
    found = await looked_at(changed(setup, keys_url="http://127.0.0.1:9/keys"))

    assert not found["keys"].good
    assert "http://127.0.0.1:9/keys gives none" in found["keys"].words
    assert found["token"].good


@pytest.mark.parametrize(
    "address", [None, "", "http://bot.corp.example", "https://localhost", "https://127.0.0.1:8080"]
)
async def test_an_address_that_microsoft_cannot_post_to_is_told(
    setup: Setup, address: str | None
) -> None:
    found = await looked_at(replace(setup, address=address))

    assert not found["address"].good
    assert "POLICYBOT_URL is not an https address that Microsoft can reach" in (
        found["address"].words
    )


# HR's channel ------------------------------------------------------------------------------------


async def desk(setup: Setup, channel: str = DESK) -> Finding:
    return (await looked_at(replace(setup, desk_channel=channel)))["desk channel"]


@pytest.mark.parametrize("channel", ["people-desk", "19%3Ahr%40thread.tacv2", "a:1ana", "19:x@y"])
async def test_what_is_no_channel_is_told_before_teams_is_asked(
    setup: Setup, service: Service, channel: str
) -> None:
    found = await desk(setup, channel)

    assert not found.good
    assert "not the id of a channel, such as 19:…@thread.tacv2" in found.words
    assert service.asked == []


async def test_a_channel_is_asked_for_where_all_of_teams_is_reached(
    setup: Setup, service: Service
) -> None:
    service.members = [member("ana", setup)]

    anywhere = await desk(setup)
    there = await desk(changed(setup, service_urls=[f"{service.url}/emea/"]))

    assert (anywhere.good, there.good) == (True, True)
    path = "v3/conversations/19%3Apeople-desk_1%40thread.tacv2/pagedmembers"
    assert [one.path for one in service.asked] == [f"/teams/{path}", f"/emea/{path}"]


@pytest.mark.parametrize(
    "more",
    [
        {"userRole": "guest"},
        {"userRole": "anonymous"},
        {"userRole": None},
        {"tenantId": OTHER},
        {"tenantId": None},
    ],
)
async def test_a_channel_that_outsiders_read_is_told(
    setup: Setup, service: Service, more: dict[str, str | None]
) -> None:
    service.members = [member("ana", setup), member("eve", setup, **more)]

    found = await desk(setup)

    assert not found.good
    assert f"1 of 2 who read {DESK} are guests or of another company" in found.words


async def test_a_channel_whose_people_nobody_knows_is_told(setup: Setup, service: Service) -> None:
    service.members = [member("ben", setup), member("cara", setup, email=None)]

    found = await desk(setup)

    assert not found.good
    assert f"No source knows any of the 2 people in {DESK}" in found.words


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Fault(403, '{"error":{"code":"BotNotInConversationRoster"}}'), "Add the app to its team"),
        (Fault(404, '{"error":{"code":"ConversationNotFound"}}'), "(404 ConversationNotFound)"),
    ],
)
async def test_a_channel_that_the_bot_is_not_in_is_told(
    setup: Setup, service: Service, fault: Fault, sentence: str
) -> None:
    service.faults = [fault]

    found = await desk(setup)

    assert not found.good
    assert sentence in found.words


async def test_without_a_token_the_channel_is_not_asked_for(setup: Setup, service: Service) -> None:
    found = await desk(changed(setup, password="another~secret"))

    assert (found.good, found.words) == (False, "not asked for: there is no token")
    assert service.asked == []


# The package -------------------------------------------------------------------------------------


async def test_a_package_for_something_else_is_told_with_what_to_do(
    setup: Setup, tmp_path: Path
) -> None:
    file = tmp_path / "bot.zip"
    file.write_bytes(package(Options(setup.registration.app_id, "bot.corp.example")))

    found = (await looked_at(replace(setup, package=file, follow_ups=True)))["package"]

    assert not found.good
    assert "lacks the permission ChannelMessage.Read.Group." in found.words
    assert "Make it again with `python -m bot teams package`" in found.words
