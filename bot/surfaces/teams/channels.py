"""Who reads what is said in a conversation of Teams? What could not be found out counts as outside.

Of a standard channel the whole team is told as its members, of a private one its own. A shared one
is read in other teams and companies, whoever is in it now.
"""

from collections.abc import Collection, Sequence

from bot.chat.ports import Listeners, RefusedError
from bot.chat.readership import Facts, Readership
from bot.conversation import Refusal
from bot.identity import Account
from bot.surfaces.teams.conversations import Conversations, UnknownConversationError
from bot.surfaces.teams.failing import failing_as_a_chat
from bot.surfaces.teams.people import Roster
from bot.surfaces.teams.references import Kind, Reference
from bot.surfaces.teams.transport import Channel, Transport
from storage.people import People

_PRIVATE, _STANDARD = "private", "standard"
_FROM_OUTSIDE = frozenset({Refusal.STRANGER, Refusal.FOREIGN})


class Channels(Readership):
    """Who reads which channel or group chat."""

    def __init__(
        self,
        transport: Transport,
        conversations: Conversations,
        roster: Roster,
        people: People,
        only: Collection[str] = (),
    ) -> None:
        super().__init__(people, only)
        self._transport = transport
        self._conversations = conversations
        self._roster = roster

    async def is_internal_and_private(self, channel: str) -> bool:
        """Tell whether only its members, all of the company, read a conversation."""
        try:
            return await super().is_internal_and_private(channel) and all(
                account.refusal is None for account in await self._accounts(channel)
            )
        except RefusedError:
            return False

    async def _facts(self, channel: str) -> Facts:
        place, name, is_outside = await self._heard(channel)
        if place.kind is not Kind.CHANNEL:
            return Facts(name, is_outside, is_closed=True)
        listed = await self._listed(place)
        told = {one.type for one in listed if one.type} | {place.channel_type} - {""}
        is_plain = told <= {_STANDARD} if listed else told == {_STANDARD}
        return Facts(
            name=name or next((one.name for one in listed), ""),
            is_outside=is_outside or not (is_plain or told == {_PRIVATE}),
            is_closed=told == {_PRIVATE},
        )

    async def _accounts(self, channel: str) -> Sequence[Account]:
        place, _, _ = await self._heard(channel)
        accounts = []
        with failing_as_a_chat():
            async for member in self._transport.members(place):
                self._roster.keep(member)
                accounts.append(self._roster.read(member, None))
        return accounts

    async def _members(self, facts: Facts, accounts: Sequence[Account]) -> Listeners:
        if any(account.refusal in _FROM_OUTSIDE for account in accounts):
            return Listeners(facts.name, Refusal.EXTERNAL)
        return await super()._members(facts, accounts)

    async def _has(self, channel: str, user: str) -> bool:
        place, _, _ = await self._heard(channel)
        with failing_as_a_chat():
            return await self._transport.member(place, user) is not None

    async def _heard(self, channel: str) -> tuple[Reference, str, bool]:
        """Give what Teams told of a conversation when it was last heard of."""
        known = await self._conversations.conversation(channel)
        if known is None:
            raise UnknownConversationError(f"the conversation {channel}")
        return Reference.from_json(known.place), known.name, known.is_outside

    async def _listed(self, place: Reference) -> tuple[Channel, ...]:
        """Find a channel among those that its team tells of, which may not be all there are."""
        if not place.team:
            return ()
        with failing_as_a_chat():
            listed = await self._transport.channels(place)
        return tuple(one for one in listed if one.id == place.channel)
