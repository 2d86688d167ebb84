"""What happens when something is said, changed or taken back, by a person or by the app?"""

from typing import TYPE_CHECKING, Any

from tests.fakes.slack import events
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.people import Account
from tests.fakes.slack.pings import pinged

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack


def post(slack: "FakeSlack", message: Message) -> Message:
    """Put a message up for all who are there."""
    message.channel.keep(message)
    if message.sender is slack.bot:
        slack.statuses.pop((message.channel.id, message.root), None)
    expose(slack, message)
    events.message_sent(slack, message)
    slack.changed(message.channel)
    return message


def change(slack: "FakeSlack", message: Message, **changes: Any) -> None:  # noqa: ANN401  # whatever a message has
    """Make a message another: everybody who is there now sees what it says now."""
    before = message.json()
    for name, value in changes.items():
        setattr(message, name, value)
    expose(slack, message)
    events.message_changed(slack, message, before)
    slack.changed(message.channel)


def edited(slack: "FakeSlack", by: Account) -> dict[str, str]:
    """Make the mark of a message that somebody edited."""
    return {"user": by.id, "ts": slack.clock.ts()}


def take_back(slack: "FakeSlack", message: Message) -> None:
    """Delete a message; where it was replied to, a tombstone holds its place."""
    before = message.json()
    if message.channel.replies.get(message.ts):
        message.text = "This message was deleted."
        message.blocks, message.attachments, message.files = [], [], []
        message.subtype = "tombstone"
        events.message_changed(slack, message, before)
    else:
        message.channel.drop(message)
        events.message_deleted(slack, message, before)
    slack.changed(message.channel)


def whisper(slack: "FakeSlack", note: Ephemeral) -> Ephemeral:
    """Show something to one person alone."""
    root = note.thread_ts
    note.is_drawn = not root or bool(note.channel.replies.get(root))
    note.channel.ephemerals[note.ts] = note
    slack.record.add(
        note.texts,
        [note.reader.id],
        by_app=note.sender is slack.bot,
        how="note",
        channel=note.channel,
    )
    called = pinged(note, by_name=False)
    slack.pings += [(note.channel.id, who) for who in sorted(called)]
    slack.changed(note.channel)
    return note


def expose(slack: "FakeSlack", message: Message) -> None:
    """Record who can see what a message says now."""
    by_app = message.sender is slack.bot
    channel = message.channel
    slack.record.add(message.texts, channel.audience, by_app=by_app, channel=channel)
    if by_app:
        called = pinged(message, by_name=message.links_names)
        slack.pings += [(message.channel.id, who) for who in sorted(called)]


def welcome(slack: "FakeSlack", channel: Channel, account: Account) -> None:
    """Let somebody in, who sees all that stands there from then on."""
    channel.take_in([account])
    for message in channel.messages.values():
        by_app = message.sender is slack.bot
        slack.record.add(message.texts, [account.id], by_app=by_app, how="history", channel=channel)
    event = {
        "type": "member_joined_channel",
        "user": account.id,
        "channel": channel.id,
        "channel_type": channel.id[0],
        "team": account.team.id,
        "event_ts": slack.clock.ts(),
    }
    if slack.bot.id in channel.members:
        events.publish(slack, "member_joined_channel", event, channel)
    slack.changed(channel)
