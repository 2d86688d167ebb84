"""Messages that grow while they are written."""

from typing import TYPE_CHECKING

from tests.fakes.slack import events, limits, posting
from tests.fakes.slack.api.chat import own_message
from tests.fakes.slack.api.methods import channel_of, method
from tests.fakes.slack.calls import Call
from tests.fakes.slack.messages import Message
from tests.fakes.slack.refusing import SlackError, check_blocks, check_metadata, check_ts
from tests.fakes.slack.texts import Body, drawn
from tests.fakes.slack.views import with_ids

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack

_CHUNKS = frozenset({"markdown_text", "task_update", "plan_update", "blocks"})


def start(slack: "FakeSlack", call: Call) -> Body:
    channel = channel_of(slack, call)
    if channel.is_archived:
        raise SlackError("is_archived")
    if slack.bot.id not in channel.members:
        raise SlackError("not_in_channel")
    if not channel.is_direct:
        _check_recipient(slack, call)
    thread = call.args.get("thread_ts")
    if thread is not None or channel.is_direct:
        check_ts(call.text("thread_ts"))
        if call.text("thread_ts") not in channel.messages:
            raise SlackError("thread_not_found")
    message = Message(channel, slack.clock.ts(), slack.bot, thread_ts=call.text("thread_ts"))
    text, blocks = _grown(slack, call, message)
    message.text, message.blocks = text, blocks
    message.streams_since = slack.clock.now()
    posting.post(slack, message)
    return {"channel": channel.id, "ts": message.ts}


def append(slack: "FakeSlack", call: Call) -> Body:
    message = _streaming(slack, call)
    text, blocks = _grown(slack, call, message)
    if text == message.text and blocks == message.blocks:
        raise SlackError("no_text")
    _grow(slack, message, text, blocks)
    message.streams_since = slack.clock.now()
    return {"channel": message.channel.id, "ts": message.ts}


def stop(slack: "FakeSlack", call: Call) -> Body:
    message = _streaming(slack, call)
    text, grown = _grown(slack, call, message)
    last = call.parsed("blocks") or []
    checked = check_blocks(last, structural=slack.checks_structure, too_many="msg_blocks_too_many")
    blocks = grown + with_ids(checked, slack.clock)
    if limits.too_long(blocks):
        raise SlackError("msg_blocks_too_long")
    message.metadata = check_metadata(call.parsed("metadata")) or message.metadata
    before = message.json()
    message.streams_since = None
    _grow(slack, message, text, blocks)
    events.message_changed(slack, message, before)
    return {"channel": message.channel.id, "ts": message.ts, "message": message.json()}


def _check_recipient(slack: "FakeSlack", call: Call) -> None:
    for name in ("recipient_team_id", "recipient_user_id"):
        if not call.text(name):
            raise SlackError(f"missing_{name}")
    account = slack.directory.accounts.get(call.text("recipient_user_id"))
    if account is None or slack.directory.is_foreign(account):
        raise SlackError("user_not_found")
    if call.text("recipient_team_id") not in slack.directory.teams:
        raise SlackError("team_not_found")


def _streaming(slack: "FakeSlack", call: Call) -> Message:
    channel = channel_of(slack, call)
    message = own_message(slack, channel, call.text("ts"), "message_not_owned_by_app")
    since = message.streams_since
    if since is None or slack.clock.now() - since > slack.stream_lives:
        raise SlackError("message_not_in_streaming_state")
    return message


def _grow(slack: "FakeSlack", message: Message, text: str, blocks: list[Body]) -> None:
    message.text, message.blocks = text, blocks
    posting.expose(slack, message)
    slack.changed(message.channel)


def _grown(slack: "FakeSlack", call: Call, message: Message) -> tuple[str, list[Body]]:
    """Add what a call brings: text to the markdown that is last, and blocks after it."""
    chunks = call.parsed("chunks") or []
    if call.args.get("markdown_text"):
        chunks = [{"type": "markdown_text", "text": call.text("markdown_text")}, *chunks]
    text, blocks = message.text, list(message.blocks)
    for chunk in chunks:
        if not isinstance(chunk, dict) or chunk.get("type") not in _CHUNKS:
            raise SlackError("invalid_chunks")
        if chunk["type"] == "markdown_text":
            added = _markdown(chunk)
            text += added
            blocks = _with_markdown(slack, blocks, added)
        elif chunk["type"] == "blocks":
            inner = check_blocks(chunk.get("blocks"), structural=slack.checks_structure)
            blocks += with_ids(inner, slack.clock)
        else:
            blocks.append({**chunk, "block_id": slack.clock.id("b")})
    if sum(map(len, drawn(blocks))) > limits.ALL_TEXTS:
        raise SlackError("msg_blocks_too_long")
    return text, blocks


def _markdown(chunk: Body) -> str:
    added = chunk.get("text")
    if not isinstance(added, str):
        raise SlackError("invalid_chunks")
    if len(added) > limits.MARKDOWN:
        raise SlackError("msg_too_long")
    return added


def _with_markdown(slack: "FakeSlack", blocks: list[Body], added: str) -> list[Body]:
    if blocks and blocks[-1]["type"] == "markdown":
        return [*blocks[:-1], {**blocks[-1], "text": blocks[-1]["text"] + added}]
    return [*blocks, {"type": "markdown", "text": added, "block_id": slack.clock.id("b")}]


METHODS = {
    "chat.startStream": method(start, "chat:write", "channel", tier=2),
    "chat.appendStream": method(append, "chat:write", "channel ts", tier=4),
    "chat.stopStream": method(stop, "chat:write", "channel ts", tier=2),
}
