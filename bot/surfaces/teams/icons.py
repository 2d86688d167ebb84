"""What does the app look like in Teams? The bot's mark, drawn in the two sizes that a package has.

The mark is that of the chat page (`bot/surfaces/web/page/mark.svg`): lines of a text, and a tick.
What Teams wants of icons: learn.microsoft.com/microsoftteams/platform/concepts/design/
design-teams-app-icon-store-appbar (2026-11-30).
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

ACCENT = "#17645c"
"""The colour of the mark's ground."""

Color = tuple[int, int, int]
Segment = tuple[float, float, float, float]  # from, to

_GROUND: Color = (0x17, 0x64, 0x5C)
_TICK: Color = (0x9F, 0xE3, 0xD6)
_WHITE: Color = (0xFF, 0xFF, 0xFF)

# In the 32 by 32 units of the mark, as is the width of its strokes: 2.4.
_LINES: tuple[Segment, ...] = ((9, 10.5, 18, 10.5), (9, 16, 23, 16), (9, 21.5, 15, 21.5))
_CHECK: tuple[Segment, ...] = ((18.5, 21, 20.9, 23.4), (20.9, 23.4, 24.9, 19))
_MIDDLE = (16.95, 16 + 11 / 14)  # of all strokes; of the small icon, each line fills whole pixels


@dataclass(frozen=True, slots=True)
class _Canvas:
    """A square of so many pixels; a unit of the mark takes `scale` of them, a stroke `width`."""

    size: int
    scale: float
    width: float

    def covered(self, segments: Sequence[Segment]) -> list[float]:
        """How much of each pixel the strokes cover, from 0.0 to 1.0, row by row."""
        placed = [self._placed(one) for one in segments]
        middles = [place + 0.5 for place in range(self.size)]
        return [
            max(0.0, min(1.0, (self.width + 1) / 2 - min(_distance(x, y, one) for one in placed)))
            for y in middles
            for x in middles
        ]

    def _placed(self, segment: Segment) -> Segment:
        x1, y1, x2, y2 = (
            (at - middle) * self.scale + self.size / 2
            for at, middle in zip(segment, _MIDDLE * 2, strict=True)
        )
        return x1, y1, x2, y2


def color_icon() -> bytes:
    """Draw the 192 by 192 icon: its ground fills it, the mark keeps to the middle 96 by 96."""
    canvas = _Canvas(size=192, scale=5.2, width=12.5)
    lines, check = canvas.covered(_LINES), canvas.covered(_CHECK)
    pixels = (
        bytes(_mixed(_mixed(_GROUND, _WHITE, line), _TICK, tick))
        for line, tick in zip(lines, check, strict=True)
    )
    return _png(canvas.size, pixels, kind=2)


def outline_icon() -> bytes:
    """Draw the 32 by 32 icon: white, on nothing."""
    canvas = _Canvas(size=32, scale=14 / 11, width=2.2)
    covered = canvas.covered((*_LINES, *_CHECK))
    return _png(canvas.size, (bytes((*_WHITE, round(255 * part))) for part in covered), kind=6)


def _distance(x: float, y: float, segment: Segment) -> float:
    x1, y1, x2, y2 = segment
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    nearest = max(0.0, min(1.0, along))
    return hypot(x - x1 - nearest * (x2 - x1), y - y1 - nearest * (y2 - y1))


def _mixed(under: Color, over: Color, part: float) -> Color:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(under, over, strict=True))
    return red, green, blue


def _png(size: int, pixels: Iterable[bytes], *, kind: int) -> bytes:
    """Write a PNG of one byte a channel; of the kinds, 2 is red, green, blue, and 6 alpha too."""
    flat = b"".join(pixels)
    row = len(flat) // size
    unfiltered = b"".join(b"\0" + flat[at : at + row] for at in range(0, len(flat), row))
    head = struct.pack(">IIBBBBB", size, size, 8, kind, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(unfiltered, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
