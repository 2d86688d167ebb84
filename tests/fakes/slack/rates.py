"""How often may the app call? Off unless a test sets it on.

Tiers are calls a minute for each method and workspace; a channel takes about one message a second
(docs.slack.dev/apis/web-api/rate-limits, November 2026).
"""

import math
from dataclasses import dataclass, field

_A_MINUTE = {1: 1, 2: 20, 3: 50, 4: 100}
POSTS = frozenset({"chat.postMessage", "chat.postEphemeral", "chat.startStream"})


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float

    def wait(self, now: float, *, most: float, a_second: float) -> float:
        """Take one, and give 0; or give the seconds until there is one."""
        self.left = min(most, self.left + (now - self.at) * a_second)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0
        return (1 - self.left) / a_second


@dataclass
class Rates:
    """The buckets of methods and of channels; `burst` is how many messages a channel takes."""

    burst: int = 5
    _buckets: dict[str, _Bucket] = field(default_factory=dict)

    def wait(self, method: str, tier: int, channel: str, now: float) -> int:
        """Give the whole seconds that the app has to wait, or 0."""
        waits = [0.0]
        if tier in _A_MINUTE:
            most = _A_MINUTE[tier]
            waits.append(self._bucket(method, most, now).wait(now, most=most, a_second=most / 60))
        if method in POSTS and channel:
            bucket = self._bucket(f"#{channel}", self.burst, now)
            waits.append(bucket.wait(now, most=self.burst, a_second=1))
        return math.ceil(max(waits))

    def _bucket(self, name: str, most: float, now: float) -> _Bucket:
        return self._buckets.setdefault(name, _Bucket(most, now))
