"""How does Teams write what it tells the bot?"""

from html import escape
from typing import TYPE_CHECKING

from tests.fakes.teams.chats import Chat
from tests.fakes.teams.clock import ZONE
from tests.fakes.teams.messages import Message
from tests.fakes.teams.people import Account
from tests.fakes.teams.texts import MENTION, Body, as_sent, mentioned

if TYPE_CHECKING:
    from tests.fakes.teams.service import FakeTeams


def written(teams: "FakeTeams", kind: str, chat: Chat, sender: Account, *, root: str = "") -> Body:
    """Write what every activity has."""
    return {
        "type": kind,
        "id": teams.clock.activity_id(),
        "channelId": "msteams",
        "serviceUrl": teams.service_url(chat.tenant),
        "timestamp": teams.clock.stamp(),
        "localTimestamp": teams.clock.local_stamp(),
        "localTimezone": ZONE,
        "locale": sender.locale,
        "from": sender.sender,
        "recipient": {"id": teams.bot.id, "name": teams.bot.name},
        "conversation": chat.told(root),
        "channelData": chat.channel_data(),
        "entities": [client_info(sender)],
    }


def client_info(sender: Account) -> Body:
    return {
        "type": "clientInfo",
        "locale": sender.locale,
        "country": sender.locale.partition("-")[2] or "US",
        "platform": "Web",
        "timezone": ZONE,
    }


def said(teams: "FakeTeams", message: Message) -> Body:
    """Write a message of a person's."""
    called = mentions(teams, message)
    activity = written(teams, "message", message.chat, message.sender, root=message.root)
    text = as_sent(message.text)
    activity |= {
        "id": message.id,
        "text": text,
        "textFormat": "plain",
        "attachments": [{"contentType": "text/html", "content": _html(message.text)}],
    }
    activity["entities"] = [*map(_mention, called), *activity["entities"]]
    return activity


def edited(teams: "FakeTeams", message: Message) -> Body:
    """Write that a person edited a message."""
    return _changed(said(teams, message), "messageUpdate", "editMessage")


def deleted(teams: "FakeTeams", message: Message) -> Body:
    """Write that a person deleted a message."""
    activity = _changed(said(teams, message), "messageDelete", "softDeleteMessage")
    return {name: value for name, value in activity.items() if name not in {"text", "attachments"}}


def undeleted(teams: "FakeTeams", message: Message) -> Body:
    return _changed(said(teams, message), "messageUpdate", "undeleteMessage")


def reacted(teams: "FakeTeams", message: Message, by: Account, name: str) -> Body:
    """Write that a person reacted to a message of the bot's."""
    activity = written(teams, "messageReaction", message.chat, by, root=message.root)
    return activity | {"replyToId": message.id, "reactionsAdded": [{"type": name}]}


def submitted(teams: "FakeTeams", message: Message, by: Account, value: object) -> Body:
    """Write that a person pressed an Action.Submit: a message without a text."""
    activity = written(teams, "message", message.chat, by, root=message.root)
    activity["channelData"]["source"] = {"name": "message"}
    activity["channelData"]["legacy"] = {"replyToId": message.id}
    return activity | {"value": value, "replyToId": message.id}


def invoke(  # an invoke is all of this
    teams: "FakeTeams",
    name: str,
    chat: Chat,
    by: Account,
    *,
    value: object = None,
    on: Message | None = None,
) -> Body:
    """Write that a client asks for an answer at once."""
    activity = written(teams, "invoke", chat, by, root=on.root if on else "")
    activity |= {"name": name, "value": value}
    activity["channelData"]["source"] = {"name": "message"}
    return activity | ({"replyToId": on.id} if on else {})


def installed(teams: "FakeTeams", chat: Chat, by: Account, action: str) -> Body:
    """Write that the bot was installed somewhere, or taken out: `add` or `remove`."""
    activity = written(teams, "installationUpdate", chat, by)
    activity["channelData"]["settings"] = {"selectedChannel": {"id": chat.id}}
    return activity | {"action": action}


def roster(
    teams: "FakeTeams", chat: Chat, by: Account, change: str, accounts: list[Account]
) -> Body:
    """Write that people or the bot came or went: `membersAdded` or `membersRemoved`."""
    activity = written(teams, "conversationUpdate", chat, by)
    if chat.team is not None:
        kind = "teamMemberAdded" if change == "membersAdded" else "teamMemberRemoved"
        activity["channelData"]["eventType"] = kind
    told = [{"id": account.id} if account is teams.bot else account.sender for account in accounts]
    return activity | {change: told}


def happened(teams: "FakeTeams", chat: Chat, by: Account, event: str, **more: object) -> Body:
    """Write that something of a team or channel changed, like `channelShared`."""
    activity = written(teams, "conversationUpdate", chat, by)
    activity["channelData"] |= {"eventType": event, **more}
    return activity


def mentions(teams: "FakeTeams", message: Message) -> list[Account]:
    """Find who is called in a message, of those who are there, and the bot."""
    here = {account.name: account for account in message.chat.members.values()}
    here[teams.bot.name] = teams.bot
    return [here[name] for name in mentioned(message.text) if name in here]


def _mention(account: Account) -> Body:
    who = {"id": account.id, "name": account.name}
    return {"type": "mention", "mentioned": who, "text": account.mention}


def _changed(activity: Body, kind: str, event: str) -> Body:
    return {
        **activity,
        "type": kind,
        "channelData": {**activity["channelData"], "eventType": event},
    }


def _html(text: str) -> str:
    """Write what was typed as the client formats it."""
    parts = []
    end = 0
    for number, match in enumerate(MENTION.finditer(text)):
        span = (
            '<span itemtype="http://schema.skype.com/Mention" itemscope="" '
            f'itemid="{number}">{escape(match[1])}</span>'
        )
        parts += [escape(text[end : match.start()]), span]
        end = match.end()
    return f"<p>{''.join([*parts, escape(text[end:])])}</p>"
