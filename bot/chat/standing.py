"""How does what is said get where it belongs, once? And how is it changed or taken back later?

What is shown is kept under a key of ours (`storage.deliveries`) before a service is called, each of
its messages under a key of its own. A message that stands is only ever updated.
"""

import asyncio
import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.chat.ports import May, Place, RefusedError, always
from bot.saying.parts import Said
from storage.deliveries import PLACE_ID, Deliveries, Delivery, State

log = structlog.get_logger()

Drawn = TypeVar("Drawn")


class Standing(ABC, Generic[Drawn]):
    """Shows, changes and takes back messages of a surface; one at a time in each channel.

    What a service is asked raises `UnavailableError` or `RefusedError`.
    """

    def __init__(self, surface: str, deliveries: Deliveries) -> None:
        self._surface = surface
        self._deliveries = deliveries
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def show(self, key: str, place: Place, said: Said, *, may: May = always) -> str:
        """Let exactly this stand under a key, and return the service's id of its first message.

        `may` is awaited right before anything is said: it raises where that must not be any more,
        be it only since others had their turn, or the service asked to wait. After
        `UnavailableError` it is not known what became of it: then the same call again mends it.
        """
        return await self._stand(key, place, await self._drawn(place, said), may)

    async def stands(self, key: str) -> bool:
        """Tell whether a message stands under a key."""
        delivery = await self._deliveries.get(key)
        return delivery is not None and delivery.state is not State.TAKEN_BACK

    async def reference(self, key: str) -> str | None:
        """Tell the id of the message under a key, as far as it is known."""
        delivery = await self._deliveries.get(key)
        return None if delivery is None else delivery.reference

    async def take_back(self, key: str) -> bool:
        """Delete what stands under a key; False where nothing did."""
        delivery = await self._deliveries.get(key)
        if delivery is None:
            return False
        async with self._turn(str(delivery.place[PLACE_ID])):
            await self._take_back_from(key, 0)
        return True

    @abstractmethod
    async def _drawn(self, place: Place, said: Said) -> Sequence[Drawn]:
        """Draw what is said in as many messages as it takes, one at least."""

    @abstractmethod
    def _digest(self, message: Drawn) -> str:
        """Tell one message from any other, as `digest` does."""

    @abstractmethod
    async def _posted(self, key: str, place: Place, message: Drawn, may: May) -> str:
        """Post a message that does not stand there yet, and return its id."""

    @abstractmethod
    async def _updated(self, delivery: Delivery, place: Place, message: Drawn, may: May) -> bool:
        """Change a message; False where it is no longer there, or cannot be changed any more."""

    @abstractmethod
    async def _deleted(self, place: Place, reference: str) -> None:
        """Delete a message, if it is there."""

    async def _found(self, key: str, place: Place) -> str | None:  # noqa: ARG002  # for others
        """Look for a message whose posting was cut off, where a service lets us."""
        return None

    def _turn(self, channel: str) -> asyncio.Lock:
        return self._turns.setdefault(channel, asyncio.Lock())

    async def _stand(self, key: str, place: Place, messages: Sequence[Drawn], may: May) -> str:
        async with self._turn(place.channel):
            stand = [
                await self._show(part(key, n), place, message, may)
                for n, message in enumerate(messages)
            ]
            await self._take_back_from(key, len(messages))
        return stand[0]

    async def _show(self, key: str, place: Place, message: Drawn, may: May) -> str:
        shown = self._digest(message)
        standing = await self._standing(await self._deliveries.get(key), place)
        if standing is not None and standing.reference is not None:
            if standing.digest == shown:
                return standing.reference
            if await self._updated(standing, place, message, may):
                await self._deliveries.shown(key, standing.reference, shown)
                return standing.reference
        await self._deliveries.begin(key, self._surface, kept(place))
        posted = await self._posted(key, place, message, may)
        await self._deliveries.shown(key, posted, shown)
        return posted

    async def _standing(self, delivery: Delivery | None, place: Place) -> Delivery | None:
        """Give a message as it was kept, with its id, or as it is found where that is not known."""
        if delivery is None or delivery.state is State.TAKEN_BACK:
            return None
        if delivery.reference is not None:
            return delivery
        return replace(delivery, reference=await self._found(delivery.key, place))

    async def _take_back_from(self, key: str, first: int) -> None:
        """Delete the parts from one on: what stands now has fewer, or none."""
        for n in count(first):
            delivery = await self._deliveries.get(part(key, n))
            if delivery is None:
                return
            place = place_of(delivery)
            standing = await self._standing(delivery, place)
            if standing is not None and standing.reference is not None:
                await self._gone(place, standing.reference)
            await self._deliveries.taken_back(delivery.key)

    async def _gone(self, place: Place, reference: str) -> None:
        try:
            await self._deleted(place, reference)
        except RefusedError as error:
            log.warning("message not taken back", reason=error.code)


def part(key: str, n: int) -> str:
    """Name a part of what stands under a key, from 0 on."""
    return key if n == 0 else f"{key}+{n}"


def digest(shown: object) -> str:
    """Tell one message from any other, as JSON."""
    told = json.dumps(shown, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def kept(place: Place) -> dict[str, str]:
    """Write a place as `storage.deliveries` keeps it."""
    root = {} if place.root is None else {"root": place.root}
    return {PLACE_ID: place.channel, "team": place.team} | root


def place_of(delivery: Delivery) -> Place:
    """Read where a message was delivered to."""
    root = delivery.place.get("root")
    return Place(
        str(delivery.place["team"]),
        str(delivery.place[PLACE_ID]),
        None if root is None else str(root),
    )
