"""What could anybody ever see, since when, and how?"""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.fakes.teams.chats import Chat
from tests.fakes.teams.clock import Clock


@dataclass(frozen=True, slots=True)
class Exposure:
    """Texts, all who could see them from some moment on, and whether the bot wrote them.

    `how` is what they stand in: a message in a `chat`, a note, a dialog, results; of a card of one
    reader alone, what was pressed for it. "history" is a message that a newcomer finds there.
    """

    texts: frozenset[str]
    readers: frozenset[str]
    by_app: bool
    at: float  # seconds since 1970
    how: str
    chat: Chat | None


class Record:
    """Everything that was ever visible, to whom."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.exposures: list[Exposure] = []

    def add(
        self,
        texts: Iterable[str],
        readers: Iterable[str],
        *,
        by_app: bool,
        how: str = "message",
        chat: Chat | None = None,
    ) -> None:
        kept = frozenset(texts)
        if kept:
            now = self._clock.now()
            self.exposures.append(Exposure(kept, frozenset(readers), by_app, now, how, chat))

    def pairs(self) -> set[tuple[str, str]]:
        """Make every pair of a user's id and a text that this user could ever see."""
        return {
            (reader, text)
            for exposure in self.exposures
            for reader in exposure.readers
            for text in exposure.texts
        }

    def of(self, reader: str, *, by_app_only: bool = False) -> set[str]:
        """Collect what one user could ever see."""
        return {
            text
            for exposure in self.exposures
            if reader in exposure.readers and (exposure.by_app or not by_app_only)
            for text in exposure.texts
        }
