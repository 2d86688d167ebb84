"""How is a conversation reached that is only known by its id, and where can somebody be asked for?

Teams tells it with each activity and never when asked, so it is kept. Only changes are written.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.chat.ports import Place, RefusedError
from bot.surfaces.teams.reading import place_of, sender_of
from bot.surfaces.teams.references import Kind, Reference
from storage.conversations import Acquaintance, Conversation, ConversationBook

Activity = Mapping[str, Any]

_OF_PEOPLE = frozenset({"message", "messageUpdate", "invoke", "installationUpdate"})
_PEOPLE = "29:"  # with which the ids of people begin; other ids of theirs are the directory's
_KINDS = frozenset(kind.value for kind in Kind)
_MEETING = "19:meeting_"


class UnknownConversationError(RefusedError):
    """Nothing was ever heard of a conversation, so that nothing can be written into it."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"Nothing was ever heard of {what} in Teams.", "unknown_conversation", is_gone=True
        )


class Conversations:
    """All conversations that the bot heard of, and who is met where."""

    def __init__(self, book: ConversationBook) -> None:
        self._book = book
        self._known: dict[str, Conversation] = {}
        self._met: dict[str, Acquaintance] = {}
        self._on_record: dict[str, str] = {}

    async def note(self, activity: Activity) -> None:
        """Keep what an activity tells that came through the gate; done again, nothing changes."""
        place = place_of(activity)
        await self._note(place, _name(activity), is_outside=_may_be_outside(activity))
        if activity["type"] in _OF_PEOPLE and str(activity["from"]["id"]).startswith(_PEOPLE):
            await self._meet(activity, place)

    async def found(self, place: Reference, user: str) -> None:
        """Keep the personal chat with somebody that was asked for."""
        await self._note(place, "", is_outside=False)
        met = await self.somebody(user)
        if met is not None or user.startswith(_PEOPLE):
            somebody = met or Acquaintance(user, None, None, place.channel)
            await self._write(replace(somebody, personal=place.channel))

    async def reference(self, place: Place) -> Reference:
        """Say how a place is reached; `UnknownConversationError` where it was never heard of.

        Only in channels a thread is a place of its own.
        """
        known = await self.conversation(place.channel)
        reference = None if known is None else Reference.from_json(known.place)
        if reference is None or reference.tenant != place.team:
            raise UnknownConversationError(f"the conversation {place.channel}")
        return reference.in_thread(place.root) if reference.kind is Kind.CHANNEL else reference

    async def conversation(self, channel: str) -> Conversation | None:
        """Give all that is kept of a conversation."""
        if channel not in self._known:
            kept = await self._book.get(channel)
            if kept is None:
                return None
            self._known.setdefault(channel, kept)
        return self._known[channel]

    async def any(self) -> Reference:
        """Say how Teams is reached, by any conversation; `UnknownConversationError` without one."""
        latest = await self._book.latest()
        if latest is None:
            raise UnknownConversationError("any conversation")
        return Reference.from_json(latest.place)

    async def somebody(self, user: str) -> Acquaintance | None:
        """Give what is known of somebody, by Teams' id, that of the directory, or their chat's."""
        if user not in self._met:
            kept = await self._book.somebody(user)
            if kept is None:
                return None
            self._met.setdefault(kept.user, kept)
            return self._met[kept.user]
        return self._met[user]

    async def where(self, user: str) -> tuple[Reference, ...]:
        """Say where somebody can be asked for: first in private, then where they last wrote."""
        met = await self.somebody(user)
        if met is None:
            return ()
        channels = dict.fromkeys((met.personal, met.met_in))
        known = [await self.conversation(channel) for channel in channels if channel is not None]
        return tuple(Reference.from_json(one.place) for one in known if one is not None)

    async def locale(self, user: str) -> str:
        """Give somebody's language as their client tells it, such as "es-ES"; else nothing.

        The id may be that of their personal chat, too.
        """
        met = await self.somebody(user)
        return "" if met is None else met.locale

    async def is_on_record_as(self, user: str, person: str) -> None:
        """Keep who somebody is on record, so that this is erased with the rest of theirs."""
        met = await self.somebody(user)
        if met is not None and self._on_record.get(met.user) != person:
            await self._book.is_on_record_as(met.user, person)
            self._on_record[met.user] = person

    async def _note(self, place: Reference, name: str, *, is_outside: bool) -> None:
        """Keep a conversation; what an activity says nothing of stays as it was told before."""
        known = await self.conversation(place.channel)
        if known is not None:
            before = Reference.from_json(known.place)
            place = replace(
                place,
                team=place.team or before.team,
                channel_type=place.channel_type or before.channel_type,
            )
            name = name or known.name
        kept = Conversation(place.channel, place.in_thread(None).as_json(), name, is_outside)
        if kept != known:
            await self._book.put(kept)
            self._known[kept.id] = kept

    async def _meet(self, activity: Activity, place: Reference) -> None:
        sender = sender_of(activity)
        met = await self.somebody(sender.user)
        before = None if met is None else met.personal
        somebody = Acquaintance(
            sender.user,
            sender.object_id or "",
            place.channel if place.kind is Kind.PERSONAL else before,
            place.channel,
            sender.locale or ("" if met is None else met.locale),
        )
        await self._write(somebody)

    async def _write(self, somebody: Acquaintance) -> None:
        if self._met.get(somebody.user) != somebody:
            await self._book.meet(somebody)
            self._met[somebody.user] = somebody


def _name(activity: Activity) -> str:
    """Give the name of a channel or a group chat, where it is told."""
    channel = (activity.get("channelData") or {}).get("channel") or {}
    name = channel.get("name") or activity["conversation"].get("name")
    return name if isinstance(name, str) else ""


def _may_be_outside(activity: Activity) -> bool:
    """Whether it cannot be known who reads along: a meeting, or a kind that is not known."""
    conversation = activity["conversation"]
    is_meeting = bool((activity.get("channelData") or {}).get("meeting"))
    is_known = conversation.get("conversationType") in _KINDS
    return is_meeting or not is_known or str(conversation["id"]).startswith(_MEETING)
