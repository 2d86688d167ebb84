"""What is sent is what was meant, once; what the service answers is taken for what it is."""

from typing import Any

import pytest

from bot.surfaces.teams.connector import (
    TeamsRefusedError,
    TeamsUnavailableError,
)
from bot.surfaces.teams.messages import (
    MOST_CITATIONS,
    Outgoing,
    Sensitivity,
    Source,
    Suggestion,
)
from bot.surfaces.teams.references import Kind
from bot.surfaces.teams.transport import Member, Transport
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.service import Fault, Service

ACTIVITIES = "/emea/v3/conversations/a%3A1ana/activities"
HI = Outgoing("hi")


async def test_a_message_goes_where_it_belongs(service: Service, transport: Transport) -> None:
    name = await transport.send(service.place, HI)
    reply = await transport.send(service.channel, HI)
    post = await transport.send(service.channel.in_thread(None), HI)

    assert (name, reply, post) == ("1:1", "1:2", "1:3")
    assert [one.path for one in service.asked] == [
        ACTIVITIES,
        "/emea/v3/conversations/19%3Apolicies%40thread.tacv2%3Bmessageid%3D1700000000000/activities",
        "/emea/v3/conversations/19%3Apolicies%40thread.tacv2/activities",
    ]
    assert service.bodies[0] == {
        "type": "message",
        "text": "hi",
        "textFormat": "markdown",
        "from": {"id": told.BOT},
        "conversation": {
            "id": "a:1ana",
            "conversationType": "personal",
            "tenantId": told.TENANT,
        },
    }
    assert service.asked[0].authorization is None


async def test_everything_that_a_message_holds_arrives(
    service: Service, transport: Transport
) -> None:
    card = {"type": "AdaptiveCard", "version": "1.5", "body": []}
    whole = Outgoing(
        text="You get 26 weeks [1].",
        cards=[card],
        summary="An answer",
        is_generated=True,
        sources=[Source(1, "Leave 4.2", "26 weeks", "https://corp.example/4", ["leave"])],
        sensitivity=Sensitivity("Internal", "For employees only"),
        takes_feedback=True,
        suggestions=[Suggestion("Abroad?", "And how much abroad?")],
    )

    await transport.send(service.place, whole)
    await transport.update(service.place, "1:1", whole)

    for body in service.bodies:
        assert body["entities"] == [
            {
                "type": "https://schema.org/Message",
                "@type": "Message",
                "@context": "https://schema.org",
                "@id": "",
                "additionalType": ["AIGeneratedContent"],
                "citation": [
                    {
                        "@type": "Claim",
                        "position": 1,
                        "appearance": {
                            "@type": "DigitalDocument",
                            "name": "Leave 4.2",
                            "url": "https://corp.example/4",
                            "abstract": "26 weeks",
                            "keywords": ["leave"],
                        },
                    }
                ],
                "usageInfo": {
                    "type": "https://schema.org/Message",
                    "@type": "CreativeWork",
                    "@id": "sensitivity",
                    "name": "Internal",
                    "description": "For employees only",
                },
            }
        ]
        assert body["channelData"] == {"feedbackLoop": {"type": "default"}}
        assert body["attachments"] == [
            {"contentType": "application/vnd.microsoft.card.adaptive", "content": card}
        ]
        actions = [{"type": "imBack", "title": "Abroad?", "value": "And how much abroad?"}]
        assert body["suggestedActions"] == {"to": [], "actions": actions}
        assert body["summary"] == "An answer"


async def test_nobody_is_mentioned_by_what_a_text_says(
    service: Service, transport: Transport
) -> None:
    for text in ("<at>Everyone</at> <at>CEO</at>", "<AT id='0'>Everyone</ AT>", "< at>CEO"):
        await transport.send(service.place, Outgoing(text))

    for body in service.bodies:
        assert "entities" not in body
        assert "<at" not in body["text"].casefold().replace(" ", "")
    assert service.bodies[0]["text"] == "&lt;at>Everyone&lt;/at> &lt;at>CEO&lt;/at>"


