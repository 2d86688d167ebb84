"""What the connector refuses of what a bot sends, and what it takes."""

from typing import Any

import pytest

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot, with_card, words
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body

LABEL = {"@type": "CreativeWork", "@id": "s1", "name": "Internal", "description": "Staff only"}


def claim(position: int = 1, **more: object) -> Body:
    appearance = {"@type": "DigitalDocument", "name": "Leave policy", **more}
    return {"@type": "Claim", "position": position, "appearance": appearance}


def root(*claims: Body, **more: object) -> Body:
    return {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        "@id": "",
        "additionalType": ["AIGeneratedContent"],
        "citation": list(claims),
        **more,
    }


def cited(*entities: Body, text: str = "26 weeks [1].", **more: object) -> Body:
    return {"type": "message", "text": text, "entities": list(entities), **more}


def suggested(*actions: Body) -> Body:
    return {"type": "message", "text": "Hi", "suggestedActions": {"actions": list(actions)}}


IM_BACK = {"type": "imBack", "title": "Leave", "value": "How much leave?"}
MENTION = {"type": "mention", "mentioned": {"id": "29:1", "name": "Ana"}, "text": "<at>Ana</at>"}
FULL = claim(
    url="https://wiki.example/leave",
    abstract="a" * 160,
    keywords=["k" * 28] * 3,
    image={"@type": "ImageObject", "name": "PDF"},
    usageInfo=LABEL,
)
TAKEN: list[Body] = [
    cited(root(FULL, usageInfo=LABEL), channelData={"feedbackLoop": {"type": "default"}}),
    cited(root(*map(claim, range(1, 21))), text="".join(f"[{n}]" for n in range(1, 21))),
    cited(root(), text="No source"),
    cited({**MENTION}, text="Hi <at>Ana</at>"),
    suggested(*[IM_BACK] * 6),
    with_card(words("23 days")),
    {"type": "message", "text": "x" * 40_000},
    {"type": "message", "attachments": [{"contentType": "image/png", "contentUrl": "https://a"}]},
]
REFUSED: list[tuple[str, Body]] = [
    ("Activity type 'event'", {"type": "event", "text": "x"}),
    ("neither text nor attachments", {"type": "message", "text": "  "}),
    ("text must be a string", {"type": "message", "text": {"a": 1}}),
    ("textFormat", {"type": "message", "text": "x", "textFormat": "html"}),
    ("must be a list of objects", {"type": "message", "text": "x", "entities": ["mention"]}),
    ("'streaminfo' is empty", cited({"type": "streaminfo"})),
    ("Unknown entity type", cited({"type": "Message", "x": 1})),
    ("Multiple root message entities", cited(root(), root())),
    ("@context must be", cited({**root(), "@context": "schema.org"})),
    ("@id must be empty", cited({**root(), "@id": "1"})),
    ("additionalType", cited(root(additionalType=["AI"]))),
    ("more than 20 citations", cited(root(*map(claim, range(1, 22))))),
    ("name has 81 characters", cited(root(claim(name="n" * 81)))),
    ("abstract has 161 characters", cited(root(claim(abstract="a" * 161)))),
    ("3 keywords", cited(root(claim(keywords=["k"] * 4)))),
    ("keyword has 29 characters", cited(root(claim(keywords=["k" * 29])))),
    ("url must be an address", cited(root(claim(url="leave.md")))),
    ("no icon 'Word'", cited(root(claim(image={"@type": "ImageObject", "name": "Word"})))),
    ("`appearance` object is empty", cited(root({**claim(), "appearance": {}}))),
    ("does not carry the citations [2]", cited(root(claim(), claim(2)))),
    ("the same position", cited(root(claim(), claim()))),
    ("from 1 on", cited(root(claim(0)))),
    ("has two names", cited(root(claim(usageInfo={**LABEL, "name": "Secret"}), usageInfo=LABEL))),
    ("must be that of the message", cited(root(claim(usageInfo=LABEL)))),
    ("encodingFormat", cited(root(claim(text="{}")))),
    ("names nobody", cited({**MENTION, "mentioned": {}}, text="<at>Ana</at>")),
    ("does not carry the mention", cited(MENTION, text="Hi Ana")),
    ("TextBlock has no bold", with_card(words("x", bold=True))),
    ("Unknown attachment type", {"type": "message", "attachments": [{"contentType": "text/html"}]}),
    ("6 suggested actions", suggested(*[IM_BACK] * 7)),
    ("cannot be 'openUrl'", suggested({**IM_BACK, "type": "openUrl"})),
    ("without attachments", {**suggested(IM_BACK), **with_card(words("x"))}),
    ("default or custom", cited(channelData={"feedbackLoop": {"type": "thumbs"}})),
    (
        "not both",
        cited(channelData={"feedbackLoop": {"type": "default"}, "feedbackLoopEnabled": True}),
    ),
    ("true or false", cited(channelData={"feedbackLoopEnabled": "true"})),
]


