"""Files and reactions."""

import re
from typing import TYPE_CHECKING

from tests.fakes.slack import posting
from tests.fakes.slack.api.methods import channel_of, method
from tests.fakes.slack.calls import Call
from tests.fakes.slack.messages import Message
from tests.fakes.slack.refusing import SlackError, check_ts
from tests.fakes.slack.texts import Body
from tests.fakes.slack.uploads import File

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack


def get_upload_url(slack: "FakeSlack", call: Call) -> Body:
    length = call.number("length", 0)
    if length < 1:
        raise SlackError("invalid_arguments", "length must be greater than 0")
    file = File(slack.clock.id("F"), call.text("filename"), length)
    slack.files[file.id] = file
    return {"upload_url": f"{slack.url}/upload/v1/{file.id}", "file_id": file.id}


def complete_upload(slack: "FakeSlack", call: Call) -> Body:
    wanted = call.parsed("files")
    if not isinstance(wanted, list) or not wanted:
        raise SlackError("invalid_arguments", "files must be an array")
    files = [_sent(slack, part) for part in wanted]
    ids = [name for name in call.text("channels").split(",") if name]
    for channel_id in {*ids, *filter(None, [call.text("channel_id")])}:
        _share(slack, channel_id, files, call)
    return {"files": [file.json() for file in files]}


def add_reaction(slack: "FakeSlack", call: Call) -> Body:
    channel = channel_of(slack, call)
    name = call.text("name").strip(":")
    if not re.fullmatch(r"[a-z0-9_+'-]+(?:::skin-tone-[2-6])?", name):
        raise SlackError("invalid_name")
    message = channel.messages.get(check_ts(call.text("timestamp"), "bad_timestamp"))
    if message is None:
        raise SlackError("message_not_found")
    who = message.reactions.setdefault(name, [])
    if slack.bot.id in who:
        raise SlackError("already_reacted")
    who.append(slack.bot.id)
    posting.expose(slack, message)
    slack.changed(channel)
    return {}


def _sent(slack: "FakeSlack", part: object) -> File:
    file = slack.files.get(str(part.get("id"))) if isinstance(part, dict) else None
    if file is None or file.content is None:
        raise SlackError("file_not_found")
    file.title = str(part.get("title") or file.name) if isinstance(part, dict) else file.name
    return file


def _share(slack: "FakeSlack", channel_id: str, files: list[File], call: Call) -> None:
    channel = slack.channels.get(channel_id)
    if channel is None:
        raise SlackError("channel_not_found")
    if slack.bot.id not in channel.members:
        raise SlackError("not_in_channel")
    text = call.text("initial_comment")
    message = Message(channel, slack.clock.ts(), slack.bot, text, subtype="file_share")
    message.thread_ts = call.text("thread_ts")
    message.files = [file.json() for file in files]
    posting.post(slack, message)
    for file in files:
        file.is_shared = True
        slack.record.add(file.texts, channel.audience, by_app=True, how="file", channel=channel)


METHODS = {
    "files.getUploadURLExternal": method(
        get_upload_url, "files:write", "filename length", tier=4, takes_json=False
    ),
    "files.completeUploadExternal": method(complete_upload, "files:write", "files", tier=4),
    "reactions.add": method(add_reaction, "reactions:write", "channel name timestamp", tier=3),
}