async def test_what_is_too_long_of_a_citation_is_cut_and_too_many_are_an_error(
    service: Service, transport: Transport
) -> None:
    long = Source(1, "n" * 200, "🏖" * 200, keywords=["k" * 50] * 9)

    await transport.send(service.place, Outgoing("x", sources=[long] * MOST_CITATIONS))

    shown = service.bodies[0]["entities"][0]["citation"][0]["appearance"]
    assert len(shown["name"]) == 80
    assert 150 <= len(shown["abstract"].encode("utf-16-le")) / 2 <= 160
    assert [len(word) for word in shown["keywords"]] == [28] * 3
    with pytest.raises(ValueError, match="at most 20"):
        Outgoing("x", sources=[long] * (MOST_CITATIONS + 1))


async def test_a_message_is_changed_and_taken_back(service: Service, transport: Transport) -> None:
    await transport.update(service.place, "1:1/x", HI)
    gone = await transport.delete(service.place, "1:1")
    service.faults = [Fault(404)]

    assert gone
    assert not await transport.delete(service.place, "1:1")
    assert [(one.method, one.path) for one in service.asked] == [
        ("PUT", f"{ACTIVITIES}/1%3A1%2Fx"),
        ("DELETE", f"{ACTIVITIES}/1%3A1"),
        ("DELETE", f"{ACTIVITIES}/1%3A1"),
    ]
    assert service.bodies[0]["id"] == "1:1/x"


async def test_the_personal_chat_with_somebody_is_begun_in_their_tenant(
    service: Service, transport: Transport
) -> None:
    service.faults = [Fault(500)]

    place = await transport.create_conversation(service.channel, "29:ana")

    assert (place.kind, place.conversation, place.tenant) == (Kind.PERSONAL, "a:1new", told.TENANT)
    assert place.service_url == f"{service.url}/amer/"
    assert service.bodies[-1] == {
        "isGroup": False,
        "bot": {"id": told.BOT},
        "members": [{"id": "29:ana"}],
        "tenantId": told.TENANT,
        "channelData": {"tenant": {"id": told.TENANT}},
    }


def somebody(number: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "id": f"29:{number}",
        "aadObjectId": f"AA-{number}",
        "name": "Ana",
        "email": "ana@corp.example",
        "userPrincipalName": "ana@corp.example",
        "tenantId": told.TENANT.upper(),
        "userRole": "user",
    } | more


async def test_who_is_there_is_told_page_by_page(service: Service, transport: Transport) -> None:
    service.members = [somebody(n) for n in range(5)]
    service.faults = [Fault(429)]

    there = [member.user async for member in transport.members(service.channel)]

    assert there == [f"29:{n}" for n in range(5)]
    assert [one.query.get("continuationToken") for one in service.asked] == [
        *(None, None, "2", "4"),
    ]
    assert {one.path for one in service.asked} == {
        "/emea/v3/conversations/19%3Apolicies%40thread.tacv2/pagedmembers"
    }


async def test_pages_without_end_are_not_read_for_ever(
    service: Service, transport: Transport
) -> None:
    service.members = [somebody(n) for n in range(300)]
    service.page = 1

    with pytest.raises(TeamsUnavailableError):
        _ = [member async for member in transport.members(service.place)]


async def test_somebody_is_told_of_and_what_is_not_told_is_nothing(
    service: Service, transport: Transport
) -> None:
    service.members = [
        somebody(1),
        {"id": "29:2", "objectId": "AA-2", "name": "", "email": "", "userRole": "guest"},
        {"id": "29:3", "tenantId": 7, "email": ["x"]},
    ]

    assert await transport.member(service.place, "29:1") == Member(
        user="29:1",
        object_id="aa-1",
        name="Ana",
        email="ana@corp.example",
        principal_name="ana@corp.example",
        tenant=told.TENANT,
        role="user",
    )
    assert await transport.member(service.place, "29:2") == Member(
        "29:2", "aa-2", "", None, None, None, "guest"
    )
    assert await transport.member(service.place, "29:3") == Member(
        "29:3", None, "", None, None, None, None
    )
    assert await transport.member(service.place, "29:4") is None
    service.faults = [Fault(403)]
    with pytest.raises(TeamsRefusedError):
        await transport.member(service.place, "29:1")


@pytest.mark.parametrize("fault", [Fault(403), Fault(429), Fault(500), Fault(silence=1)], ids=str)
async def test_typing_never_fails_and_is_not_tried_again(
    service: Service, transport: Transport, fault: Fault
) -> None:
    service.faults = [fault]

    await transport.typing(service.place)

    assert [body["type"] for body in service.bodies] == ["typing"]
