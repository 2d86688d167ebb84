"""When is a service that fails left alone? A breaker, and a budget of retries, for one process."""

import time
from collections.abc import Callable

_RETRIES = 10.0
_EARNED = 0.2


class Breaker:
    """Opens after some failures in a row; after a pause it lets one try through.

    `pause` in seconds. Who is admitted says how it went: `succeeded`, `failed` or `abandoned`.
    """

    def __init__(
        self,
        failures: float = 6,
        pause: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = failures
        self._pause = pause
        self._clock = clock
        self._failures = 0
        self._opened: float | None = None
        self._is_tried = False

    @property
    def is_open(self) -> bool:
        """Whether nobody is let through now."""
        if self._opened is None:
            return False
        return self._is_tried or self._clock() < self._opened + self._pause

    def admit(self) -> bool:
        """Let somebody through, or not; after the pause the first one tries for all."""
        if self.is_open:
            return False
        self._is_tried = self._opened is not None
        return True

    def succeeded(self) -> None:
        """Close."""
        self._failures, self._opened, self._is_tried = 0, None, False

    def failed(self) -> None:
        """Count a failure; the last of them opens."""
        self._failures += 1
        self._is_tried = False
        if self._failures >= self._most:
            self._opened = self._clock()

    def abandoned(self) -> None:
        """Let another one try: nothing was learned."""
        self._is_tried = False


class RetryBudget:
    """So that retries stay few beside first attempts, however many ask: each success earns some."""

    def __init__(self, most: float = _RETRIES, earned: float = _EARNED) -> None:
        self._most = most
        self._earned = earned
        self._left = most

    def earn(self) -> None:
        """Count a success."""
        self._left = min(self._most, self._left + self._earned)

    def take(self) -> bool:
        """Take a retry, if one is left."""
        if self._left < 1:
            return False
        self._left -= 1
        return True
