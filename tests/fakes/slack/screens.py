"""What can one person see now, and what could anybody ever see?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.fakes.slack.channels import Channel
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.people import Account
from tests.fakes.slack.texts import Body


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it stands on somebody's screen."""

    channel: Channel
    ts: str
    sender: Account
    text: str
    blocks: tuple[Body, ...]
    thread: str  # the timestamp of the message that it replies to, or ""
    texts: frozenset[str]  # all that can be read of it
    is_edited: bool = False
    is_ephemeral: bool = False
    is_streaming: bool = False
    files: tuple[Body, ...] = ()
    reactions: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The timestamp that it is known by."""
        return self.ts

    def says(self, part: str) -> bool:
        """Tell whether it can be read anywhere in it."""
        return any(part in text for text in self.texts)


@dataclass(frozen=True, slots=True)
class Exposure:
    """Texts, all who could see them from some moment on, and whether the app wrote them.

    `how` is what they stand in: a message or a note in a `channel`, the callback id of a modal, …;
    "history" is a message that a newcomer finds there.
    """

    texts: frozenset[str]
    readers: frozenset[str]
    by_app: bool
    at: float  # seconds since 1970
    how: str
    channel: Channel | None


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
        channel: Channel | None = None,
    ) -> None:
        kept = frozenset(texts)
        if kept:
            now = self._clock.now()
            self.exposures.append(Exposure(kept, frozenset(readers), by_app, now, how, channel))

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


def shown_to(reader: Account, channel: Channel, thread: str | None = None) -> list[Shown]:
    """Draw a conversation, or one thread of it, as its member sees it; others see nothing."""
    if reader.id not in channel.members:
        return []
    messages: Iterable[Message] = (
        channel.messages.values() if thread is None else channel.thread(thread)
    )
    drawn = [_message(message, reader) for message in messages]
    drawn += [
        _ephemeral(note)
        for note in channel.ephemerals.values()
        if note.reader is reader and note.is_drawn and thread in (None, note.thread_ts)
    ]
    return sorted(drawn, key=lambda shown: shown.ts)


def elements(blocks: Iterable[Body], reader: Account) -> Iterator[Body]:
    """Walk over what a person can press or fill in: each element, with its `block_id`."""
    for block in blocks:
        inner: list[Any] = [
            *block.get("elements", ()),
            block.get("accessory"),
            block.get("element"),
        ]
        for element in inner:
            if not isinstance(element, dict) or "action_id" not in element:
                continue
            chosen = element.get("visible_to_user_ids")
            if chosen is None or reader.id in chosen:
                yield element | {"block_id": block["block_id"]}


def _message(message: Message, reader: Account) -> Shown:
    return Shown(
        channel=message.channel,
        ts=message.ts,
        sender=message.sender,
        text=message.text,
        blocks=tuple(message.blocks),
        thread=message.thread_ts if message.is_reply else "",
        texts=frozenset(message.texts),
        is_edited=bool(message.edited),
        is_streaming=message.streams_since is not None,
        files=tuple(message.files),
        reactions=tuple(message.reactions),
    )


def _ephemeral(note: Ephemeral) -> Shown:
    return Shown(
        channel=note.channel,
        ts=note.ts,
        sender=note.sender,
        text=note.text,
        blocks=tuple(note.blocks),
        thread=note.thread_ts,
        texts=frozenset(note.texts),
        is_ephemeral=True,
    )
