import asyncio
import json
import time

import pytest

from tests.bot.surfaces.slack import told
from tests.bot.surfaces.slack.posted import FORM, JSON, Answer, Bot, Json, Kept, Prompted, signed


async def test_one_event_sent_four_times_two_of_them_at_once_is_kept_once(
    bot: Bot, kept: Kept
) -> None:
    kept.seconds = 0.05
    event = told.direct()

    answers = [
        *await asyncio.gather(bot.say(event), bot.say(event)),
        await bot.say(event, **{"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": "http_timeout"}),
        await bot.say(event, **{"X-Slack-Retry-Num": "2", "X-Slack-Retry-Reason": "http_error"}),
    ]

    assert [answer.status for answer in answers] == [200] * 4
    assert len(kept.arrivals) == 1


async def test_a_retry_whose_first_copy_never_came_is_kept(bot: Bot, kept: Kept) -> None:
    await bot.say(told.direct(), **{"X-Slack-Retry-Num": "3", "X-Slack-Retry-Reason": "x"})

    assert len(kept.arrivals) == 1


async def test_a_mention_that_is_told_as_a_message_too_is_one_question(
    bot: Bot, kept: Kept
) -> None:
    await asyncio.gather(bot.say(told.mention()), bot.say(told.in_channel()))

    assert len(kept.arrivals) == 1
    assert (kept.only.subject, kept.only.lane) == ("T1/C1/2.0", "slack/T1/C1/2.0")


async def test_the_same_id_of_another_team_is_another_event(bot: Bot, kept: Kept) -> None:
    event = told.direct()
    other = event | {"team_id": "T2", "authorizations": []}

    await bot.say(event)
    await bot.say(other)

    assert [arrival.event_id.split("/")[0] for arrival in kept.arrivals] == ["T1", "T2"]


@pytest.mark.parametrize(
    ("event", "lane", "subject"),
    [
        (told.direct(), "slack/T1/D1/1.1", "T1/D1/1.1"),
        (told.direct(thread_ts="1.0"), "slack/T1/D1/1.0", "T1/D1/1.1"),
        (told.mention(thread_ts="1.5"), "slack/T1/C1/1.5", "T1/C1/2.0"),
        (told.direct(subtype="file_share"), "slack/T1/D1/1.1", "T1/D1/1.1"),
        (told.in_channel(text="and abroad?", thread_ts="1.5"), "slack/T1/C1/1.5", "T1/C1/2.0"),
        (told.mention(team="T9", user_team="T9"), "slack/T1/C1/2.0", "T1/C1/2.0"),
        (told.edited("a", "b"), "slack/T1/D1/1.1", "T1/D1/1.1#edit:5.0"),
        (told.edited("a", "b", thread_ts="1.0"), "slack/T1/D1/1.0", "T1/D1/1.1#edit:5.0"),
        (told.edited("a", "gone", subtype="tombstone"), "slack/T1/D1/1.1", "T1/D1/1.1#deleted"),
        (told.deleted(), "slack/T1/D1/1.1", "T1/D1/1.1#deleted"),
        (told.deleted(thread_ts="1.0"), "slack/T1/D1/1.0", "T1/D1/1.1#deleted"),
        (told.event({"type": "app_home_opened", "user": "U1"}), "slack/T1/user/U1", None),
        (told.event({"type": "user_change", "user": {"id": "U1"}}), "slack/T1/user/U1", None),
        (told.event({"type": "channel_shared", "channel": "C1"}), "slack/T1/channel/C1", None),
        (told.event({"type": "tokens_revoked"}), "slack/T1/app", None),
        (told.event({"type": "app_uninstalled"}), "slack/T1/app", None),
    ],
)
async def test_an_event_has_its_lane_and_what_is_asked_its_subject(
    bot: Bot, kept: Kept, event: Json, lane: str, subject: str | None
) -> None:
    assert (await bot.say(event)).status == 200

    assert (kept.only.lane, kept.only.subject) == (lane, subject)
    assert kept.only.event_id == f"T1/{event['event_id']}"
    assert kept.only.body == {name: value for name, value in event.items() if name != "token"}


