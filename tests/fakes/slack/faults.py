"""What can go wrong between the app and Slack?"""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.slack.texts import Body

_ERRORS = {429: "ratelimited", 500: "internal_error", 503: "service_unavailable"}


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer in place of the right one; nothing was done. Without a status, a refusal."""

    status: int = 200
    error: str = ""
    retry_after: int | None = None  # seconds
    html: str | None = None

    @property
    def body(self) -> Body:
        return {"ok": False, "error": self.error or _ERRORS.get(self.status, "fatal_error")}


@dataclass(frozen=True, slots=True)
class Slow:
    """Seconds before anything is done; then it is done, or `then` is answered."""

    seconds: float
    then: Fault | None = None


@dataclass(frozen=True, slots=True)
class Lie:
    """Nothing was done, and this is what is answered: as if all had gone well, or in part."""

    body: Body


@dataclass(frozen=True, slots=True)
class LostRequest:
    """The connection is reset, and nothing was done."""


@dataclass(frozen=True, slots=True)
class LostReply:
    """It is done, and the connection is reset before the app is told; `after`: seconds."""

    after: float = 0


@dataclass(frozen=True, slots=True)
class SlowReply:
    """It is done at once, and told seconds later."""

    seconds: float


Trouble = Fault | Lie | Slow | LostRequest | LostReply | SlowReply


@dataclass
class Faults:
    """What goes wrong with the next calls, by method: `*` is any."""

    _queues: dict[str, deque[tuple[Trouble, Callable[[Body], bool]]]] = field(
        default_factory=lambda: defaultdict(deque)
    )

    def add(
        self, method: str, trouble: Trouble, *, times: int, when: Callable[[Body], bool]
    ) -> None:
        self._queues[method].extend([(trouble, when)] * times)

    def next(self, method: str, args: Body) -> Trouble | None:
        """Take what goes wrong with this call, if anything does."""
        for name in (method, "*"):
            queue = self._queues.get(name)
            if queue and queue[0][1](args):
                return queue.popleft()[0]
        return None

    def clear(self) -> None:
        """Let all go well from now on."""
        self._queues.clear()
