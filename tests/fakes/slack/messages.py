"""What is a message, and what does Slack tell of one?"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.slack.people import Account
from tests.fakes.slack.texts import Body, leaves

if TYPE_CHECKING:
    from tests.fakes.slack.channels import Channel
    from tests.fakes.slack.delivering import Dispatch


@dataclass(eq=False)
class Message:
    """A message as it is now; `thread_ts` is empty where it has no thread."""

    channel: "Channel"
    ts: str
    sender: Account
    text: str = ""
    blocks: list[Body] = field(default_factory=list)
    thread_ts: str = ""
    attachments: list[Body] = field(default_factory=list)
    files: list[Body] = field(default_factory=list)
    metadata: Body = field(default_factory=dict)
    reactions: dict[str, list[str]] = field(default_factory=dict)
    edited: Body = field(default_factory=dict)
    subtype: str = ""
    client_msg_id: str = ""
    links_names: bool = False  # a bare @channel in it calls, too
    streams_since: float | None = None  # while it is streamed: when it was last added to
    events: list["Dispatch"] = field(default_factory=list)  # what was sent of it to the app

    @property
    def id(self) -> str:
        """The timestamp that it is known by."""
        return self.ts

    @property
    def is_reply(self) -> bool:
        return self.thread_ts not in ("", self.ts)

    @property
    def root(self) -> str:
        """The timestamp of the thread that it is in, or would begin."""
        return self.thread_ts or self.ts

    @property
    def texts(self) -> set[str]:
        """All that can be read of it, the text of its notification too."""
        parts = (self.text, self.blocks, self.attachments, self.files, list(self.reactions))
        return set(leaves(parts))

    def json(self, *, with_metadata: bool = False) -> Body:
        """Write it as it is in events and in a history."""
        told: Body = {
            "type": "message",
            "user": self.sender.id,
            "text": self.text,
            "ts": self.ts,
            "team": self.sender.team.id,
        }
        if self.sender.bot_id:
            told |= {"bot_id": self.sender.bot_id, "app_id": self.sender.app_id}
            told["bot_profile"] = {"id": self.sender.bot_id, "name": self.sender.name}
        optional: Body = {
            "subtype": self.subtype,
            "client_msg_id": self.client_msg_id,
            "thread_ts": self.thread_ts,
            "blocks": self.blocks,
            "attachments": self.attachments,
            "files": self.files,
            "edited": self.edited,
        }
        told |= {name: value for name, value in optional.items() if value}
        if self.is_reply and self.thread_ts in self.channel.messages:
            told["parent_user_id"] = self.channel.messages[self.thread_ts].sender.id
        if self.streams_since is not None:
            told["streaming_state"] = "in_progress"
        if with_metadata and self.metadata:
            told["metadata"] = self.metadata
        if self.reactions:
            told["reactions"] = [
                {"name": name, "users": users, "count": len(users)}
                for name, users in self.reactions.items()
            ]
        return told | self._thread_told()

    def _thread_told(self) -> Body:
        replies = self.channel.replies.get(self.ts, [])
        if not replies:
            return {}
        users = {self.channel.messages[ts].sender.id for ts in replies}
        return {
            "thread_ts": self.ts,
            "reply_count": len(replies),
            "reply_users": sorted(users),
            "reply_users_count": len(users),
            "latest_reply": replies[-1],
        }


@dataclass(eq=False)
class Ephemeral:
    """What one person alone is shown, until her client starts anew."""

    channel: "Channel"
    ts: str
    sender: Account
    reader: Account
    text: str = ""
    blocks: list[Body] = field(default_factory=list)
    thread_ts: str = ""
    is_drawn: bool = True  # one in a thread that has no reply yet is not

    @property
    def texts(self) -> set[str]:
        return set(leaves((self.text, self.blocks)))