async def test_an_app_of_a_whole_organisation_is_known_by_it(bot: Bot, kept: Kept) -> None:
    ours = {"enterprise_id": "E1", "team_id": None, "user_id": "UBOT", "is_bot": True}

    await bot.say(told.direct() | {"authorizations": [ours], "team_id": "T2"})

    assert kept.only.lane == "slack/E1/D1/1.1"


@pytest.mark.parametrize(
    "event",
    [
        told.event({"type": "reaction_added", "user": "U1"}),
        told.event({"type": "member_left_channel", "user": "U1", "channel": "C1"}),
        {"type": "app_rate_limited", "team_id": "T1", "minute_rate_limited": 1518467820},
        told.direct(bot_id="B9", user="U9"),
        told.mention(bot_id="B9"),
        told.direct(subtype="bot_message", bot_id="B9"),
        told.direct(user="UBOT"),
        told.direct(user="USLACKBOT"),
        told.direct(subtype="channel_join"),
        told.direct(hidden=True),
        told.edited("a", "a"),
        told.edited("a", "b", bot_id="B1"),
        told.edited("a", "b", user="UBOT"),
        told.edited("a", "gone", subtype="tombstone", bot_id="B1"),
        told.deleted(bot_id="B1"),
        told.deleted(user="UBOT"),
        told.direct(subtype="message_changed", hidden=True, message={"ts": "1.1", "text": "a"}),
    ],
    ids=lambda event: json.dumps(event.get("event", event))[:60],
)
async def test_what_is_of_no_use_is_acknowledged_and_not_kept(
    bot: Bot, kept: Kept, event: Json
) -> None:
    assert (await bot.say(event)).status == 200
    assert kept.arrivals == []


@pytest.mark.parametrize("kind", ["channel", "group"])
async def test_what_people_say_among_themselves_in_a_channel_is_not_kept(
    bot: Bot, kept: Kept, kind: str
) -> None:
    for event in (
        told.in_channel(text="lunch?", channel_type=kind),
        told.in_channel(text="<@U2> lunch?", channel_type=kind),
        told.in_channel(
            channel_type=kind,
            subtype="message_changed",
            message={"user": "U2", "ts": "2.0", "text": "dinner?", "edited": {"ts": "3.0"}},
            previous_message={"user": "U2", "ts": "2.0", "text": "lunch?"},
        ),
    ):
        assert (await bot.say(event)).status == 200
    assert kept.arrivals == []

    await bot.say(told.in_channel(text="<@UBOT|policybot> lunch?", channel_type=kind))
    assert len(kept.arrivals) == 1


async def test_a_click_is_kept_in_the_lane_of_its_message_and_opens_once(
    bot: Bot, kept: Kept, prompted: Prompted
) -> None:
    click = told.click()

    assert (await bot.act(click)).text == ""
    assert (kept.only.lane, kept.only.subject) == ("slack/T1/C1/2.0", None)
    assert kept.only.body["actions"] == click["actions"]
    assert [payload["trigger_id"] for payload in prompted.opened] == [click["trigger_id"]]

    await bot.act(click)
    assert len(kept.arrivals) == len(prompted.opened) == 1


async def test_the_same_signed_bytes_do_nothing_twice_nor_does_the_same_signed_anew(
    bot: Bot, kept: Kept
) -> None:
    for body in (
        b"payload=" + json.dumps(told.click()).replace(" ", "").encode(),
        b"command=%2Fpolicy&team_id=T1&user_id=U1&trigger_id=1",
    ):
        captured = signed(body, FORM, age=3)
        for headers in (captured, captured, signed(body, FORM)):
            assert (await bot.post(body, headers)).status == 200

    assert len(kept.arrivals) == 2
    assert kept.known == 4


async def test_ten_clicks_are_ten_arrivals_in_one_lane(bot: Bot, kept: Kept) -> None:
    await asyncio.gather(*(bot.act(told.click()) for _ in range(10)))

    assert len(kept.arrivals) == 10
    assert {arrival.lane for arrival in kept.arrivals} == {"slack/T1/C1/2.0"}


