"""How does an answer go over the wire? As a list of events, and what a test does to that list.

A change takes the parts of a stream and gives others: events, bytes as they are, pauses, an end.
Changes are made one after the other, so those that write bytes (`crlf`, `dribbled`, `cut_at`) come
last.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tests.fakes.claude.asked import Body


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream."""

    name: str
    data: Body

    @property
    def raw(self) -> bytes:
        data = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"event: {self.name}\ndata: {data}\n\n".encode()

    @property
    def delta(self) -> str:
        """Which kind of delta it brings, if any."""
        return str(self.data.get("delta", {}).get("type", ""))


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing is sent for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Pings:
    """Nothing but pings comes any more, one every so many seconds, until the caller goes."""

    every: float


class End(Enum):
    """How a stream ends before it should: what came before this has been sent."""

    CLEAN = "as if all had been said"
    DROPPED = "the connection is closed in the middle of the body"
    RESET = "the connection is reset"


class Place(Enum):
    """Where in a stream something happens: before which event."""

    START = "before anything"
    BEFORE_TEXT = "before the first text, after the message has begun"
    IN_TEXT = "after the first text, in the middle of a block"
    AFTER_TEXT = "when all text is said, and how it ends is not"
    BEFORE_STOP = "before message_stop, when its reason has been given"
    AFTER_STOP = "after message_stop"


Part = Event | Pause | Pings | End | bytes
Change = Callable[[list[Part]], list[Part]]

FOREVER = 3600.0  # seconds: longer than any test


def events(message: Body) -> list[Event]:
    """Write a message as a stream. Some citations come before the text that cites, some after."""
    begun = message | {"content": [], "stop_reason": None, "stop_sequence": None}
    begun["usage"] = message["usage"] | {"output_tokens": 1}
    ending = {name: message[name] for name in ("stop_reason", "stop_sequence", "stop_details")}
    stream = [_event("message_start", message=begun | {"stop_details": None})]
    for index, block in enumerate(message["content"]):
        stream += _block_events(index, block)
        if index == 0:
            stream.append(_event("ping"))
    stream.append(_event("message_delta", delta=ending, usage=message["usage"]))
    return [*stream, _event("message_stop")]


def sent_parts(message: Body, changes: tuple[Change, ...]) -> list[Part]:
    """Write a message as what is sent."""
    parts: list[Part] = list(events(message))
    for change in changes:
        parts = change(parts)
    return parts


def _event(name: str, **fields: object) -> Event:
    return Event(name, {"type": name, **fields})


def _block_events(index: int, block: Body) -> list[Event]:
    empty, deltas = _parted(index, block)
    return [
        _event("content_block_start", index=index, content_block=empty),
        *(_event("content_block_delta", index=index, delta=delta) for delta in deltas),
        _event("content_block_stop", index=index),
    ]


def _parted(index: int, block: Body) -> tuple[Body, list[Body]]:
    """Part a block into what it starts as, and what is then added."""
    match block["type"]:
        case "text":
            texts = [{"type": "text_delta", "text": half} for half in _halves(block["text"])]
            found = block.get("citations") or []
            citations = [{"type": "citations_delta", "citation": one} for one in found]
            empty = block | {"text": ""} | ({"citations": []} if found else {})
            return empty, [*citations, *texts] if index % 2 else [*texts, *citations]
        case "thinking":
            thought = [
                {"type": "thinking_delta", "thinking": t} for t in _halves(block["thinking"])
            ]
            signed = {"type": "signature_delta", "signature": block["signature"]}
            return block | {"thinking": "", "signature": ""}, [*thought, signed]
        case "tool_use":
            halves = _halves(json.dumps(block["input"], ensure_ascii=False))
            given = [{"type": "input_json_delta", "partial_json": half} for half in ("", *halves)]
            return block | {"input": {}}, given
        case _:
            return block, []


def _halves(text: str) -> list[str]:
    middle = len(text) // 2
    return [half for half in (text[:middle], text[middle:]) if half]


# What goes wrong, or otherwise than usual.


def ends(place: Place, how: End = End.CLEAN) -> Change:
    """End there."""
    return lambda parts: [*parts[: _at(parts, place)], how]


def stalls(place: Place, seconds: float = FOREVER) -> Change:
    """Fall silent there."""
    return inserts(place, Pause(seconds))


def pings_forever(place: Place, every: float = 0.02) -> Change:
    """Send nothing but pings from there on."""
    return inserts(place, Pings(every))


def fails(place: Place, kind: str = "overloaded_error") -> Change:
    """Tell of an error there, inside the stream of status 200, and end."""
    error = {"type": kind, "message": "as the test asked"}
    told = _event("error", error=error, request_id="req_in_the_body")
    return lambda parts: [*parts[: _at(parts, place)], told]


def inserts(place: Place, *odd: Part) -> Change:
    """Send something else as well."""

    def change(parts: list[Part]) -> list[Part]:
        at = _at(parts, place)
        return [*parts[:at], *odd, *parts[at:]]

    return change


def crlf(parts: list[Part]) -> list[Part]:
    """End lines as Windows does."""
    return [
        part.replace(b"\n", b"\r\n") if isinstance(part, bytes) else part for part in _raw(parts)
    ]


def dribbled(parts: list[Part]) -> list[Part]:
    """Send one to seven bytes at a time, so that characters are cut too."""
    dice = random.Random(7)  # noqa: S311  # the same bits each time
    bits: list[Part] = []
    for part in _raw(parts):
        if not isinstance(part, bytes):
            bits.append(part)
            continue
        while part:
            size = dice.randint(1, 7)
            bits.append(part[:size])
            part = part[size:]  # noqa: PLW2901  # what is left of it
    return bits


def cut_at(size: int, how: End = End.CLEAN) -> Change:
    """End after so many bytes."""

    def change(parts: list[Part]) -> list[Part]:
        whole = b"".join(part for part in _raw(parts) if isinstance(part, bytes))
        return [whole[:size], how]

    return change


def _raw(parts: list[Part]) -> list[Part]:
    return [part.raw if isinstance(part, Event) else part for part in parts]


def _at(parts: list[Part], place: Place) -> int:
    """Find the part before which something happens."""
    named = [part.name if isinstance(part, Event) else "" for part in parts]
    texts = [
        at
        for at, part in enumerate(parts)
        if isinstance(part, Event) and part.delta in {"text_delta", "input_json_delta"}
    ]
    match place:
        case Place.START:
            return 0
        case Place.BEFORE_TEXT:
            return texts[0] if texts else named.index("message_delta")
        case Place.IN_TEXT:
            return texts[0] + 1 if texts else named.index("message_delta")
        case Place.AFTER_TEXT:
            return named.index("message_delta")
        case Place.BEFORE_STOP:
            return named.index("message_stop")
        case Place.AFTER_STOP:
            return len(parts)
