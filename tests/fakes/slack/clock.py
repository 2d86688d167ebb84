"""What time is it in Slack, and what is the next thing called?"""

import time
from collections import Counter


class Clock:
    """The machine's time, and as much later as a test has made it; and the ids that time gives."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._last = (0, 0)
        self._counts: Counter[str] = Counter()

    def now(self) -> float:
        """Tell the seconds since 1970."""
        return time.time() + self._ahead

    def forward(self, seconds: float) -> None:
        """Let time pass: triggers, response URLs, states and streams end with it."""
        self._ahead += seconds

    def ts(self) -> str:
        """Make a message's timestamp, later than all before it."""
        last, number = self._last
        second = max(int(self.now()), last)
        self._last = (second, number + 1 if second == last else 1)
        return f"{self._last[0]}.{self._last[1]:06d}"

    def id(self, prefix: str) -> str:
        """Make an id that nothing else has, like U0000000001."""
        self._counts[prefix] += 1
        return f"{prefix}{self._counts[prefix]:010d}"