@pytest.mark.parametrize(
    ("payload", "lane"),
    [
        (told.shortcut(), "slack/T1/C1/2.0"),
        (told.submission(), "slack/T1/user/U1"),
        (told.click(message={"ts": "3.0"}), "slack/T1/C1/3.0"),
        (told.click(message=None), "slack/T1/C1/3.0"),
        (
            told.click(channel=None, message=None, container={"type": "view", "view_id": "V1"}),
            "slack/T1/user/U1",
        ),
        (
            told.submission(team=None, enterprise={"id": "E1"}, is_enterprise_install=True),
            "slack/E1/user/U1",
        ),
    ],
)
async def test_an_interaction_has_the_lane_of_what_it_acts_on(
    bot: Bot, kept: Kept, payload: Json, lane: str
) -> None:
    assert (await bot.act(payload)).status == 200
    assert kept.only.lane == lane


@pytest.mark.parametrize("kind", ["shortcut", "view_closed", "block_suggestion", "new_thing"])
async def test_an_interaction_of_no_use_is_acknowledged(bot: Bot, kept: Kept, kind: str) -> None:
    assert (await bot.act(told.submission(type=kind))).status == 200
    assert kept.arrivals == []


async def test_a_modal_that_does_not_open_changes_nothing(
    bot: Bot, kept: Kept, prompted: Prompted
) -> None:
    prompted.fails = True

    assert (await bot.act(told.shortcut())).status == 200
    assert len(kept.arrivals) == len(prompted.opened) == 1


async def test_a_submission_that_is_wrong_is_told_and_not_kept(
    bot: Bot, kept: Kept, prompted: Prompted
) -> None:
    prompted.wrong = {"question": "Please write a question."}

    answer = await bot.act(told.submission())

    assert answer.json == {"response_action": "errors", "errors": prompted.wrong}
    assert kept.arrivals == []


async def test_a_submission_that_is_right_is_kept_and_closes(bot: Bot, kept: Kept) -> None:
    assert (await bot.act(told.submission())).text == ""
    assert len(kept.arrivals) == 1


async def test_words_that_cannot_be_found_do_not_undo_what_is_kept(
    bot: Bot, kept: Kept, prompted: Prompted
) -> None:
    prompted.fails = True

    assert (await bot.submit(told.command())).status == 200
    assert len(kept.arrivals) == 1


@pytest.mark.parametrize("text", ["how much leave?", "what is in the payload?", "", "¿y ñ?&=+%"])
async def test_a_command_is_answered_at_once_for_its_writer_alone(
    bot: Bot, kept: Kept, text: str
) -> None:
    answer = await bot.submit(told.command(text))

    assert answer.json == {"response_type": "ephemeral", "text": "Looking it up…"}
    assert answer.headers["Content-Type"].startswith("application/json")
    assert kept.only.lane == "slack/T1/user/U1"
    assert kept.only.body["text"] == text
    assert "token" not in kept.only.body


EVERYTHING = {
    "event": told.direct(),
    "click": told.click(),
    "shortcut": told.shortcut(),
    "submission": told.submission(),
    "command": told.command(),
}


async def sent(bot: Bot, what: str) -> Answer:
    payload = EVERYTHING[what]
    match what:
        case "event":
            return await bot.say(payload)
        case "command":
            return await bot.submit(payload)
        case _:
            return await bot.act(payload)


@pytest.mark.parametrize("what", EVERYTHING)
async def test_what_cannot_be_kept_is_503_and_opens_nothing_and_its_retry_is_kept(
    bot: Bot, kept: Kept, prompted: Prompted, what: str
) -> None:
    kept.down = True
    assert (await sent(bot, what)).status == 503
    assert not prompted.opened
    assert not kept.arrivals

    kept.down = False
    assert (await sent(bot, what)).status == 200
    assert len(kept.arrivals) == 1


async def test_an_acknowledgement_waits_for_the_commit_and_for_no_modal(
    bot: Bot, kept: Kept
) -> None:
    kept.seconds = 0.3
    began = time.monotonic()

    answer = await bot.act(told.click())

    assert answer.status == 200
    assert 0.3 <= time.monotonic() - began < 10
    assert len(kept.arrivals) == 1


async def test_json_by_any_other_name_is_read_as_what_it_is_called(bot: Bot, kept: Kept) -> None:
    body = json.dumps(told.direct()).encode()

    assert (await bot.post(body, signed(body, f"{JSON}; charset=utf-8"))).status == 200
    assert (await bot.post(body, signed(body, JSON.upper()))).status == 200
    assert len(kept.arrivals) == 1
