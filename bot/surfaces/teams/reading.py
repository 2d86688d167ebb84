"""How is an activity of Teams read? It becomes an event, or is none of our business."""

from collections.abc import Mapping
from typing import Any

from bs4 import BeautifulSoup

from bot.chat.events import Asked, Deleted, Edited
from bot.surfaces.teams.events import (
    ACTION,
    Acted,
    Happened,
    Installed,
    Invoke,
    Invoked,
    MembersChanged,
    PlaceChanged,
    Quoted,
    Sender,
    What,
)
from bot.surfaces.teams.gate import tenant_of
from bot.surfaces.teams.mentions import spoken
from bot.surfaces.teams.references import Kind, Reference

Activity = Mapping[str, Any]

_BOTS = "28:"  # with which the ids of bots begin; those of people with 29:
_INVOKES = {kind.value: kind for kind in Invoke}


def read(activity: Activity) -> Happened | None:
    """Read an activity that the gate let through; None for what is none of our business.

    Raises `KeyError`, `TypeError` or `ValueError` for what Teams would not send.
    """
    what = _what(activity)
    return None if what is None else Happened(place_of(activity), sender_of(activity), what)


def _what(activity: Activity) -> What | None:
    match activity["type"]:
        case "message" | "messageUpdate" | "messageDelete" as kind:
            return None if _is_a_bots(activity) else _message(kind, activity)
        case "invoke":
            return _invoked(activity, _object(activity.get("value")))
        case "installationUpdate":
            return Installed(_text(activity["action"]).startswith("add"))
        case "conversationUpdate":
            return _changed(activity)
        case _:
            return None


def place_of(activity: Activity) -> Reference:
    """Tell where an activity happened."""
    conversation, data = activity["conversation"], _object(activity.get("channelData"))
    tenant = tenant_of(dict(activity))
    if tenant is None:
        raise ValueError("It is of no tenant.")
    try:
        kind = Kind(_text(conversation.get("conversationType") or ""))
    except ValueError:
        kind = Kind.GROUP  # which others read, too
    return Reference(
        tenant=tenant,
        conversation=_text(conversation["id"]),
        kind=kind,
        service_url=_text(activity["serviceUrl"]),
        bot=_text(activity["recipient"]["id"]),
        team=_text(_object(data.get("team")).get("id") or ""),
        channel_type=_text(_object(data.get("channel")).get("type") or ""),
    )


def _message(kind: str, activity: Activity) -> What:
    match kind:
        case "messageUpdate":
            return Edited(_asked(activity))
        case "messageDelete":
            return Deleted(place_of(activity).place, _text(activity["id"]))
        case _:
            return _submitted(activity) or _asked(activity)


def _asked(activity: Activity) -> Asked:
    here, name = place_of(activity), activity["recipient"].get("name") or ""
    entities = activity.get("entities") or []
    if not isinstance(entities, list):
        raise TypeError("Its entities are no list.")
    said = spoken(_text(activity.get("text") or ""), entities, here.bot, _text(name))
    message = _text(activity["id"])
    is_direct = here.kind is Kind.PERSONAL
    return Asked(
        place=here.place,
        user=sender_of(activity).user,
        message=message,
        text=said.text,
        is_direct=is_direct,
        is_addressed=said.is_to_bot or is_direct,
        is_reply=here.root not in (None, message),
        is_to_others=said.is_to_others,
    )


def _submitted(activity: Activity) -> Acted | None:
    """Read a button of the kind that sends a message; such a message has no text of its own."""
    value = activity.get("value")
    return _pressed(activity, value, "", is_answered_at_once=False) if value else None


def _pressed(activity: Activity, data: object, verb: object, *, is_answered_at_once: bool) -> Acted:
    data = _object(data)
    return Acted(
        action=_text(verb or data.get(ACTION) or ""),
        values={name: value for name, value in data.items() if name not in (ACTION, "msteams")},
        message=_acted_on(activity),
        is_answered_at_once=is_answered_at_once,
    )


def _invoked(activity: Activity, value: Mapping[str, Any]) -> Acted | Invoked | None:
    name = _text(activity["name"])
    if name == "adaptiveCard/action":
        action = _object(value.get("action"))
        return _pressed(activity, action.get("data"), action.get("verb"), is_answered_at_once=True)
    kind = _INVOKES.get(name)
    if kind is None:
        return None
    options = _object(value.get("queryOptions"))
    return Invoked(
        kind=kind,
        message=_acted_on(activity),
        command=_text(value.get("commandId") or ""),
        data=_data(kind, value),
        about=_quoted(_object(value.get("messagePayload"))),
        skip=int(options.get("skip") or 0),
    )


def _data(kind: Invoke, value: Mapping[str, Any]) -> Mapping[str, Any]:
    match kind:
        case Invoke.RATED | Invoke.RATING_FORM_WANTED:
            return _object(value.get("actionValue") or value.get("data"))
        case Invoke.SEARCHED:
            return {_text(one["name"]): one.get("value") for one in value.get("parameters") or []}
        case _:
            return _object(value.get("data"))


def _quoted(payload: Mapping[str, Any]) -> Quoted | None:
    if not payload:
        return None
    content = _text(_object(payload.get("body")).get("content") or "")
    text = BeautifulSoup(content, "lxml").get_text(" ", strip=True)
    return Quoted(_text(payload.get("id") or ""), text)


def _changed(activity: Activity) -> MembersChanged | PlaceChanged | None:
    added, removed = (
        tuple(_text(one["id"]) for one in activity.get(name) or [])
        for name in ("membersAdded", "membersRemoved")
    )
    if added or removed:
        return MembersChanged(added, removed)
    what = _object(activity.get("channelData")).get("eventType")
    return PlaceChanged(_text(what)) if what else None


def sender_of(activity: Activity) -> Sender:
    """Tell who did something."""
    told = activity["from"]
    return Sender(
        user=_text(told["id"]),
        object_id=_text(told.get("aadObjectId") or "").casefold() or None,
        locale=_text(activity.get("locale") or ""),
    )


def _is_a_bots(activity: Activity) -> bool:
    told = activity["from"]
    is_own = told["id"] == activity["recipient"]["id"]
    return is_own or str(told["id"]).startswith(_BOTS) or told.get("role") == "bot"


def _acted_on(activity: Activity) -> str | None:
    return _text(activity.get("replyToId") or "") or None


def _object(value: object) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise TypeError("What has to be an object is none.")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("What has to be a text is none.")
    return value
