"""What is a request of Slack's about: which event, on whose turn, and is it for the bot at all?

The team is always the outer one, where the app is installed: what an event says inside of its
sender's team is another one where a partner's people write in a shared channel.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from bot.posted import MalformedError
from storage.inbox import Arrival

SURFACE = "slack"
EVENTS = frozenset(
    {
        "app_home_opened",
        "app_mention",
        "app_uninstalled",
        "channel_shared",
        "channel_unshared",
        "member_joined_channel",
        "message",
        "tokens_revoked",
        "user_change",
    }
)
"""The events that are of use; all others are acknowledged and forgotten."""
INTERACTIONS = frozenset({"block_actions", "message_action", "view_submission"})
"""The same of what people press and submit."""

_QUESTIONS = (None, "file_share", "thread_broadcast")  # subtypes that people write
_CHANNELS = ("channel", "group")
_SLACKBOT = "USLACKBOT"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_TS = re.compile(r"\d{1,16}(\.\d{1,16})?", re.ASCII)

Json = Mapping[str, Any]


def arrival(payload: Json) -> Arrival | None:
    """Make an arrival of a request, or None where it is nothing for the bot.

    Raises `MalformedError`.
    """
    try:
        return _arrival(payload)
    except (TypeError, ValueError) as error:
        raise MalformedError(str(error)) from error


def _arrival(payload: Json) -> Arrival | None:
    match payload:
        case {"type": "event_callback", "event": {"type": str(kind)}}:
            return _event(payload, payload["event"]) if kind in EVENTS else None
        case {"type": "event_callback"}:
            raise MalformedError("There is no event in it.")
        case {"type": str(kind)}:
            return _interaction(payload, kind) if kind in INTERACTIONS else None
        case {"command": str()}:
            team = _team(payload)
            return _made(payload, _digest(team, "command", payload), _of_user(team, payload))
        case _:
            raise MalformedError("It is of no kind.")


def _event(payload: Json, event: Json) -> Arrival | None:
    team = _team(payload)
    event_id = f"{team}/{_id(payload.get('event_id'))}"
    match event["type"]:
        case "message" | "app_mention":
            return _message(payload, event, event_id)
        case "channel_shared" | "channel_unshared" | "member_joined_channel":
            lane = f"{SURFACE}/{team}/channel/{_id(event.get('channel'))}"
        case "app_home_opened" | "user_change":
            lane = _of_user(team, event)
        case _:
            lane = f"{SURFACE}/{team}/app"
    return _made(payload, event_id, lane)


def _message(payload: Json, event: Json, event_id: str) -> Arrival | None:
    """Tell a question, an edit of one, or that one is gone."""
    said = _said(event)
    own = _own(payload)
    if said is None or _is_a_bots(event, said, own) or not _may_be_meant(event, said, own):
        return None
    team, channel = _team(payload), _id(event.get("channel"))
    ts = _ts(said.get("ts") or event.get("deleted_ts"))
    root = _ts(said.get("thread_ts") or ts)
    subject = f"{team}/{channel}/{ts}{_change(event, said)}"
    return _made(payload, event_id, f"{SURFACE}/{team}/{channel}/{root}", subject)


def _said(event: Json) -> Json | None:
    """The message that an event is about; None where no person wrote, changed or deleted any."""
    match event:
        case {"subtype": "message_changed", "message": dict(now)}:
            return now if _is_edited(now, _before(event)) else None
        case {"subtype": "message_deleted"}:
            return _before(event)
        case {"hidden": True}:
            return None
        case _:
            return event if event.get("subtype") in _QUESTIONS else None


def _before(event: Json) -> Json:
    """The message as it was before an event; empty where that is not told."""
    return _inner(event, "previous_message")


def _is_edited(now: Json, before: Json) -> bool:
    """Whether the text changed: Slack says "changed", too, when it unfolds a link."""
    if before:
        return bool(now.get("text") != before.get("text"))
    return "edited" in now or _is_gone(now)


def _is_gone(now: Json) -> bool:
    """Whether a message is only there because others still hang on it."""
    return now.get("subtype") == "tombstone"


def _change(event: Json, said: Json) -> str:
    """What a subject ends with, so that an edit is not taken for the question that it edits.

    A mention that an edit brings in is told as a mention, too, and is the same edit.
    """
    if event.get("subtype") == "message_deleted" or _is_gone(said):
        return "#deleted"
    is_changed = event.get("subtype") == "message_changed"
    match said:
        case {"edited": {"ts": str(at)}} if is_changed or event["type"] == "app_mention":
            return f"#edit:{_ts(at)}"
        case _ if is_changed:
            return f"#edit:{_ts(event.get('event_ts') or event.get('ts'))}"
        case _:
            return ""


def _is_a_bots(event: Json, said: Json, own: str | None) -> bool:
    """Whether a bot wrote a message, we among them; a tombstone is Slack's, whoever wrote it."""
    if _is_gone(said):
        said = _before(event)
    return "bot_id" in said or said.get("user", "") in (own, _SLACKBOT)