@pytest.mark.parametrize("activity", TAKEN)
async def test_what_is_right_is_taken(teams: FakeTeams, bot: Bot, dm: Chat, activity: Body) -> None:
    assert (await bot.sends(dm, activity)).status == 201
    assert not teams.refused


@pytest.mark.parametrize(("wrong", "activity"), REFUSED, ids=[wrong for wrong, _ in REFUSED])
async def test_what_is_wrong_is_refused_and_shown_to_nobody(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat, wrong: str, activity: Body
) -> None:
    answered = await bot.sends(dm, activity)

    assert answered.status == 400
    assert wrong in teams.refused[0].details
    assert not ana.screen(dm)


async def test_what_a_message_says_of_itself_is_on_the_screen(
    bot: Bot, ana: Person, dm: Chat
) -> None:
    await bot.sends(dm, TAKEN[0])

    [shown] = ana.screen(dm)
    assert shown.is_ai
    assert shown.label == LABEL
    assert shown.feedback == "default"
    assert [source["name"] for source in shown.citations] == ["Leave policy"]
    assert {"Leave policy", "https://wiki.example/leave", "Internal"} <= shown.texts
    assert "a" * 160 in ana.everything_told


async def test_size_is_counted_in_utf16(teams: FakeTeams, bot: Bot, dm: Chat) -> None:
    frame = len('{"type":"message","text":""}')
    largest = 51_200 - frame
    taken = await bot.sends(dm, "x" * largest)
    refused = await bot.sends(dm, "x" * (largest + 1))
    light = await bot.sends(dm, "😀" * ((14_336 - frame) // 2))

    assert (taken.status, refused.status, light.status) == (201, 413, 201)
    assert refused.error == "MessageSizeTooBig"
    assert [call.status for call in teams.heavy] == [201, 413]


async def test_suggestions_are_for_a_chat_with_one_person(bot: Bot, group: Chat) -> None:
    refused = await bot.sends(group, suggested(IM_BACK))

    assert refused.status == 400
    assert refused.body["error"]["message"] == "suggestedActions are for personal chats only"


@pytest.mark.parametrize(
    ("raw", "kind", "status"),
    [("[]", "application/json", 400), ("{", "application/json", 400), ("{}", "text/plain", 415)],
)
async def test_a_body_that_is_no_activity_is_refused(
    teams: FakeTeams, bot: Bot, dm: Chat, raw: str, kind: str, status: int
) -> None:
    url = f"{teams.service_url()}v3/conversations/{dm.id}/activities"
    async with bot.session.post(url, data=raw, headers={"Content-Type": kind}) as answer:
        assert answer.status == status


async def test_what_the_connector_does_not_have_is_refused(teams: FakeTeams, bot: Bot) -> None:
    answered = await bot.call("GET", "v3/conversations")

    assert answered.status == 405
    assert teams.refused[0].method == "elsewhere"


@pytest.mark.parametrize(
    ("where", "status"), [("a:nobody", 404), ("19:no@thread.v2;messageid=1", 404)]
)
async def test_a_conversation_that_is_not_there_is_not_found(
    bot: Bot, where: str, status: int
) -> None:
    assert (await bot.sends(where, "Hi")).status == status


async def test_a_thread_under_no_post_is_refused(bot: Bot, channel: Chat) -> None:
    answered: Any = await bot.sends(f"{channel.id};messageid=1", "Hi")

    assert answered.error == "ActivityNotFoundInConversation"
