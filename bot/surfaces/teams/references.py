"""Where is a conversation, and how is it reached later? Plain JSON, with the tenant in it.

The library's own reference loses the tenant, which it reads and writes under a name of its own.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Self

from bot.chat.ports import Place
from storage.deliveries import PLACE_ID

_THREAD = ";messageid="


class Kind(StrEnum):
    """The kinds of conversations, in Teams' words."""

    PERSONAL = "personal"
    GROUP = "groupChat"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Reference:
    """A conversation with the bot.

    `conversation` is Teams' id; in a thread of a channel it ends with that of the first message.
    `service_url` is where the service was last heard of. `team` and `channel_type` ("standard",
    "private", "shared") are told of channels alone, if at all. `bot` is the bot's own id in it.
    """

    tenant: str
    conversation: str
    kind: Kind
    service_url: str
    bot: str
    team: str = ""
    channel_type: str = ""

    @property
    def channel(self) -> str:
        """The conversation as a whole, outside of any thread."""
        return self.conversation.partition(_THREAD)[0]

    @property
    def root(self) -> str | None:
        """The message that the thread hangs on; None outside of one."""
        return self.conversation.partition(_THREAD)[2] or None

    @property
    def place(self) -> Place:
        """The same, in the words of every chat."""
        return Place(self.tenant, self.channel, self.root)

    def in_thread(self, root: str | None) -> Self:
        """Refer to a thread of the same channel, or to none: what is sent there is a new post."""
        return replace(
            self, conversation=self.channel if root is None else f"{self.channel}{_THREAD}{root}"
        )

    def as_json(self) -> dict[str, str]:
        """Write it as a place of `storage.deliveries`, or anything else that is kept."""
        kept = asdict(self)
        return {PLACE_ID: kept.pop("conversation"), **kept}

    @classmethod
    def from_json(cls, kept: Mapping[str, object]) -> Self:
        """Read what `as_json` wrote; KeyError or ValueError for anything else."""
        return cls(
            tenant=str(kept["tenant"]),
            conversation=str(kept[PLACE_ID]),
            kind=Kind(str(kept["kind"])),
            service_url=str(kept["service_url"]),
            bot=str(kept["bot"]),
            team=str(kept.get("team", "")),
            channel_type=str(kept.get("channel_type", "")),
        )
