"""What Slack tells, as it tells it: each with what a test wants to be different."""

from itertools import count
from typing import Any

Json = dict[str, Any]

_numbers = count(1)


def event(inner: Json, **more: Any) -> Json:  # noqa: ANN401  # JSON
    """Put an event in its wrapper, under an id of its own."""
    return {
        "token": "legacy",
        "team_id": "T1",
        "enterprise_id": None,
        "api_app_id": "A1",
        "type": "event_callback",
        "event_id": f"Ev{next(_numbers)}",
        "event_time": 1796017205,
        "is_ext_shared_channel": False,
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": "T1",
                "user_id": "UBOT",
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "event": inner,
    } | more


def direct(**more: Any) -> Json:  # noqa: ANN401
    """Write to the bot in private."""
    return event(
        {
            "type": "message",
            "channel_type": "im",
            "channel": "D1",
            "user": "U1",
            "team": "T1",
            "text": "How much leave do I get?",
            "ts": "1.1",
            "event_ts": "1.1",
        }
        | more
    )


def mention(**more: Any) -> Json:  # noqa: ANN401
    """Call the bot in a channel: what it is told as a mention."""
    return event(
        {
            "type": "app_mention",
            "channel": "C1",
            "user": "U1",
            "team": "T1",
            "text": "<@UBOT> how much leave?",
            "ts": "2.0",
            "event_ts": "2.0",
        }
        | more
    )


def in_channel(**more: Any) -> Json:  # noqa: ANN401
    """Write in a channel that the bot is in: what it is told as a message."""
    return direct(
        **{"channel_type": "channel", "channel": "C1", "text": "<@UBOT> how much leave?"}
        | {"ts": "2.0", "event_ts": "2.0"}
        | more
    )


def edited(before: str, after: str, **more: Any) -> Json:  # noqa: ANN401
    """Change a message."""
    message = {"type": "message", "user": "U1", "ts": "1.1"}
    now = message | {"text": after, "edited": {"user": "U1", "ts": "5.0"}} | more
    return direct(
        subtype="message_changed",
        hidden=True,
        ts="5.1",
        message=now,
        previous_message=message | {"text": before} | more,
    )


def deleted(**more: Any) -> Json:  # noqa: ANN401
    """Take a message back."""
    before = {"type": "message", "user": "U1", "ts": "1.1", "text": "How much leave?"} | more
    return direct(
        subtype="message_deleted", hidden=True, ts="6.0", deleted_ts="1.1", previous_message=before
    )


def click(action: str = "ask_hr", **more: Any) -> Json:  # noqa: ANN401
    """Press a button under an answer in a thread of a channel."""
    return (
        _interaction("block_actions")
        | {
            "channel": {"id": "C1", "name": "general"},
            "message": {"ts": "3.0", "thread_ts": "2.0"},
            "container": {"type": "message", "message_ts": "3.0", "channel_id": "C1"},
            "actions": [{"type": "button", "action_id": action, "value": "X1", "action_ts": "4.0"}],
        }
        | more
    )


def shortcut(**more: Any) -> Json:  # noqa: ANN401
    """Use a message's shortcut."""
    return (
        _interaction("message_action")
        | {
            "callback_id": "ask_about",
            "channel": {"id": "C1", "name": "general"},
            "message": {"ts": "2.0", "text": "Who pays for this?"},
            "message_ts": "2.0",
        }
        | more
    )


def submission(**more: Any) -> Json:  # noqa: ANN401
    """Submit a modal."""
    return (
        _interaction("view_submission")
        | {"view": {"id": "V1", "type": "modal", "callback_id": "ask_hr", "state": {"values": {}}}}
        | more
    )


def command(text: str = "how much leave?") -> dict[str, str]:
    """Type a command."""
    return {
        "token": "legacy",
        "team_id": "T1",
        "channel_id": "C1",
        "user_id": "U1",
        "command": "/policy",
        "text": text,
        "response_url": "https://hooks.slack.com/commands/1",
        "trigger_id": f"{next(_numbers)}.fake",
        "api_app_id": "A1",
    }


def _interaction(kind: str) -> Json:
    return {
        "type": kind,
        "user": {"id": "U1", "team_id": "T1"},
        "team": {"id": "T1", "domain": "ardosela"},
        "enterprise": None,
        "api_app_id": "A1",
        "token": "legacy",
        "trigger_id": f"{next(_numbers)}.fake",
        "response_url": "https://hooks.slack.com/actions/1",
    }
