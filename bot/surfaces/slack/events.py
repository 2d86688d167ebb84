"""What has come in from Slack? Its payloads become a few kinds of events, and everything else none.

Who somebody is is never read from a payload beyond the ids: names and e-mails come from Slack's own
answer to `users.info`.
"""

import re
from collections.abc import Mapping
from typing import Any

from bot.chat.events import (
    Asked,
    ChannelChanged,
    Commanded,
    Deleted,
    Edited,
    Event,
    HomeOpened,
    PersonChanged,
    Pointed,
    Pressed,
    Submitted,
)
from bot.chat.ports import Place

Payload = Mapping[str, Any]
_ASKING_SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})
_DIRECT = "im"
_TOMBSTONE = "tombstone"
_CHAT = "messages"  # the tab of the home page that shows them


def read(payload: Payload, bot: str) -> Event | None:
    """Read a payload; None for what is none of our business. `bot` is the bot's own user id.

    Raises `KeyError`, `TypeError` or `ValueError` for what Slack would not send.
    """
    if "command" in payload:
        place = Place(str(payload["team_id"]), str(payload["channel_id"]))
        text = str(payload.get("text", ""))
        return Commanded(place, str(payload["user_id"]), unescaped(text, bot))
    match payload.get("type"):
        case "event_callback":
            return _event(payload, payload["event"], bot)
        case "block_actions":
            return _pressed(payload)
        case "view_submission":
            return _submitted(payload)
        case "message_action":
            return _pointed(payload, bot)
        case _:
            return None


def ours(payload: Payload) -> str:
    """Name the workspace in which the app was called: the outer id, never the sender's own."""
    authorized = payload.get("authorizations") or [{}]
    team = authorized[0].get("team_id") or payload.get("team_id")
    if team is None:
        team = (payload.get("team") or {}).get("id") or payload["user"]["team_id"]
    return str(team)


def _event(payload: Payload, event: Payload, bot: str) -> Event | None:
    match event["type"]:
        case "message" | "app_mention":
            return _message(payload, event, bot)
        case "app_home_opened":
            place = Place(ours(payload), str(event["channel"]))
            return HomeOpened(place, str(event["user"]), event.get("tab") == _CHAT)
        case "user_change":
            return PersonChanged(str(event["user"]["id"]))
        case "channel_shared" | "channel_unshared" | "member_joined_channel":
            return ChannelChanged(str(event["channel"]))
        case _:
            return None


def _message(payload: Payload, event: Payload, bot: str) -> Event | None:
    subtype = event.get("subtype")
    if subtype == "message_deleted":
        return _deleted(payload, event, str(event["deleted_ts"]), bot)
    if subtype == "message_changed":
        now = event["message"]
        if now.get("subtype") == _TOMBSTONE:
            return _deleted(payload, event, str(now["ts"]), bot)
        return _edited(payload, event, bot)
    if subtype not in _ASKING_SUBTYPES or event.get("hidden"):
        return None
    return _asked(payload, event, str(event["channel"]), bot)


def _deleted(payload: Payload, event: Payload, ts: str, bot: str) -> Deleted | None:
    """A message that is gone: where others hang on it, what is told is a change of it."""
    previous = event.get("previous_message") or {}
    if previous.get("bot_id") or previous.get("user") == bot:
        return None
    place = Place(ours(payload), str(event["channel"]), previous.get("thread_ts"))
    return Deleted(place, ts)


def _edited(payload: Payload, event: Payload, bot: str) -> Edited | None:
    """An edit of the words; a link that unfurls changes a message too, and is none."""
    message, previous = event["message"], event.get("previous_message") or {}
    if message.get("text") == previous.get("text") or "edited" not in message:
        return None
    whole = {"channel_type": event.get("channel_type"), **message}
    now = _asked(payload, whole, str(event["channel"]), bot)
    return None if now is None else Edited(now)


def _asked(payload: Payload, event: Payload, channel: str, bot: str) -> Asked | None:
    user = event.get("user")
    if not user or event.get("bot_id") or event.get("bot_profile") or user == bot:
        return None
    ts, root = str(event["ts"]), event.get("thread_ts")
    text = str(event.get("text") or "")
    is_direct = event.get("channel_type") == _DIRECT or channel.startswith("D")
    is_addressed = is_direct or event["type"] == "app_mention" or is_for(text, bot)
    return Asked(
        place=Place(ours(payload), channel, str(root or ts)),
        user=str(user),
        message=ts,
        text=unescaped(text, bot),
        is_direct=is_direct,
        is_addressed=is_addressed,
        is_reply=bool(root) and root != ts,
        may_be_external=bool(payload.get("is_ext_shared_channel")),
        is_to_others=_SOMEBODY.search(text.replace(f"<@{bot}", "")) is not None,
    )


def _pressed(payload: Payload) -> Pressed:
    action = payload["actions"][0]
    message = payload.get("message") or {}
    container = payload.get("container") or {}
    channel = (payload.get("channel") or {}).get("id") or container.get("channel_id") or ""
    ts = message.get("ts") or container.get("message_ts")
    root = message.get("thread_ts") or container.get("thread_ts") or ts
    chosen = action.get("value") or (action.get("selected_option") or {}).get("value") or ""
    return Pressed(
        place=Place(ours(payload), str(channel), root and str(root)),
        message=ts and str(ts),
        user=str(payload["user"]["id"]),
        action=str(action["action_id"]),
        value=str(chosen),
    )


def _submitted(payload: Payload) -> Submitted:
    view = payload["view"]
    filled = (view.get("state") or {}).get("values") or {}
    values = {action: _value(e) for inputs in filled.values() for action, e in inputs.items()}
    return Submitted(
        team=ours(payload),
        user=str(payload["user"]["id"]),
        form=str(view["callback_id"]),
        about=str(view.get("private_metadata") or ""),
        values=values,
        dialog=str(view.get("id") or ""),
    )


def _value(element: Payload) -> Any:  # noqa: ANN401  # text, or the values chosen
    match element.get("type"):
        case "checkboxes" | "multi_static_select":
            return [o["value"] for o in element.get("selected_options") or []]
        case "radio_buttons" | "static_select":
            return (element.get("selected_option") or {}).get("value")
        case "users_select":
            return element.get("selected_user")
        case "datepicker":
            return element.get("selected_date")
        case _:
            return element.get("value")


def _pointed(payload: Payload, bot: str) -> Pointed:
    message = payload["message"]
    root = message.get("thread_ts") or message["ts"]
    place = Place(ours(payload), str(payload["channel"]["id"]), str(root))
    text = unescaped(str(message.get("text") or ""), bot)
    return Pointed(place, str(message["ts"]), str(payload["user"]["id"]), text)


_SOMEBODY = re.compile(r"<[@!]")
_ENTITY = re.compile(r"<([^<>\n]*)>")
_SPACES = re.compile(r"[ \t]+")


def is_for(text: str, bot: str) -> bool:
    """Tell whether a text mentions the bot."""
    return re.search(rf"<@{re.escape(bot)}(\|[^>]*)?>", text) is not None


def unescaped(text: str, bot: str) -> str:
    """Read Slack's way of writing: our own mention goes, others and links are said in words."""

    def said(entity: re.Match[str]) -> str:
        inner, _, label = entity[1].partition("|")
        if inner == f"@{bot}":
            return " "
        if inner.startswith(("@", "#", "!")):
            return label if label.startswith(("@", "#")) else inner[0] + (label or inner[1:])
        return label or inner

    spoken = _ENTITY.sub(said, text)
    for name, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        spoken = spoken.replace(name, character)
    return _SPACES.sub(" ", spoken).strip()
