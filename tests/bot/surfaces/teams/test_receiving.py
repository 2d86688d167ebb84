import asyncio
import time
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.surfaces.teams.events import Acted, Invoked
from bot.surfaces.teams.invokes import Answer, Failed, Form, Found, Hit, Nothing, Replaced, Told
from tests.bot.surfaces.slack.posted import Kept
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.posted import Bot, Prompted

CARD = {"type": "AdaptiveCard", "version": "1.5", "body": []}
FIRST = datetime.fromisoformat("2026-11-30T09:00:59Z")


def at(seconds: float) -> str:
    return (FIRST + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")


async def test_one_message_sent_four_times_two_of_them_at_once_is_kept_once(
    bot: Bot, kept: Kept
) -> None:
    kept.seconds = 0.05
    activity = told.direct(timestamp=at(0))

    answers = [
        *await asyncio.gather(bot.say(activity), bot.say(activity)),
        await bot.say(activity | {"timestamp": at(15)}),
        await bot.say(activity | {"timestamp": at(30)}),
    ]

    assert [answer.status for answer in answers] == [201] * 4
    assert len(kept.arrivals) == 1


@pytest.mark.parametrize("press", [told.submitted, told.executed])
async def test_a_press_that_comes_again_within_a_minute_is_kept_once_whatever_its_moment(
    bot: Bot,
    kept: Kept,
    press: Any,  # noqa: ANN401  # either
) -> None:
    for number, seconds in enumerate((0, 1, 15, 30, 45, 60)):
        again = press(id=f"f:{number}", timestamp=at(seconds))
        assert (await bot.say(again)).status in (200, 201)

    assert len(kept.arrivals) == 1


@pytest.mark.parametrize("start", range(0, 240, 7))
async def test_no_minute_is_cut_in_two(bot: Bot, kept: Kept, start: int) -> None:
    for seconds in (start, start + 59):
        await bot.say(told.submitted(timestamp=at(seconds)))

    assert len(kept.arrivals) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (told.submitted({"action": "a"}), told.submitted({"action": "b"})),
        (told.submitted({"action": "a"}), told.submitted({"action": "a", "note": "more"})),
        (told.submitted(), told.submitted(**{"from": {"id": "29:megan"}})),
        (told.submitted(), told.submitted() | {"replyToId": "1698"}),
        (told.submitted(timestamp=at(0)), told.submitted(timestamp=at(121))),
        (told.executed("claim"), told.executed("close")),
        (told.rated("like"), told.rated("like")),
        (told.direct(), told.direct()),
        (told.edited("a"), told.edited("b")),
        (told.edited("a", timestamp=at(0)), told.edited("a", timestamp=at(5))),
        (told.deleted(timestamp=at(0)), told.deleted(timestamp=at(5))),
        (told.direct(id="1701"), told.edited()),
        (told.edited(), told.deleted()),
        (
            told.direct(id="1701"),
            told.direct(id="1701", conversation={"id": "a:2", "conversationType": "personal"}),
        ),
        (told.installed(), told.installed()),
    ],
)
async def test_two_things_that_differ_are_two(
    bot: Bot, kept: Kept, first: dict[str, Any], second: dict[str, Any]
) -> None:
    await bot.say(first)
    await bot.say(second)

    assert len(kept.arrivals) == 2


@pytest.mark.parametrize(
    ("activity", "lane"),
    [
        (told.direct(), "a:1ana/"),
        (told.in_chat(), "19:hr@thread.v2/"),
        (told.in_channel(), "19:policies@thread.tacv2/1700000000000"),
        (
            told.in_channel(entities=[], text="and abroad?"),
            "19:policies@thread.tacv2/1700000000000",
        ),
        (told.submitted(), "a:1ana/"),
        (told.edited(), "a:1ana/"),
        (told.deleted(), "a:1ana/"),
        (told.installed(), "a:1ana/"),
        (told.joined("29:ana"), "a:1ana/"),
        (told.direct(conversation={"id": "a/b c", "conversationType": "personal"}), "a%2Fb%20c/"),
    ],
)
async def test_an_event_has_the_lane_of_its_thread(
    bot: Bot, kept: Kept, activity: dict[str, Any], lane: str
) -> None:
    answer = await bot.say(activity)

    assert (answer.status, answer.text) == (201, "")
    assert kept.only.lane == f"teams/{told.TENANT}/{lane}"
    assert kept.only.body == activity


@pytest.mark.parametrize(
    "activity",
    [
        told.activity(type="messageReaction", reactionsAdded=[{"type": "like"}]),
        told.activity(type="typing"),
        told.activity(type="conversationUpdate"),
        told.in_chat("hello all", entities=[]),
        told.in_channel("hello all", entities=[], id="1700000000000"),
        told.direct(**{"from": {"id": told.BOT}}),
    ],
)
async def test_what_nobody_needs_is_acknowledged_and_forgotten(
    bot: Bot, kept: Kept, activity: dict[str, Any]
) -> None:
    assert (await bot.say(activity)).status == 200
    assert kept.arrivals == []


async def test_an_acknowledgement_waits_for_the_commit_and_for_nothing_else(
    bot: Bot, kept: Kept
) -> None:
    kept.seconds = 0.3
    began = time.monotonic()

    assert (await bot.say(told.direct())).status == 201
    assert 0.3 <= time.monotonic() - began < 10


EVERYTHING = [told.direct(), told.submitted(), told.executed(), told.rated(), told.installed()]


