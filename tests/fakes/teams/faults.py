"""What can go wrong between the bot and Teams?"""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.slack.faults import Lie, LostReply, LostRequest, SlowReply
from tests.fakes.teams.texts import Body

__all__ = ["Fault", "Faults", "Lie", "LostReply", "LostRequest", "Slow", "SlowReply", "Trouble"]

_CODES = {
    400: ("BadArgument", "Bad argument"),
    401: ("Unauthorized", "Authorization has been denied for this request."),
    403: ("ForbiddenOperationException", "Operation is forbidden"),
    404: ("ConversationNotFound", "Conversation not found."),
    412: ("PreconditionFailed", "Precondition failed, please try again."),
    413: ("MessageSizeTooBig", "Message size too large"),
    429: ("Throttled", "Too many requests."),
    500: ("ServiceError", "Internal server error"),
    502: ("ServiceError", "Bad gateway"),
    503: ("ServiceError", "Service is unavailable."),
    504: ("GatewayTimeout", "Gateway timeout"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer in place of the right one; nothing was done."""

    status: int
    code: str = ""
    message: str = ""
    subcode: str = ""
    retry_after: int | None = None  # seconds
    html: str | None = None

    @property
    def body(self) -> Body:
        code, message = _CODES.get(self.status, ("ServiceError", "Something went wrong"))
        return error_body(self.code or code, self.message or message, self.subcode)


@dataclass(frozen=True, slots=True)
class Slow:
    """Seconds before anything is done; then it is done, or `then` is answered."""

    seconds: float
    then: Fault | None = None


Trouble = Fault | Lie | Slow | LostRequest | LostReply | SlowReply


def error_body(code: str, message: str, subcode: str = "") -> Body:
    """Write a refusal as the connector does."""
    body: Body = {"error": {"code": code, "message": message}}
    return {"subCode": subcode, **body} if subcode else body


@dataclass
class Faults:
    """What goes wrong with the next calls, by method: `*` is any of the connector's."""

    _queues: dict[str, deque[tuple[Trouble, Callable[[Body], bool]]]] = field(
        default_factory=lambda: defaultdict(deque)
    )

    def add(
        self, method: str, trouble: Trouble, *, times: int, when: Callable[[Body], bool]
    ) -> None:
        self._queues[method].extend([(trouble, when)] * times)

    def next(self, method: str, body: Body, *, of_connector: bool = True) -> Trouble | None:
        """Take what goes wrong with this call, if anything does."""
        for name in (method, "*") if of_connector else (method,):
            queue = self._queues.get(name)
            if queue and queue[0][1](body):
                return queue.popleft()[0]
        return None

    def clear(self) -> None:
        """Let all go well from now on."""
        self._queues.clear()
