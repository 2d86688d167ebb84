"""What time is it in Teams, and what is the next thing called?"""

import time
import uuid
from collections import Counter
from datetime import UTC, datetime
from itertools import count
from zoneinfo import ZoneInfo

ZONE = "Europe/Madrid"
_FAKES = count(1)


class Clock:
    """The machine's time, and as much later as a test has made it; and the ids that time gives."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._last = 0
        self._fake = next(_FAKES)  # so that no two fakes' ids are the same
        self._counts: Counter[str] = Counter()

    def now(self) -> float:
        """Tell the seconds since 1970."""
        return time.time() + self._ahead

    def forward(self, seconds: float) -> None:
        """Let time pass: tokens, streams and limits end with it."""
        self._ahead += seconds

    def activity_id(self) -> str:
        """Make the id of an activity, later than all before it: its milliseconds since 1970."""
        self._last = max(int(self.now() * 1000), self._last + 1)
        return str(self._last)

    def uuid(self, kind: str) -> str:
        """Make an id of a tenant, a user, a team, …"""
        self._counts[kind] += 1
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self._fake} {kind} {self._counts[kind]}"))

    def stamp(self) -> str:
        """Write now as `timestamp` has it."""
        return _milliseconds(datetime.fromtimestamp(self.now(), UTC)).replace("+00:00", "Z")

    def local_stamp(self) -> str:
        """Write now as `localTimestamp` has it."""
        return _milliseconds(datetime.fromtimestamp(self.now(), ZoneInfo(ZONE)))


def _milliseconds(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
