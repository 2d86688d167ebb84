"""The cases that were handed over and are Teams' alone."""

import json

import aiohttp
import pytest

from tests.fakes.teams import activities
from tests.fakes.teams.screens import root_entity
from tests.fakes.teams.texts import Body, leaves
from tests.scenarios.chat.company import BANDS_ANSWER, LEAVE, OFFICE, OFFICE_ANSWER
from tests.scenarios.chat.handed import chat_case, message_entity, model_output, security_input
from tests.scenarios.teams.office import TeamsOffice

FORGED = {
    "alg none": "alg none",
    "HS256 signed with the public key": "HS256 with the public key",
    "kid unknown": "a key that is unknown",
    "aud of another bot": "another audience",
    "iss of the emulator": "the issuer of an emulator",
    "expired 6 min ago": "an expiry that is over",
    "serviceurl claim != activity.serviceUrl": "an activity that is to be answered elsewhere",
    "channelId msteams without endorsement": "a key without endorsements",
}
"""The forgeries of security case P08, as the fake calls them."""


def said(bot: TeamsOffice, text: str) -> Body:
    """Write what Ben's client sends of a text to the bot, before it is sent."""
    dm = bot.teams.dm(bot.ben)
    activity = activities.written(bot.teams, "message", dm, bot.ben)
    return activity | {"text": text, "textFormat": "plain"}


async def test_a_card_is_replaced_by_an_answer_that_teams_can_read(bot: TeamsOffice) -> None:
    """Chat case 16, whose trigger is a button that is answered with a plain object."""
    assert any("InvokeResponse" in quoted for quoted in chat_case(16))
    dm = bot.dm(bot.ben)
    await bot.ben.says(OFFICE, in_=dm)
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=dm)

    await bot.opens(bot.ben, "show_passage", shown)

    delivery = bot.teams.deliveries[-1]
    assert (delivery.status, delivery.json["statusCode"]) == (200, 200)
    assert delivery.json["value"]["type"] == "AdaptiveCard"
    assert not bot.ben.complaints


async def test_the_label_and_the_citations_are_on_the_wire(bot: TeamsOffice) -> None:
    """Chat case 17, with the entity that the reference has."""
    model = message_entity()
    dm = bot.dm(bot.ben)
    await bot.ben.says(OFFICE, in_=dm)
    shown = await bot.ben.sees(OFFICE_ANSWER, in_=dm)

    assert shown.activity is not None
    sent = root_entity(shown.activity)
    for name in ("type", "@type", "@context", "@id", "additionalType"):
        assert sent[name] == model[name], name
    (claim,) = sent["citation"]
    (told,) = model["citation"]
    assert {**claim, "appearance": {}} == {**told, "appearance": {}}
    assert claim["appearance"].keys() <= told["appearance"].keys()
    assert f"[{claim['position']}]" in shown.text
    assert any("streaminfo" in quoted for quoted in chat_case(17))
    assert shown.activity["entities"][0]["streamType"] == "final"


async def test_an_answer_survives_a_stream_that_is_cut(bot: TeamsOffice) -> None:
    """Chat case 18: 403 or 429 on its last part."""
    dm = bot.dm(bot.ben)
    troubles = bot.fault(403), bot.fault(429, retry_after=1)
    for number, trouble in enumerate(troubles, start=1):
        bot.fails("post", trouble, when=lambda body: OFFICE_ANSWER in str(body))
        await bot.ben.says(OFFICE, in_=dm)
        await bot.settles()
        assert bot.answers(bot.ben, OFFICE_ANSWER, dm) == number


@pytest.mark.parametrize("name", ["Policy", "Policy Bot"])
async def test_only_the_mention_is_taken_out_of_a_question(bot: TeamsOffice, name: str) -> None:
    """Chat case 19."""
    bot.teams.bot.name = name
    texts = [text for text in chat_case(19) if text.startswith(("<at>", "<at "))]
    read = {
        "<at>Policy</at> what is the Policy on travel?": "what is the Policy on travel?",
        "<at>Policy Bot</at>&nbsp;hi": "hi",
        '<at id="0">…': '<at id="0">…',
    }
    assert list(read) == texts
    for text in (text for text in texts if f"<at>{name}</at>" in text or "id=" in text):
        mention = {"mentioned": {"id": bot.teams.bot.id, "name": name}, "text": f"<at>{name}</at>"}
        activity = said(bot, text)
        activity["entities"] = [{"type": "mention", **mention}]
        assert (await bot.teams.sends(activity)).is_taken
        await bot.settles()
        assert (await bot.record())[-1].question == read[text]


async def test_what_has_no_text_or_no_whole_mention_is_no_fault(bot: TeamsOffice) -> None:
    """Chat case 19: text None with a mention raised, as did a mention of nobody."""
    for entity in ({"type": "mention"}, {"type": "mention", "mentioned": {}, "text": "<at>P</at>"}):
        for text in (None, "<at>P</at>"):
            activity = said(bot, "") | {"text": text, "entities": [entity]}
            assert (await bot.teams.sends(activity)).status in (201, 400)
    await bot.settles()


