"""To which conversation is a `thinking` block bound? The newest models sign all that stands before.

A block that comes back after anything before it was changed, or was taken out alone, is refused.
"""

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence

from tests.fakes.claude.asked import Asked, Body

_FOREIGN = (
    "Invalid `signature` in `thinking` block. The block is bound to a different conversation."
)
_Turns = Sequence[tuple[str, tuple[Body, ...]]]


def signature(asked: Asked) -> str:
    """Sign what an answer's thinking stands on."""
    return _signed(asked, asked.turns)


def unbound(asked: Asked) -> Iterator[str]:
    """Find the blocks that were signed over something else than what stands before them now."""
    for at, (role, blocks) in enumerate(asked.turns):
        signed = [block for block in blocks if block["type"] == "thinking"]
        if role != "assistant" or not signed:
            continue
        if signed[0].get("signature") != _signed(asked, asked.turns[:at]):
            yield f"messages.{at}: {_FOREIGN}"


def _signed(asked: Asked, turns: _Turns) -> str:
    """Hash a prefix; where the cache is marked, and what is null, does not count."""
    bound = [asked.body.get("system"), asked.body.get("tools"), *turns]
    digest = hashlib.sha256(json.dumps(_bare(bound), sort_keys=True).encode()).digest()
    return base64.b64encode(digest).decode()


def _bare(value: object) -> object:
    if isinstance(value, dict):
        return {
            key: _bare(part)
            for key, part in value.items()
            if key != "cache_control" and part is not None
        }
    if isinstance(value, list | tuple):
        return [_bare(part) for part in value]
    return value
