"""How often may the bot call? Off unless a test sets it on.

The figures are Microsoft's, of one bot in one conversation (learn.microsoft.com/microsoftteams/
platform/bots/how-to/rate-limit, November 2026).
"""

import math
from collections import defaultdict, deque
from dataclasses import dataclass, field

_SENDING = ((1, 7), (2, 8), (30, 60), (3600, 1800))  # seconds, and how many in them
_ASKING = ((1, 14), (2, 16), (30, 120), (3600, 3600))
WRITES = frozenset({"send", "reply", "update", "delete", "create"})


@dataclass
class Rates:
    """When the bot called, by what and where."""

    _calls: dict[tuple[str, str], deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def wait(self, method: str, chat: str, now: float) -> int:
        """Count a call, and give 0; or give the whole seconds until it would be one too many no
        more.
        """
        kind, limits = ("write", _SENDING) if method in WRITES else ("read", _ASKING)
        calls = self._calls[(kind, chat)]
        while calls and calls[0] <= now - limits[-1][0]:
            calls.popleft()
        waits = [self._until(calls, seconds, most, now) for seconds, most in limits]
        if max(waits) > 0:
            return math.ceil(max(waits))
        calls.append(now)
        return 0

    def _until(self, calls: "deque[float]", seconds: int, most: int, now: float) -> float:
        recent = [at for at in calls if at > now - seconds]
        return recent[-most] + seconds - now if len(recent) >= most else 0.0
