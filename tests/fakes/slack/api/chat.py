"""Messages: to post, change and delete them, and to show one to one person."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.slack import limits, posting
from tests.fakes.slack.api.methods import account_of, channel_of, method
from tests.fakes.slack.calls import Call
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.people import Account
from tests.fakes.slack.refusing import SlackError, check_blocks, check_metadata, check_ts
from tests.fakes.slack.texts import Body
from tests.fakes.slack.views import with_ids

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack


@dataclass(frozen=True, slots=True)
class _Content:
    """What a call wants said; None where it does not say."""

    text: str | None
    blocks: list[Body] | None
    attachments: list[Body] | None

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.blocks or self.attachments)


def post_message(slack: "FakeSlack", call: Call) -> Body:
    channel = _reached(slack, call)
    content = _content(slack, call, most=limits.POSTED_TEXT)
    if content.is_empty:
        raise SlackError("no_text")
    thread = _thread(channel, call)
    broadcasts = call.is_set("reply_broadcast") and thread
    message = Message(
        channel,
        slack.clock.ts(),
        slack.bot,
        content.text or "",
        content.blocks or [],
        thread,
        content.attachments or [],
        metadata=check_metadata(call.parsed("metadata")),
        subtype="thread_broadcast" if broadcasts else "",
        links_names=call.is_set("link_names") or call.text("parse") == "full",
    )
    posting.post(slack, message)
    told = message.json(with_metadata=True)
    return {"channel": channel.id, "ts": message.ts, "message": told}


def update(slack: "FakeSlack", call: Call) -> Body:
    channel = channel_of(slack, call)
    message = own_message(slack, channel, call.text("ts"), "cant_update_message")
    if message.streams_since is not None and not _has_ended(slack, message):
        raise SlackError("streaming_state_conflict")
    content = _content(slack, call, most=limits.UPDATED_TEXT)
    if content.is_empty and content.blocks is None:
        raise SlackError("no_text")
    changes: Body = {"edited": posting.edited(slack, slack.bot), "streams_since": None}
    for name in ("text", "blocks", "attachments"):
        given = getattr(content, name)
        if given is not None:
            changes[name] = given
    if "metadata" in call.args:
        changes["metadata"] = check_metadata(call.parsed("metadata"))
    posting.change(slack, message, **changes)
    told = message.json(with_metadata=True)
    return {"channel": channel.id, "ts": message.ts, "text": message.text, "message": told}


def delete(slack: "FakeSlack", call: Call) -> Body:
    channel = channel_of(slack, call)
    message = own_message(slack, channel, call.text("ts"), "cant_delete_message")
    posting.take_back(slack, message)
    return {"channel": channel.id, "ts": message.ts}


def post_ephemeral(slack: "FakeSlack", call: Call) -> Body:
    channel = _joined(slack, channel_of(slack, call))
    reader = slack.directory.accounts.get(call.text("user"))
    if reader is None or reader.id not in channel.members:
        raise SlackError("user_not_in_channel")
    content = _content(slack, call, most=limits.POSTED_TEXT)
    if content.is_empty:
        raise SlackError("no_text")
    note = Ephemeral(
        channel,
        slack.clock.ts(),
        slack.bot,
        reader,
        content.text or "",
        content.blocks or [],
        _thread(channel, call),
    )
    posting.whisper(slack, note)
    return {"message_ts": note.ts}


def get_permalink(slack: "FakeSlack", call: Call) -> Body:
    channel = channel_of(slack, call)
    message = channel.messages.get(call.text("message_ts"))
    if message is None:
        raise SlackError("message_not_found")
    place = f"{channel.id}/p{message.ts.replace('.', '')}"
    link = f"https://{slack.team.domain}.slack.com/archives/{place}"
    if message.is_reply:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


def own_message(slack: "FakeSlack", channel: Channel, ts: str, error: str) -> Message:
    """Find a message that the app wrote."""
    message = channel.messages.get(ts)
    if message is None or message.subtype == "tombstone":
        raise SlackError("message_not_found")
    if message.sender is not slack.bot:
        raise SlackError(error)
    return message


def _has_ended(slack: "FakeSlack", message: Message) -> bool:
    """Tell whether Slack has ended a stream by itself."""
    since = message.streams_since
    return since is not None and slack.clock.now() - since > slack.stream_lives


def _reached(slack: "FakeSlack", call: Call) -> Channel:
    """Find where to post: a conversation by id or name, or somebody's direct messages."""
    given = call.text("channel")
    if given in slack.directory.accounts:
        return direct(slack, account_of(slack, given))
    named = given.removeprefix("#")
    for channel in () if given in slack.channels else slack.channels.values():
        if channel.name == named and not (
            channel.is_hidden and slack.bot.id not in channel.members
        ):
            return _joined(slack, channel)
    return _joined(slack, channel_of(slack, call))


def direct(slack: "FakeSlack", account: Account) -> Channel:
    """Give somebody's direct messages with the app."""
    if account.has("is_bot"):
        raise SlackError("cannot_dm_bot")
    return slack.dm(account)


def _joined(slack: "FakeSlack", channel: Channel) -> Channel:
    if channel.is_archived:
        raise SlackError("is_archived")
    if slack.bot.id not in channel.members and "chat:write.public" not in slack.scopes:
        raise SlackError("not_in_channel")
    return channel


def _thread(channel: Channel, call: Call) -> str:
    """Find the thread to reply in: it has to be there, and be named by its first message."""
    if call.args.get("thread_ts") is None:
        return ""
    ts = check_ts(call.text("thread_ts"))
    root = channel.messages.get(ts)
    if root is None:
        raise SlackError("thread_not_found")
    if root.is_reply:
        raise SlackError("cannot_reply_to_message")
    return ts


def _content(slack: "FakeSlack", call: Call, *, most: int) -> _Content:
    text = None if call.args.get("text") is None else call.text("text")
    blocks = call.parsed("blocks")
    markdown = call.args.get("markdown_text")
    if markdown is not None:
        if text is not None or blocks is not None:
            raise SlackError("markdown_text_conflict")
        if len(str(markdown)) > limits.MARKDOWN:
            raise SlackError("msg_too_long")
        blocks = [{"type": "markdown", "text": str(markdown)}]
    if text is not None and len(text) > most:
        raise SlackError("msg_too_long")
    if blocks is not None:
        checked = check_blocks(blocks, structural=slack.checks_structure)
        blocks = with_ids(checked, slack.clock)
    attachments = call.parsed("attachments")
    if attachments is not None and not isinstance(attachments, list):
        raise SlackError("invalid_attachments")
    return _Content(text, blocks, attachments)


METHODS = {
    "chat.postMessage": method(post_message, "chat:write", "channel"),
    "chat.update": method(update, "chat:write", "channel ts", tier=3),
    "chat.delete": method(delete, "chat:write", "channel ts", tier=3),
    "chat.postEphemeral": method(post_ephemeral, "chat:write", "channel user", tier=4),
    "chat.getPermalink": method(get_permalink, "", "channel message_ts", takes_json=False),
}