def _may_be_meant(event: Json, said: Json, own: str | None) -> bool:
    """Whether a message may be for the bot: what others say in a channel is left alone.

    In a thread it may be, as long as nobody has looked whose thread it is.
    """
    if event["type"] == "app_mention" or event.get("channel_type") not in _CHANNELS:
        return True
    if own is None or "thread_ts" in said or not said:
        return True
    texts = (said.get("text"), _before(event).get("text"))
    return any(f"<@{own}" in text for text in texts if isinstance(text, str))


def _interaction(payload: Json, kind: str) -> Arrival:
    team = _team(payload)
    return _made(payload, _digest(team, kind, payload), _acted_on(team, payload))


def _acted_on(team: str, payload: Json) -> str:
    """The lane of the message that was acted on, else that of who did."""
    container, message = _inner(payload, "container"), _inner(payload, "message")
    channel = _inner(payload, "channel").get("id") or container.get("channel_id")
    root = (
        *(message.get("thread_ts"), container.get("thread_ts")),
        *(message.get("ts"), container.get("message_ts"), payload.get("message_ts")),
    )
    ts = next((ts for ts in root if ts), None)
    if channel and ts:
        return f"{SURFACE}/{team}/{_id(channel)}/{_ts(ts)}"
    return _of_user(team, payload)


def _inner(payload: Json, name: str) -> Json:
    match payload.get(name):
        case dict(inner):
            return inner
        case None:
            return {}
        case _:
            raise MalformedError(f"Its {name} is no object.")


def _of_user(team: str, payload: Json) -> str:
    match payload:
        case {"user": str(user)} | {"user": {"id": str(user)}} | {"user_id": str(user)}:
            return f"{SURFACE}/{team}/user/{_id(user)}"
        case _:
            raise MalformedError("It names nobody.")


def _own(payload: Json) -> str | None:
    """Our own account, as the event was sent to us under it."""
    match payload:
        case {"authorizations": [{"user_id": str(user), "is_bot": True}, *_]}:
            return user
        case _:
            return None


def _team(payload: Json) -> str:
    """Where the app is installed: a workspace, or an organisation of several."""
    match payload:
        case (
            {"authorizations": [{"team_id": str(team)}, *_]}
            | {"authorizations": [{"enterprise_id": str(team)}, *_]}
            | {"team_id": str(team)}
            | {"view": {"app_installed_team_id": str(team)}}
            | {"team": {"id": str(team)}}
            | {"enterprise": {"id": str(team)}}
            | {"enterprise_id": str(team)}
        ):
            return _id(team)
        case _:
            raise MalformedError("It names no team.")


def _digest(team: str, kind: str, payload: Json) -> str:
    """Name what comes without an id by all that it says: each has a trigger of its own.

    The same signed bytes again are the same again, and so is what Slack would sign anew to try
    it once more.
    """
    whole = json.dumps(payload, sort_keys=True).encode()
    return f"{team}/{kind}/{hashlib.sha256(whole).hexdigest()}"


def _id(value: object) -> str:
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise MalformedError("An id in it is none.")


def _ts(value: object) -> str:
    if isinstance(value, str) and _TS.fullmatch(value):
        return value
    raise MalformedError("A moment in it is none.")


def _made(payload: Json, event_id: str, lane: str, subject: str | None = None) -> Arrival:
    """Make the arrival; `token`, by which Slack was known before it signed, is not kept."""
    body = {name: value for name, value in payload.items() if name != "token"}
    return Arrival(SURFACE, event_id, lane, body, subject)
