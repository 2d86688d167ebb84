"""Where do people talk, who is there, and what was said?"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tests.fakes.teams.messages import Message
from tests.fakes.teams.people import Account, Tenant
from tests.fakes.teams.texts import Body

if TYPE_CHECKING:
    from tests.fakes.teams.streams import Stream


class Kind(StrEnum):
    """What sort of conversation it is."""

    PERSONAL = "personal"
    GROUP = "groupChat"
    MEETING = "meeting"
    CHANNEL = "channel"


class Sharing(StrEnum):
    """Who is in a channel: its team, some of it, or whoever it is shared with."""

    STANDARD = "standard"
    PRIVATE = "private"
    SHARED = "shared"


@dataclass(eq=False)
class Team:
    """A team; its first channel has its id, and is called General."""

    id: str
    group_id: str
    tenant: Tenant
    name: str
    members: dict[str, Account] = field(default_factory=dict)
    channels: list["Chat"] = field(default_factory=list)
    has_bot: bool = True


@dataclass(eq=False)
class Chat:
    """A conversation; `members` are the people in it, the bot is there where it is installed."""

    id: str
    kind: Kind
    tenant: Tenant  # whose conversation it is
    name: str = ""
    members: dict[str, Account] = field(default_factory=dict)
    team: Team | None = None
    sharing: Sharing = Sharing.STANDARD
    meeting_id: str = ""
    has_bot: bool = True
    is_blocked: bool = False  # by the one in it
    messages: dict[str, Message] = field(default_factory=dict)  # by id, in their order
    replies: dict[str, list[str]] = field(default_factory=dict)  # of each post
    stream: "Stream | None" = None
    typing_since: float | None = None
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name or self.id}>"

    @property
    def is_personal(self) -> bool:
        return self.kind is Kind.PERSONAL

    @property
    def is_channel(self) -> bool:
        return self.kind is Kind.CHANNEL

    @property
    def audience(self) -> frozenset[str]:
        """The ids of all who are in it."""
        return frozenset(self.members)

    @property
    def tenants(self) -> set[str]:
        """The ids of the tenants that its people are of."""
        return {member.tenant.id for member in self.members.values()}

    def take_in(self, accounts: Iterable[Account]) -> None:
        self.members |= {account.id: account for account in accounts}

    def let_go(self, account: Account) -> None:
        self.members.pop(account.id, None)

    def keep(self, message: Message) -> None:
        """Put a message in its place."""
        self.messages[message.id] = message
        if message.thread:
            self.replies.setdefault(message.thread, []).append(message.id)

    def in_thread(self, root: str) -> Iterator[Message]:
        """Walk over a thread: the post, and what was replied to it."""
        for id_ in (root, *self.replies.get(root, ())):
            if id_ in self.messages:
                yield self.messages[id_]

    def reference(self, root: str = "") -> str:
        """Write its id as a conversation's: in a channel, with the post that a thread is under."""
        return f"{self.id};messageid={root}" if self.is_channel and root else self.id

    def told(self, root: str = "") -> Body:
        """Write it as `conversation` has it."""
        told: Body = {"id": self.reference(root), "tenantId": self.tenant.id}
        if self.is_personal:
            return {**told, "conversationType": "personal"}
        kind = "channel" if self.is_channel else "groupChat"
        return {**told, "conversationType": kind, "isGroup": True}

    def channel_data(self) -> Body:
        """Write what `channelData` tells of it."""
        told: Body = {"tenant": {"id": self.tenant.id}}
        if self.meeting_id:
            told["meeting"] = {"id": self.meeting_id}
        if self.team is None:
            return told
        return told | {
            "teamsChannelId": self.id,
            "teamsTeamId": self.team.id,
            "channel": {"id": self.id},
            "team": {"id": self.team.id},
        }
