"""When is a service that fails left alone? For one process, however many ask."""

import time
from collections.abc import Callable

_EARNED = 0.2  # of a retry, by each success


class Breaker:
    """Opens after some failures in a row; after a pause it lets one try through.

    `pause` in seconds. `retries` is the most that are left at any time: each success earns a part
    of one, so that they stay few beside first attempts. Who is admitted says how it went:
    `succeeded`, `failed` or `abandoned`.
    """

    def __init__(
        self,
        failures: float = 6,
        pause: float = 30.0,
        retries: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = failures
        self._pause = pause
        self._clock = clock
        self._most_retries = retries
        self._retries = retries
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
        """Close, and earn a part of a retry."""
        self._retries = min(self._most_retries, self._retries + _EARNED)
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

    def take_retry(self) -> bool:
        """Take one of the retries that are left."""
        if self._retries < 1:
            return False
        self._retries -= 1
        return True
