"""What is found where a service is looked at as it is set up, part by part?"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

Known = Callable[[str], Awaitable[bool]]
"""Tells whether a source knows somebody by an e-mail."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One part that was looked at, and what is to be said of it."""

    part: str
    words: str
    good: bool = True