@pytest.mark.parametrize("activity", EVERYTHING, ids=lambda one: str(one["type"]))
async def test_what_cannot_be_kept_is_503_and_is_kept_when_it_comes_again(
    bot: Bot, kept: Kept, prompted: Prompted, activity: dict[str, Any]
) -> None:
    kept.down = True
    assert (await bot.say(activity)).status == 503
    assert not prompted.asked

    kept.down = False
    assert (await bot.say(activity)).status in (200, 201)
    assert len(kept.arrivals) == 1


WITHOUT_MORE = [
    told.invoked("task/fetch", {"data": {}}),
    told.invoked("message/fetchTask", {"data": {"actionName": "feedback"}}),
    told.searched(),
    told.invoked("task/submit", {"data": {"note": "x"}}),
]
WITH_MORE = [told.executed(), told.rated(), told.asked_about()]


@pytest.mark.parametrize("activity", WITHOUT_MORE, ids=lambda one: str(one["name"]))
async def test_what_only_asks_for_an_answer_is_answered_and_not_kept(
    bot: Bot, kept: Kept, prompted: Prompted, activity: dict[str, Any]
) -> None:
    prompted.says = Form("Ask HR", CARD)

    answer = await bot.say(activity)

    shown = {"contentType": "application/vnd.microsoft.card.adaptive", "content": CARD}
    value = {"title": "Ask HR", "height": "medium", "width": "medium", "card": shown}
    assert (answer.status, answer.json) == (200, {"task": {"type": "continue", "value": value}})
    assert isinstance(prompted.asked[0].what, Invoked)
    assert kept.arrivals == []

    prompted.fails = True
    assert (await bot.say(activity)).status == 503


@pytest.mark.parametrize("activity", WITH_MORE, ids=lambda one: str(one["name"]))
async def test_what_has_more_to_it_is_kept_before_it_is_answered_and_may_be_answered_in_vain(
    bot: Bot, kept: Kept, prompted: Prompted, activity: dict[str, Any]
) -> None:
    prompted.fails = True

    answer = await bot.say(activity)

    assert answer.status == 200
    assert isinstance(answer.json, dict)
    assert len(kept.arrivals) == 1


async def test_what_is_wrong_with_a_submission_is_told_and_it_is_not_kept(
    bot: Bot, kept: Kept, prompted: Prompted
) -> None:
    prompted.wrong = Failed("empty", "Please write a question.")

    answer = await bot.say(told.executed())

    assert answer.status == 200
    assert answer.json == {
        "statusCode": 400,
        "type": "application/vnd.microsoft.error",
        "value": {"code": "empty", "message": "Please write a question."},
    }
    assert kept.arrivals == []


@pytest.mark.parametrize(
    ("says", "activity", "body"),
    [
        (
            Replaced(CARD),
            told.executed(),
            {
                "statusCode": 200,
                "type": "application/vnd.microsoft.card.adaptive",
                "value": CARD,
            },
        ),
        (
            Told("Sent to HR"),
            told.executed(),
            {
                "statusCode": 200,
                "type": "application/vnd.microsoft.activity.message",
                "value": "Sent to HR",
            },
        ),
        (
            Nothing(),
            told.executed(),
            {
                "statusCode": 200,
                "type": "application/vnd.microsoft.activity.message",
                "value": "✓",
            },
        ),
        (Nothing(), told.rated(), {}),
        (Nothing(), told.invoked("task/submit", {"data": {}}), {}),
        (
            Told("Sent to HR"),
            told.invoked("task/submit", {"data": {}}),
            {"task": {"type": "message", "value": "Sent to HR"}},
        ),
        (
            Told("Nothing was found."),
            told.searched(),
            {"composeExtension": {"type": "message", "text": "Nothing was found."}},
        ),
        (
            Found([Hit("Leave", "26 weeks", CARD)]),
            told.searched(),
            {
                "composeExtension": {
                    "type": "result",
                    "attachmentLayout": "list",
                    "attachments": [
                        {
                            "contentType": "application/vnd.microsoft.card.adaptive",
                            "content": CARD,
                            "preview": {
                                "contentType": "application/vnd.microsoft.card.thumbnail",
                                "content": {"title": "Leave", "text": "26 weeks"},
                            },
                        }
                    ],
                }
            },
        ),
    ],
)
async def test_an_answer_has_the_form_of_what_it_answers(
    bot: Bot, prompted: Prompted, says: Answer, activity: dict[str, Any], body: dict[str, Any]
) -> None:
    prompted.says = says

    answer = await bot.say(activity)

    assert (answer.status, answer.json) == (200, body)
    assert answer.headers["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("name", ["signin/verifyState", "config/fetch", "new/thing", ""])
async def test_what_nobody_does_is_400(bot: Bot, kept: Kept, name: str) -> None:
    assert (await bot.say(told.invoked(name, {}))).status == 400
    assert kept.arrivals == []


async def test_a_press_is_answered_with_what_it_says(bot: Bot, prompted: Prompted) -> None:
    await bot.say(told.executed("claim", {"case": "c1"}))

    (it,) = prompted.asked
    event = it.what
    assert isinstance(event, Acted)
    assert (event.action, event.values) == ("claim", {"case": "c1"})


async def test_a_button_that_sends_a_message_is_not_answered_at_once(
    bot: Bot, prompted: Prompted
) -> None:
    answer = await bot.say(told.submitted())

    assert (answer.status, answer.text) == (201, "")
    assert prompted.asked == []
