"""Was this text placed before? Vectors kept by content and model, for runs that repeat."""

import asyncio
import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from retrieval.embedding import Embedder, Placed, Question, Text


class CachedEmbedder:
    """An embedder that asks the one behind it only for texts that it has not seen.

    The file holds vectors under digests of text and model: no text can be read from it.
    """

    def __init__(self, embedder: Embedder, file: Path) -> None:
        self._embedder = embedder
        self._file = file
        self.model = embedder.model
        self.size = embedder.size
        self.placed = 0
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._open()) as cache, cache:
            cache.execute(
                "CREATE TABLE IF NOT EXISTS placed (key BLOB PRIMARY KEY, dense BLOB, codes BLOB)"
            )

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count tokens as the embedder behind does."""
        return self._embedder.count(texts)

    async def passages(self, texts: Sequence[Text]) -> list[Placed]:
        """Place each text, those seen before from the file; `placed` counts the others."""
        keys = [self._key(text) for text in texts]
        known = await asyncio.to_thread(self._read, keys)
        new = [(key, text) for key, text in zip(keys, texts, strict=True) if key not in known]
        if new:
            placed = await self._embedder.passages([text for _, text in new])
            fresh = dict(zip((key for key, _ in new), placed, strict=True))
            await asyncio.to_thread(self._write, fresh)
            self.placed += len(new)
            known |= fresh
        return [known[key] for key in keys]

    async def question(self, text: Text) -> Question:
        """Place a question; questions are not kept."""
        return await self._embedder.question(text)

    def _key(self, text: Text) -> bytes:
        return hashlib.sha256(f"{self.model}\n{text.language}\n{text.words}".encode()).digest()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, timeout=60)
        connection.execute("PRAGMA journal_mode=WAL")
        return connection

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, Placed]:
        found: dict[bytes, Placed] = {}
        chosen = "SELECT dense, codes FROM placed WHERE key = ?"
        with closing(self._open()) as cache:
            for key in keys:
                row = cache.execute(chosen, (key,)).fetchone()
                if row is not None:
                    found[key] = Placed(np.frombuffer(row[0], np.float32), row[1])
        return found

    def _write(self, fresh: dict[bytes, Placed]) -> None:
        rows = [(key, p.dense.astype(np.float32).tobytes(), p.codes) for key, p in fresh.items()]
        with closing(self._open()) as cache, cache:
            cache.executemany("INSERT OR IGNORE INTO placed VALUES (?, ?, ?)", rows)
