"""Which events does the app get of what happens, and what stands in them?"""

import re
from typing import TYPE_CHECKING

from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.delivering import EVENTS, Dispatch
from tests.fakes.slack.messages import Message
from tests.fakes.slack.people import Account
from tests.fakes.slack.texts import Body

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack

_SCOPES: dict[str, frozenset[str]] = {  # one of them is enough; of others none is needed
    "app_mention": frozenset({"app_mentions:read"}),
    "app_context_changed": frozenset({"assistant:write"}),
    "message.im": frozenset({"im:history"}),
    "message.channels": frozenset({"channels:history"}),
    "message.groups": frozenset({"groups:history"}),
    "message.mpim": frozenset({"mpim:history"}),
    "user_change": frozenset({"users:read"}),
    "channel_shared": frozenset({"channels:read", "groups:read"}),
    "member_joined_channel": frozenset({"channels:read", "groups:read"}),
    "member_left_channel": frozenset({"channels:read", "groups:read"}),
    "reaction_added": frozenset({"reactions:read"}),
    "agent_session_stopped": frozenset({"chat:write"}),
}
_ALWAYS = frozenset({"app_uninstalled", "tokens_revoked"})
_MENTION_FIELDS = (
    *("user", "text", "ts", "team", "client_msg_id", "blocks", "thread_ts", "parent_user_id"),
    *("files", "edited", "bot_id", "user_team", "source_team", "user_profile"),
)


def publish(
    slack: "FakeSlack", subscription: str, event: Body, channel: Channel | None = None
) -> list[Dispatch]:
    """Send an event to the app, if it has asked for such and may have them."""
    scopes = _SCOPES.get(subscription)
    if subscription not in slack.subscriptions or (scopes and not scopes & slack.scopes):
        return []
    if slack.token_error and subscription not in _ALWAYS:
        return []
    event_id = slack.clock.id("Ev")
    dispatch = Dispatch(EVENTS, event_id, _outer(slack, event_id, event, channel))
    slack.deliverer.send(dispatch)
    return [dispatch]


def message_sent(slack: "FakeSlack", message: Message) -> None:
    """Tell the app of a message, where it is there to hear it: as a mention, and as a message."""
    channel = message.channel
    if slack.bot.id not in channel.members:
        return
    told = _told(slack, message)
    if channel.kind is not Kind.DIRECT and mentions(message.text, slack.bot):
        message.events += publish(slack, "app_mention", _mention(told), channel)
    message.events += publish(slack, f"message.{channel.family}", told, channel)


def message_changed(slack: "FakeSlack", message: Message, before: Body) -> None:
    """Tell the app that a message is another now: edited, or with a link unfolded."""
    channel = message.channel
    if slack.bot.id not in channel.members:
        return
    now = _told(slack, message)
    is_new_mention = mentions(message.text, slack.bot) and not mentions(before["text"], slack.bot)
    if channel.kind is not Kind.DIRECT and is_new_mention:
        message.events += publish(slack, "app_mention", _mention(now), channel)
    event = {"subtype": "message_changed", "message": message.json(), "previous_message": before}
    message.events += _hidden(slack, channel, event)


def message_deleted(slack: "FakeSlack", message: Message, before: Body) -> None:
    """Tell the app that a message is gone."""
    if slack.bot.id in message.channel.members:
        event = {
            "subtype": "message_deleted",
            "deleted_ts": message.ts,
            "previous_message": before,
        }
        message.events += _hidden(slack, message.channel, event)


def mentions(text: str, account: Account) -> bool:
    """Tell whether a text calls somebody."""
    return re.search(rf"<@{account.id}[|>]", text) is not None


def _told(slack: "FakeSlack", message: Message) -> Body:
    told = message.json() | {
        "channel": message.channel.id,
        "channel_type": str(message.channel.kind),
        "event_ts": message.ts,
    }
    sender = message.sender
    if slack.directory.is_foreign(sender):
        told |= {
            "user_team": sender.team.id,
            "source_team": sender.team.id,
            "user_profile": {"name": sender.name, "team": sender.team.id},
        }
    return told


def _mention(told: Body) -> Body:
    kept = {name: told[name] for name in _MENTION_FIELDS if name in told}
    return {"type": "app_mention", "channel": told["channel"], "event_ts": told["ts"], **kept}


def _hidden(slack: "FakeSlack", channel: Channel, event: Body) -> list[Dispatch]:
    ts = slack.clock.ts()
    told = {
        "type": "message",
        "hidden": True,
        "channel": channel.id,
        "channel_type": str(channel.kind),
        "ts": ts,
        "event_ts": ts,
        **event,
    }
    return publish(slack, f"message.{channel.family}", told, channel)


def _outer(slack: "FakeSlack", event_id: str, event: Body, channel: Channel | None) -> Body:
    enterprise = slack.team.enterprise_id
    team = slack.team.id if channel is None else channel.team.id
    return {
        "token": "legacy-verification-token",
        "team_id": team,
        "enterprise_id": enterprise,
        "context_team_id": team,
        "context_enterprise_id": enterprise,
        "api_app_id": slack.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(slack.clock.now()),
        "authorizations": [
            {
                "enterprise_id": enterprise,
                "team_id": team,
                "user_id": slack.bot.id,
                "is_bot": True,
                "is_enterprise_install": slack.is_org_wide,
            }
        ],
        "is_ext_shared_channel": channel is not None and channel.is_ext_shared,
        "event_context": f"4-{event_id}",
    }
