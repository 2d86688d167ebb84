"""What Teams tells, as it tells it: each with what a test wants to be different."""

from itertools import count
from typing import Any

Json = dict[str, Any]

TENANT = "99999999-2222-3333-4444-555555555555"
BOT = "28:11111111-2222-3333-4444-555555555555"
SERVICE = "https://smba.trafficmanager.net/emea/"
THREAD = "19:policies@thread.tacv2;messageid=1700000000000"

_numbers = count(1)


def activity(**more: Any) -> Json:  # noqa: ANN401  # JSON
    """Tell something in the personal chat of one person, under an id of its own."""
    return {
        "type": "message",
        "id": f"17{next(_numbers):011}",
        "channelId": "msteams",
        "serviceUrl": SERVICE,
        "timestamp": "2026-11-30T09:00:00.1234567Z",
        "locale": "en-GB",
        "from": {
            "id": "29:ana",
            "name": "Ana",
            "aadObjectId": "AAAAAAAA-0000-0000-0000-00000000000A",
        },
        "recipient": {"id": BOT, "name": "Policy"},
        "conversation": {"conversationType": "personal", "tenantId": TENANT, "id": "a:1ana"},
        "channelData": {"tenant": {"id": TENANT}},
    } | more


def direct(text: object = "How much leave do I get?", **more: Any) -> Json:  # noqa: ANN401
    """Write to the bot in private."""
    client = {"type": "clientInfo", "locale": "en-GB", "country": "GB", "platform": "Web"}
    written = {
        "text": text,
        "textFormat": "plain",
        "entities": [client],
        "attachments": [{"contentType": "text/html", "content": f"<p>{text}</p>"}],
    }
    return activity(**written | more)


def mention(text: str | None = "<at>Policy</at>", mentioned: str = BOT, **more: Any) -> Json:  # noqa: ANN401
    """Make the entity of a mention."""
    return {
        "type": "mention",
        "mentioned": {"id": mentioned, "name": "Policy"},
        "text": text,
    } | more


def in_chat(text: str = "<at>Policy</at>&nbsp;how much leave?", **more: Any) -> Json:  # noqa: ANN401
    """Call the bot in a group chat."""
    chat = {"isGroup": True, "conversationType": "groupChat", "id": "19:hr@thread.v2"}
    return direct(text, **{"conversation": chat} | {"entities": [mention()]} | more)


def in_channel(text: str = "<at>Policy</at> how much leave?", **more: Any) -> Json:  # noqa: ANN401
    """Call the bot in a thread of a channel."""
    place = {"isGroup": True, "conversationType": "channel", "tenantId": TENANT, "id": THREAD}
    data = {
        "teamsChannelId": "19:policies@thread.tacv2",
        "teamsTeamId": "19:team@thread.tacv2",
        "channel": {"id": "19:policies@thread.tacv2", "type": "shared"},
        "team": {"id": "19:team@thread.tacv2"},
        "tenant": {"id": TENANT},
    }
    changed = {"conversation": place, "channelData": data, "entities": [mention()]} | more
    return direct(text, **changed)


def edited(text: str = "And how much abroad?", **more: Any) -> Json:  # noqa: ANN401
    """Change a message."""
    data = {"eventType": "editMessage", "tenant": {"id": TENANT}}
    return direct(text, **{"type": "messageUpdate", "channelData": data, "id": "1701"} | more)


def deleted(**more: Any) -> Json:  # noqa: ANN401
    """Take a message back."""
    data = {"eventType": "softDeleteMessage", "tenant": {"id": TENANT}}
    return activity(**{"type": "messageDelete", "channelData": data, "id": "1701"} | more)


def submitted(value: object = None, **more: Any) -> Json:  # noqa: ANN401
    """Press a button of the kind that sends a message."""
    data = {"source": {"name": "message"}, "tenant": {"id": TENANT}}
    value = {"action": "ask_hr", "exchange": "x1", "note": "please"} if value is None else value
    return activity(value=value, replyToId="1699", channelData=data, **more)


def invoked(name: str, value: object, **more: Any) -> Json:  # noqa: ANN401
    """Do something for which Teams waits."""
    return activity(
        **{"type": "invoke", "name": name, "value": value, "replyToId": "1699"}
        | {"id": f"f:{next(_numbers)}"}
        | more
    )


def executed(verb: str = "claim", data: Json | None = None, **more: Any) -> Json:  # noqa: ANN401
    """Press a button that is answered at once."""
    action = {"type": "Action.Execute", "id": "b1", "verb": verb, "data": data or {"case": "c1"}}
    return invoked("adaptiveCard/action", {"action": action, "trigger": "manual"}, **more)


def rated(reaction: str = "dislike", feedback: object = '{"feedbackText":"wrong"}') -> Json:
    """Press a thumb, and say why."""
    value = {"reaction": reaction, "feedback": feedback}
    return invoked("message/submitAction", {"actionName": "feedback", "actionValue": value})


def searched(text: str = "leave", skip: int = 0) -> Json:
    """Look for something with the message extension."""
    return invoked(
        "composeExtension/query",
        {
            "commandId": "search",
            "parameters": [{"name": "query", "value": text}],
            "queryOptions": {"skip": skip, "count": 25},
        },
    )


def asked_about(content: str = "<p>Who <b>pays</b> for&nbsp;this?</p>") -> Json:
    """Use the message extension on somebody's message."""
    payload = {"id": "1650", "body": {"contentType": "html", "content": content}}
    return invoked(
        "composeExtension/fetchTask", {"commandId": "ask_about", "messagePayload": payload}
    )


def installed(action: str = "add") -> Json:
    """Add the bot, or remove it."""
    return activity(type="installationUpdate", action=action)


def joined(*members: str, **more: Any) -> Json:  # noqa: ANN401
    """Let people, or the bot, join."""
    added = [{"id": member} for member in members]
    return activity(type="conversationUpdate", membersAdded=added, **more)