async def test_replies_that_are_expected_in_the_body_are_a_clean_refusal(bot: TeamsOffice) -> None:
    """Chat case 20."""
    (flag,) = chat_case(20)
    delivery = await bot.teams.sends(said(bot, LEAVE) | {"deliveryMode": flag.split()[-1]})
    assert delivery.status == 400
    await bot.settles()
    assert await bot.record() == []


async def test_of_another_tenant_nothing_is_taken_and_our_own_is_known_by_either_place(
    bot: TeamsOffice,
) -> None:
    """Chat case 22: the library does not read `conversation.tenantId`."""
    place, field = next(q for q in chat_case(22) if q.startswith("conversation.")).split(".")
    other = bot.teams.company("Partner").id
    foreign = said(bot, OFFICE)
    foreign[place][field] = other
    foreign["channelData"] = {"tenant": {"id": other}}
    torn = said(bot, OFFICE)
    torn[place][field] = other
    for activity in (foreign, torn):
        assert (await bot.teams.sends(activity)).status == 403
    own = said(bot, OFFICE)
    own["channelData"] = {}
    assert (await bot.teams.sends(own)).status == 201

    await bot.ben.sees(OFFICE_ANSWER, in_=bot.dm(bot.ben))
    await bot.settles()
    assert len(await bot.record()) == 1


async def test_a_key_that_nobody_published_is_no_key_and_the_others_stay_good(
    bot: TeamsOffice,
) -> None:
    """Chat case 23; that a new one is fetched, once a minute at most, is tested with the keys."""
    known = bot.teams.keys.current
    bot.teams.keys.rotate(publishes=False)
    assert (await bot.teams.sends(said(bot, LEAVE))).status == 401

    bot.teams.keys.current = known
    await bot.ben.says(OFFICE, in_=bot.dm(bot.ben))
    await bot.ben.sees(OFFICE_ANSWER, in_=bot.dm(bot.ben))


async def test_bad_credentials_and_bad_bodies_are_the_senders_fault(bot: TeamsOffice) -> None:
    """Chat case 24, and each of them alone."""
    bearer, alg, body = chat_case(24)
    good = said(bot, LEAVE)
    forged = {one.flaw: one for one in bot.teams.forgeries(good)}
    right = bot.teams.authorization(good)
    url = f"{bot.address}/api/messages"
    json_type = {"Content-Type": "application/json"}
    refused: list[tuple[int, dict[str, str], bytes]] = [
        (401, {"Authorization": bearer} | json_type, json.dumps(good).encode()),
        (401, _header(forged[alg].authorization) | json_type, json.dumps(good).encode()),
        (400, right | json_type, body.encode()),
        (400, right | json_type, b"{"),
        (415, right | {"Content-Type": "text/plain"}, json.dumps(good).encode()),
    ]
    async with aiohttp.ClientSession() as http:
        for status, headers, data in refused:
            async with http.post(url, headers=headers, data=data) as answer:
                assert answer.status == status, (headers, data[:20])
        async with http.post(
            url, headers=right, data=json.dumps(good).encode(), skip_auto_headers=["Content-Type"]
        ) as answer:
            assert answer.status // 100 == 4
    assert await bot.record() == []


async def test_a_forged_token_opens_nothing(bot: TeamsOffice) -> None:
    """Security P08, and whatever else may be wrong with a token."""
    good = said(bot, LEAVE)
    forgeries = bot.teams.forgeries(good)
    handed = security_input("P08").split("\n")
    assert {FORGED[one] for one in handed} <= {one.flaw for one in forgeries}
    assert len(forgeries) >= 30
    before = len(bot.teams.calls)
    for forged in forgeries:
        delivery = await bot.teams.sends(forged.activity, headers=_header(forged.authorization))
        assert delivery.status == 401, forged.flaw

    await bot.settles()
    assert await bot.record() == []
    assert len(bot.teams.calls) == before


async def test_nobody_is_called_and_nothing_is_filled_in(bot: TeamsOffice) -> None:
    """Security S04 and S05: whatever is asked, it is text wherever it is shown again."""
    dm = bot.dm(bot.ana)
    for name in ("S04", "S05"):
        text = f"{OFFICE} {model_output(name)}"
        message = await bot.ben.says(text, in_=bot.general)
        await bot.asks_about(bot.ana, message)
        await bot.settles()
    sent = [call.body for call in bot.teams.calls if call.method in {"send", "update"}]
    entities = [one for body in sent for one in body.get("entities", ())]
    texts = [body["text"] for body in sent if "text" in body]

    assert bot.answers(bot.ana, OFFICE_ANSWER, dm)
    assert not [one for one in entities if one["type"] == "mention"]
    assert not any("<at>" in text for text in texts)
    opened = [url for shown in bot.ana.screen(dm) for url in bot.links(shown)]
    assert not any("evil" in url for url in opened)
    shown_again = [text for body in sent for text in leaves(body) if "aadObjectId" in text]
    assert shown_again
    assert not any("{{DATE(" in text for text in shown_again)  # cards fill in nothing else
    assert not any(BANDS_ANSWER in text for text in bot.ben.everything_told)


def _header(authorization: str | None) -> dict[str, str]:
    return {} if authorization is None else {"Authorization": authorization}
