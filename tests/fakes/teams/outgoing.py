"""What does the connector find fault with in an activity that a bot sends?"""

import json
import re
from typing import TYPE_CHECKING

from tests.fakes.teams.cards import wrong_in_card
from tests.fakes.teams.citations import check_root
from tests.fakes.teams.messages import ADAPTIVE
from tests.fakes.teams.refusing import TOO_BIG, bad, malformed
from tests.fakes.teams.texts import Body, utf16

if TYPE_CHECKING:
    from tests.fakes.teams.chats import Chat

LARGEST = 100 * 1024  # bytes of an activity, as UTF-16
SAFE = 28 * 1024  # bytes above which it is noted: the older limit, and that of cards
MOST_SUGGESTED = 6
STREAM_INFO = "streaminfo"
_KINDS = frozenset({"message", "typing"})
_FORMATS = frozenset({"plain", "markdown", "xml"})
_CARDS = "application/vnd.microsoft."
_CARD_TYPES = frozenset(
    {
        ADAPTIVE,
        *(f"{_CARDS}card.{kind}" for kind in ("hero", "thumbnail", "list", "signin", "oauth")),
        f"{_CARDS}teams.card.o365connector",
        f"{_CARDS}teams.card.list",
        f"{_CARDS}teams.card.file.consent",
        f"{_CARDS}teams.card.file.info",
    }
)
_ENTITY_TYPES = frozenset({"mention", STREAM_INFO, "https://schema.org/Message", "clientInfo"})
_LOOPS = frozenset({"default", "custom"})


def size(activity: Body) -> int:
    """Count an activity's bytes as Teams counts them."""
    return utf16(json.dumps(activity, ensure_ascii=False, separators=(",", ":")))


def check(activity: object, chat: "Chat") -> Body:
    """Refuse an activity that Teams would not have; give it, if it is one.

    Raises:
        ConnectorError: It is malformed, too large, or says what Teams does not know.
    """
    if not isinstance(activity, dict):
        raise malformed("The activity is no object.")
    if activity.get("type") not in _KINDS:
        raise malformed(f"Activity type {activity.get('type')!r} is not supported.")
    if size(activity) > LARGEST:
        raise TOO_BIG
    text = activity.get("text") or ""
    if not isinstance(text, str):
        raise malformed("text must be a string.")
    if activity.get("textFormat", "markdown") not in _FORMATS:
        raise bad(f"Unknown textFormat {activity['textFormat']!r}")
    entities = _objects(activity, "entities")
    _check_entities(entities, text)
    attachments = _objects(activity, "attachments")
    _check_attachments(activity, attachments)
    _check_suggested(activity, chat)
    _check_channel_data(activity.get("channelData"))
    if activity["type"] == "message" and not text.strip() and not attachments:
        raise bad("The message has neither text nor attachments.")
    return activity


def split(activity: Body) -> list[Body]:
    """Give the messages that people see: what is text and a card is two."""
    if not activity.get("text") or not activity.get("attachments"):
        return [activity]
    cards = {name: value for name, value in activity.items() if name not in {"text", "textFormat"}}
    return [{**activity, "attachments": []}, {**cards, "entities": []}]


def stream_info(activity: Body) -> Body | None:
    """Give what makes an activity a part of a stream."""
    return next((e for e in activity.get("entities") or () if e.get("type") == STREAM_INFO), None)


def _objects(activity: Body, name: str) -> list[Body]:
    given = activity.get(name) or []
    if not isinstance(given, list) or not all(isinstance(part, dict) for part in given):
        raise malformed(f"{name} must be a list of objects.")
    return given


def _check_entities(entities: list[Body], text: str) -> None:
    for entity in entities:
        kind = entity.get("type")
        if kind not in _ENTITY_TYPES:
            raise bad(f"Unknown entity type {kind!r}")
        if entity.keys() == {"type"}:
            raise bad(f"The entity {kind!r} is empty")
        if kind == "mention":
            _check_mention(entity, text)
    check_root(entities, text)


def _check_mention(entity: Body, text: str) -> None:
    mentioned = entity.get("mentioned")
    if not isinstance(mentioned, dict) or not mentioned.get("id"):
        raise bad("A mention names nobody")
    shown = entity.get("text")
    if not isinstance(shown, str) or not re.fullmatch(r"<at>[^<>]+</at>", shown):
        raise bad("A mention's text must be <at>…</at>")
    if shown not in text:
        raise bad(f"The text does not carry the mention {shown}")


def _check_attachments(activity: Body, attachments: list[Body]) -> None:
    if activity.get("attachmentLayout", "list") not in {"list", "carousel"}:
        raise bad(f"Unknown attachmentLayout {activity['attachmentLayout']!r}")
    for number, attachment in enumerate(attachments):
        kind = attachment.get("contentType")
        at = f"/attachments/{number}"
        if not isinstance(kind, str):
            raise bad("missing required field: contentType", at=at)
        if kind == ADAPTIVE:
            wrong = wrong_in_card(attachment.get("content"))
            if wrong:
                raise bad("; ".join(wrong[:3]), at=f"{at}/content")
        elif not kind.startswith("image/") and kind not in _CARD_TYPES:
            raise bad(f"Unknown attachment type {kind!r}", at=at)


def _check_suggested(activity: Body, chat: "Chat") -> None:
    suggested = activity.get("suggestedActions")
    if suggested is None:
        return
    actions = suggested.get("actions") if isinstance(suggested, dict) else None
    if not isinstance(actions, list) or not actions:
        raise bad("suggestedActions must have actions")
    if not chat.is_personal:
        raise bad("suggestedActions are for personal chats only")
    if len(actions) > MOST_SUGGESTED:
        raise bad(f"There may be {MOST_SUGGESTED} suggested actions")
    if activity.get("attachments"):
        raise bad("suggestedActions are for messages without attachments")
    _check_choices(actions)


def _check_choices(actions: list[Body]) -> None:
    for action in actions:
        if action.get("type") not in {"imBack", "Action.Compose"}:
            raise bad(f"A suggested action cannot be {action.get('type')!r}")
        if not action.get("title") or not action.get("value"):
            raise bad("A suggested action must have a title and a value")


def _check_channel_data(data: object) -> None:
    if data is None:
        return
    if not isinstance(data, dict):
        raise malformed("channelData must be an object.")
    loop = data.get("feedbackLoop")
    if loop is not None and (not isinstance(loop, dict) or loop.get("type") not in _LOOPS):
        raise bad("feedbackLoop.type must be default or custom")
    is_enabled = data.get("feedbackLoopEnabled")
    if is_enabled is not None and not isinstance(is_enabled, bool):
        raise bad("feedbackLoopEnabled must be true or false")
    if loop is not None and is_enabled is not None:
        raise bad("There is feedbackLoop, or feedbackLoopEnabled, not both")
