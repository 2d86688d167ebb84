"""What has come in from Slack? Its payloads become a few kinds of events, and everything else none.

Who somebody is is never read from a payload beyond the ids: names and e-mails come from Slack's own
answer to `users.info`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.surfaces.slack.calling import Ts

Payload = Mapping[str, Any]
_ASKING_SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})
_DIRECT = "im"


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation of ours: `root` is the message that its thread hangs on, None outside one."""

    team: str
    channel: str
    root: Ts | None = None

    @property
    def thread(self) -> str:
        """The name of the thread on record."""
        return "/".join(("slack", self.team, self.channel, self.root or ""))


@dataclass(frozen=True, slots=True)
class Asked:
    """A message that may be a question; `is_addressed` where it is private or mentions the bot.

    `may_be_external` is Slack's own hint that outsiders read along; `is_to_others` tells that
    somebody else is mentioned.
    """

    place: Place
    user: str
    ts: Ts
    text: str
    is_direct: bool
    is_addressed: bool
    is_reply: bool
    may_be_external: bool = False
    is_to_others: bool = False

    @property
    def subject(self) -> str:
        """The name of the message: what is delivered for it is kept under it."""
        return f"{self.place.team}/{self.place.channel}/{self.ts}"


@dataclass(frozen=True, slots=True)
class Edited:
    """A question whose words have changed."""

    now: Asked


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message that is gone."""

    place: Place
    ts: Ts

    @property
    def subject(self) -> str:
        """The name of the message that is gone."""
        return f"{self.place.team}/{self.place.channel}/{self.ts}"


@dataclass(frozen=True, slots=True)
class Commanded:
    """`/policy` with what was typed after it."""

    place: Place
    channel_name: str
    user: str
    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of ours; `place` and `ts` are those of the message it is on, if it is on one."""

    place: Place
    ts: Ts | None
    user: str
    action: str
    value: str


@dataclass(frozen=True, slots=True)
class Submitted:
    """A form of ours; `about` is what its view carries, `values` what was filled in, by action."""

    team: str
    user: str
    form: str
    about: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Shortcut:
    """The shortcut "Ask about this", on somebody's message."""

    place: Place
    ts: Ts
    user: str
    text: str


@dataclass(frozen=True, slots=True)
class HomeOpened:
    """Somebody looks at the bot's page, or at their messages with it."""

    place: Place
    user: str
    tab: str


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """Slack knows something new of somebody."""

    user: str


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """Who reads a channel has changed, or may have."""

    channel: str


Event = (
    Asked
    | Edited
    | Deleted
    | Commanded
    | Pressed
    | Submitted
    | Shortcut
    | HomeOpened
    | PersonChanged
    | ChannelChanged
)


def read(payload: Payload, bot: str) -> Event | None:
    """Read a payload; None for what is none of our business. `bot` is the bot's own user id.

    Raises `KeyError`, `TypeError` or `ValueError` for what Slack would not send.
    """
    if "command" in payload:
        place = Place(str(payload["team_id"]), str(payload["channel_id"]))
        text = str(payload.get("text", ""))
        name = str(payload.get("channel_name", ""))
        return Commanded(place, name, str(payload["user_id"]), unescaped(text, bot))
    match payload.get("type"):
        case "event_callback":
            return _event(payload, payload["event"], bot)
        case "block_actions":
            return _pressed(payload)
        case "view_submission":
            return _submitted(payload)
        case "message_action":
            return _shortcut(payload, bot)
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
            return HomeOpened(place, str(event["user"]), str(event.get("tab", "home")))
        case "user_change":
            return PersonChanged(str(event["user"]["id"]))
        case "channel_shared" | "channel_unshared" | "member_joined_channel":
            return ChannelChanged(str(event["channel"]))
        case _:
            return None


def _message(payload: Payload, event: Payload, bot: str) -> Event | None:
    subtype = event.get("subtype")
    if subtype == "message_changed":
        return _changed(payload, event, bot)
    if subtype == "message_deleted":
        return _deleted(payload, event, Ts(str(event["deleted_ts"])), bot)
    if subtype not in _ASKING_SUBTYPES or event.get("hidden"):
        return None
    return _asked(payload, event, str(event["channel"]), bot)


def _deleted(payload: Payload, event: Payload, ts: Ts, bot: str) -> Deleted | None:
    previous = event.get("previous_message") or {}
    if previous.get("bot_id") or previous.get("user") == bot:
        return None
    return Deleted(Place(ours(payload), str(event["channel"]), previous.get("thread_ts")), ts)


def _changed(payload: Payload, event: Payload, bot: str) -> Edited | Deleted | None:
    """An edit of the words, or a tombstone, where a message is deleted that was replied to.

    A link that unfurls changes a message too, and is neither.
    """
    message, previous = event["message"], event.get("previous_message") or {}
    if message.get("subtype") == "tombstone":
        return _deleted(payload, event, Ts(str(message["ts"])), bot)
    if message.get("text") == previous.get("text") or "edited" not in message:
        return None
    whole = {"channel_type": event.get("channel_type"), **message}
    now = _asked(payload, whole, str(event["channel"]), bot)
    return None if now is None else Edited(now)


def _asked(payload: Payload, event: Payload, channel: str, bot: str) -> Asked | None:
    user = event.get("user")
    if not user or event.get("bot_id") or event.get("bot_profile") or user == bot:
        return None
    ts, root = Ts(str(event["ts"])), event.get("thread_ts")
    text = str(event.get("text") or "")
    is_direct = event.get("channel_type") == _DIRECT or channel.startswith("D")
    is_addressed = is_direct or event["type"] == "app_mention" or is_for(text, bot)
    return Asked(
        place=Place(ours(payload), channel, Ts(str(root or ts))),
        user=str(user),
        ts=ts,
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
        place=Place(ours(payload), str(channel), root and Ts(str(root))),
        ts=ts and Ts(str(ts)),
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


def _shortcut(payload: Payload, bot: str) -> Shortcut:
    message = payload["message"]
    root = message.get("thread_ts") or message["ts"]
    place = Place(ours(payload), str(payload["channel"]["id"]), Ts(str(root)))
    text = unescaped(str(message.get("text") or ""), bot)
    return Shortcut(place, Ts(str(message["ts"])), str(payload["user"]["id"]), text)


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
