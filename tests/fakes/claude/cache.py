"""What does a request cost, and what of it is in the cache already?

A token is four characters. A prefix that a marker ends is written by the first request that is
answered, and read by those that come after: looked for at each marker and at the 20 blocks before.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.fakes.claude.asked import Asked, Body, blocks_of
from tests.fakes.claude.models import Model

_LOOKS_BACK = 20  # blocks


@dataclass(frozen=True, slots=True)
class _Prefix:
    """What a request begins with, up to the end of one block."""

    key: str
    tokens: int
    marker: Body | None


@dataclass(frozen=True, slots=True)
class Prompt:
    """The tokens of a request by how they are paid, and the prefixes that it leaves cached."""

    usage: Body
    keys: frozenset[str]


@dataclass(slots=True)
class Cache:
    """The prefixes that were written so far."""

    keys: set[str] = field(default_factory=set)

    def prompt(self, asked: Asked, model: Model) -> Prompt:
        """Count a request; nothing is written before it is answered."""
        prefixes = _prefixes(asked)
        total = prefixes[-1].tokens if prefixes else 0
        ends = [
            at
            for at, prefix in enumerate(prefixes)
            if prefix.marker and prefix.tokens >= model.smallest_prefix
        ]
        read = max((self._read(prefixes, end) for end in ends), default=0)
        cached = max((prefixes[end].tokens for end in ends), default=0)
        by_life = {"5m": 0, "1h": 0}
        before = read
        for end in ends:
            marker = prefixes[end].marker or {}
            by_life[marker.get("ttl", "5m")] += max(0, prefixes[end].tokens - before)
            before = max(before, prefixes[end].tokens)
        usage = {
            "input_tokens": total - max(cached, read),
            "cache_creation_input_tokens": max(0, cached - read),
            "cache_read_input_tokens": read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": by_life["5m"],
                "ephemeral_1h_input_tokens": by_life["1h"],
            },
        }
        return Prompt(usage, frozenset(prefixes[end].key for end in ends))

    def write(self, prompt: Prompt) -> None:
        """Keep what a request that is being answered begins with."""
        self.keys |= prompt.keys

    def _read(self, prefixes: list[_Prefix], end: int) -> int:
        looked_at = prefixes[max(0, end - _LOOKS_BACK) : end + 1]
        return max((prefix.tokens for prefix in looked_at if prefix.key in self.keys), default=0)


def tokens(text: str) -> int:
    """Count the tokens of a text."""
    return len(text) // 4


def _prefixes(asked: Asked) -> list[_Prefix]:
    """Add up the blocks; what is set for a part of the prompt changes the key of all after it."""
    key, length = hashlib.sha256(asked.model.encode()), 0
    prefixes = []
    for block in _blocks(asked):
        marker = block.get("cache_control") if isinstance(block, dict) else None
        written = _written(block)
        key.update(written.encode())
        if isinstance(block, dict):
            length += len(written)
            prefixes.append(_Prefix(key.hexdigest(), length // 4, marker))
    own = asked.body.get("cache_control")
    if own and prefixes and not prefixes[-1].marker:
        prefixes[-1] = _Prefix(prefixes[-1].key, prefixes[-1].tokens, own)
    return prefixes


def _blocks(asked: Asked) -> Iterator[Body | str]:
    """Walk in the order of the prompt: tools, system, messages, each after what it depends on."""
    yield from asked.body.get("tools") or ()
    yield f"citations {asked.cites}, speed {asked.body.get('speed')}"
    yield from blocks_of(asked.body.get("system") or [])
    thinking = (asked.body.get("thinking") or {}).get("type")
    yield f"thinking {thinking}, tools {asked.body.get('tool_choice')}"
    for role, blocks in asked.turns:
        yield role
        yield from blocks


def _written(block: Body | str) -> str:
    if isinstance(block, dict):
        block = {name: value for name, value in block.items() if name != "cache_control"}
    return json.dumps(block, sort_keys=True, ensure_ascii=False)
