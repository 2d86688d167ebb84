"""What is a message, and what can be read of it?"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.teams.people import Account
from tests.fakes.teams.texts import Body, read_of

if TYPE_CHECKING:
    from tests.fakes.teams.chats import Chat
    from tests.fakes.teams.delivering import Dispatch

ADAPTIVE = "application/vnd.microsoft.card.adaptive"


@dataclass(eq=False)
class Message:
    """A message as it is now; `activity` is what the bot sent, where it is the bot's."""

    chat: "Chat"
    id: str
    sender: Account
    text: str = ""
    thread: str = ""  # the post that it replies to, in a channel
    activity: Body = field(default_factory=dict)
    views: dict[str, Body] = field(default_factory=dict)  # a card that one reader has in its place
    is_edited: bool = False
    is_streaming: bool = False
    reactions: list[str] = field(default_factory=list)
    rated: list[str] = field(default_factory=list)  # by whom
    events: list["Dispatch"] = field(default_factory=list)  # what was sent of it to the bot

    @property
    def root(self) -> str:
        """The post whose thread it is in, or would begin."""
        return self.thread or self.id

    @property
    def cards(self) -> list[Body]:
        """Its Adaptive Cards."""
        attachments = self.activity.get("attachments") or ()
        return [part["content"] for part in attachments if part.get("contentType") == ADAPTIVE]

    def cards_for(self, reader: Account) -> list[Body]:
        """Give its cards as somebody has them: an answered one may be another for them alone."""
        mine = self.views.get(reader.id)
        return self.cards if mine is None else [mine]

    @property
    def texts(self) -> set[str]:
        """All that can be read of it, for everybody who is there."""
        return read_of({**self.activity, "text": self.text})

    def texts_for(self, reader: Account) -> set[str]:
        mine = self.views.get(reader.id)
        if mine is None:
            return self.texts
        others = [
            part
            for part in self.activity.get("attachments") or ()
            if part.get("contentType") != ADAPTIVE
        ]
        own = {"contentType": ADAPTIVE, "content": mine}
        return read_of({**self.activity, "text": self.text, "attachments": [*others, own]})

    @property
    def channel_data(self) -> Body:
        return self.activity.get("channelData") or {}

    @property
    def feedback(self) -> str:
        """The kind of form that its thumbs open, or nothing where it has none."""
        loop = self.channel_data.get("feedbackLoop")
        if isinstance(loop, dict):
            return str(loop.get("type", ""))
        return "default" if self.channel_data.get("feedbackLoopEnabled") is True else ""
