"""What is the app shown to be doing in a thread?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Status:
    """What a thread shows that the app is doing, and since when."""

    text: str
    loading: tuple[str, ...]
    at: float
