"""What is kept of an exchange that a button or a form names?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.chat.events import Pressed
from bot.chat.ports import Place
from bot.recorded import answer_of, options_of, question_of
from storage.exchanges import Exchanges, Opening


@dataclass(frozen=True, slots=True)
class Kept:
    """An exchange on record: who asked what, where, and where its reply stands."""

    id: str
    opening: Opening
    question: str
    options: tuple[str, ...]
    key: str
    place: Place | None
    message: str | None
    origin: Place | None
    answer: Mapping[str, Any]

    def option(self, index: str) -> str | None:
        """The option that a button names; None for what was never offered."""
        return next((one for n, one in enumerate(self.options) if str(n) == index), None)

    def is_on(self, pressed: Pressed) -> bool:
        """Whether a button is where its question is, or its reply: others open nothing.

        Where the app is in a whole organisation, a click names the workspace of whoever pressed.
        """
        _, _, asked_in, *_ = (self.opening.thread or "///").split("/")
        replied_in = None if self.place is None else self.place.channel
        return pressed.place.channel in {asked_in, replied_in} - {""}


async def read_kept(exchanges: Exchanges, exchange_id: str) -> Kept | None:
    """Read an exchange; None where there is none, or where its texts are gone."""
    opening = await exchanges.opening(exchange_id)
    events = await exchanges.events(exchange_id)
    question = question_of(events)
    if opening is None or question is None:
        return None
    delivered: dict[str, Any] = next(
        (e.body for e in reversed(events) if e.kind == "delivered" and not e.erased), {}
    )
    team, origin = str(delivered.get("team", "")), delivered.get("origin")
    return Kept(
        id=exchange_id,
        opening=opening,
        question=question,
        options=options_of(events),
        key=str(delivered.get("key", "")),
        place=_place(team, delivered) if delivered else None,
        message=delivered.get("message"),
        origin=_place(team, origin) if origin else None,
        answer=answer_of(events),
    )


def _place(team: str, told: Mapping[str, Any]) -> Place:
    root = told.get("root")
    return Place(team, str(told["channel"]), None if root is None else str(root))
