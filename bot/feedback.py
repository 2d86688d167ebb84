"""Did an answer help? What people say of answers, and whether they open what is cited."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.identity import Identity, UnknownPersonError
from connectors.extract.characters import without_hidden
from storage.events import Event
from storage.exchanges import Exchanges, Opening
from storage.moments import now

LONGEST_REASON = 2_000
"""Characters of a reason that are kept."""
RATED, REASON, CLICKED = "rated", "reason", "clicked"


@dataclass(frozen=True, slots=True)
class Rating:
    """What somebody thinks of an answer, at last; `by` is None for whoever asked."""

    by: str | None
    good: bool
    reason: str = ""


class Feedback:
    """Puts on record what people do with answers."""

    def __init__(self, exchanges: Exchanges, identity: Identity) -> None:
        self._exchanges = exchanges
        self._identity = identity

    async def rate(self, exchange_id: str, by: str, *, good: bool, key: str) -> bool:
        """Take a thumb, up or down; the last one of each person counts.

        `key` names what came in: told twice, it is on record once. False where there is no such
        exchange, or its answer was not shown to them.
        """
        return await self._said(exchange_id, by, RATED, {"good": good}, key)

    async def reason(self, exchange_id: str, by: str, text: str, key: str) -> bool:
        """Take what somebody says of an answer in words; returns as `rate` does."""
        told = without_hidden(text).text.strip()[:LONGEST_REASON]
        return await self._said(exchange_id, by, REASON, {"text": told}, key)

    async def clicked(self, exchange_id: str, n: int) -> None:
        """Count that a citation was opened, not by whom; within a second, once."""
        key = f"{n} at {now():%Y-%m-%dT%H:%M:%S}"
        await self._exchanges.append(exchange_id, CLICKED, {"n": n}, key=key)

    async def _said(
        self, exchange_id: str, by: str, kind: str, body: dict[str, object], key: str
    ) -> bool:
        person = by.casefold()
        opening = await self._exchanges.opening(exchange_id)
        if opening is None or not await self._was_shown(opening, person):
            return False
        author = None if opening.asker == person else person
        await self._exchanges.append(exchange_id, kind, body, author=author, key=key)
        return True

    async def _was_shown(self, opening: Opening, person: str) -> bool:
        """Whether they asked, or it was said before others and they are one of the company."""
        if opening.asker == person or opening.private:
            return opening.asker == person
        try:
            await self._identity.employee(person)
        except UnknownPersonError:
            return False
        return True


def ratings(events: Sequence[Event]) -> list[Rating]:
    """What each person thinks of an answer at last, with the reason they gave for that."""
    found: dict[str | None, Rating] = {}
    for event in events:
        before = found.get(event.author)
        if event.kind == RATED and "good" in event.body:
            good = event.body["good"] is True
            if before is None or before.good != good:
                found[event.author] = Rating(event.author, good)
        elif event.kind == REASON and before is not None:
            found[event.author] = replace(before, reason=str(event.body.get("text", "")))
    return list(found.values())
