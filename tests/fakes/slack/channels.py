"""Where do people talk, who is there, and what was said?"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.people import Account, Team
from tests.fakes.slack.texts import Body


class Kind(StrEnum):
    """What sort of conversation it is, as events name it in `channel_type`."""

    PUBLIC = "channel"
    PRIVATE = "group"
    DIRECT = "im"
    GROUP_DIRECT = "mpim"


_FAMILY = {
    Kind.PUBLIC: "channels",
    Kind.PRIVATE: "groups",
    Kind.DIRECT: "im",
    Kind.GROUP_DIRECT: "mpim",
}


@dataclass(eq=False)
class Channel:
    """A conversation; `members` are all in it, the bot too where it is."""

    id: str
    kind: Kind
    team: Team
    name: str = ""
    members: dict[str, Account] = field(default_factory=dict)
    is_ext_shared: bool = False
    is_pending_ext_shared: bool = False
    is_org_shared: bool = False
    is_archived: bool = False
    created: int = 0
    messages: dict[str, Message] = field(default_factory=dict)  # by ts, in their order
    replies: dict[str, list[str]] = field(default_factory=dict)  # of each root
    ephemerals: dict[str, Ephemeral] = field(default_factory=dict)
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    _audience: frozenset[str] | None = None

    def __repr__(self) -> str:
        return f"<#{self.name} {self.id}>"

    @property
    def family(self) -> str:
        """The word for such conversations in the names of scopes and subscriptions."""
        return _FAMILY[self.kind]

    @property
    def is_direct(self) -> bool:
        return self.kind is Kind.DIRECT

    @property
    def is_hidden(self) -> bool:
        """Tell whether those who are not in it cannot know of it."""
        return self.kind is not Kind.PUBLIC

    @property
    def audience(self) -> frozenset[str]:
        """The ids of all who are in it."""
        if self._audience is None:
            self._audience = frozenset(self.members)
        return self._audience

    def take_in(self, accounts: Iterable[Account]) -> None:
        self.members |= {account.id: account for account in accounts}
        self._audience = None

    def let_go(self, account: Account) -> None:
        self.members.pop(account.id, None)
        self._audience = None

    def keep(self, message: Message) -> None:
        """Put a message in its place."""
        self.messages[message.ts] = message
        if message.thread_ts and message.thread_ts != message.ts:
            self.replies.setdefault(message.thread_ts, []).append(message.ts)

    def thread(self, root: str) -> Iterator[Message]:
        """Walk over a thread: what it is under, and what was replied."""
        for ts in (root, *self.replies.get(root, ())):
            if ts in self.messages:
                yield self.messages[ts]

    def drop(self, message: Message) -> None:
        """Take a message out; whoever calls has seen to what was replied to it."""
        del self.messages[message.ts]
        if message.thread_ts in self.replies and message.ts != message.thread_ts:
            self.replies[message.thread_ts].remove(message.ts)

    def told(self, bot: Account, *, with_count: bool = False) -> Body:
        """Write the `channel` object as the bot is told it."""
        told: Body = {
            "id": self.id,
            "created": self.created,
            "is_archived": self.is_archived,
            "is_im": self.is_direct,
            "is_mpim": self.kind is Kind.GROUP_DIRECT,
            "is_org_shared": self.is_org_shared,
            "context_team_id": self.team.id,
            "updated": self.created * 1000,
        }
        if self.is_direct:
            told["user"] = next((member for member in self.members if member != bot.id), bot.id)
            return told
        teams = {member.team.id for member in self.members.values()} | {self.team.id}
        told |= {
            "name": self.name,
            "name_normalized": self.name,
            "is_channel": self.kind is Kind.PUBLIC,
            "is_group": self.kind is Kind.PRIVATE,
            "is_private": self.kind is not Kind.PUBLIC,
            "is_general": self.name == "general",
            "is_shared": self.is_ext_shared or self.is_org_shared,
            "is_ext_shared": self.is_ext_shared,
            "is_pending_ext_shared": self.is_pending_ext_shared,
            "pending_shared": [],
            "shared_team_ids": sorted(teams),
            "is_member": bot.id in self.members,
            "creator": next(iter(self.members), ""),
            "topic": {"value": "", "creator": "", "last_set": 0},
            "purpose": {"value": "", "creator": "", "last_set": 0},
        }
        if with_count:
            told["num_members"] = len(self.members)
        return told
