"""What can be answered in place of a message?"""

from dataclasses import dataclass, field, replace

from tests.fakes.claude.events import Change
from tests.fakes.claude.replies import Reply

_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    409: "conflict_error",
    413: "request_too_large",
    429: "rate_limit_error",
    504: "timeout_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A status, with the service's own body, or `html`, or `plain` text of something between."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    html: str | None = None
    plain: str | None = None
    message: str = "as the test asked"
    code: str = ""  # the finer `error_code`

    def body(self, request_id: str) -> dict[str, object]:
        """Write what the service says."""
        error: dict[str, object] = {
            "type": _TYPES.get(self.status, "api_error"),
            "message": self.message,
        }
        if self.code:
            error["details"] = {"error_code": self.code}
        return {"type": "error", "error": error, "request_id": request_id}


@dataclass(frozen=True, slots=True)
class Slow:
    """Seconds before anything is answered; `then` is what is, or something right."""

    seconds: float
    then: str | Reply | Fault | None = None


@dataclass(frozen=True, slots=True)
class Dropped:
    """The connection is closed before anything is answered."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A body that was sent once, or was written down, sent with status 200."""

    body: bytes
    content_type: str = "text/event-stream"
    changes: tuple[Change, ...] = ()

    def sent(self, *changes: Change) -> "Recorded":
        """Send it as a stream that goes so: `cut_at`, `crlf` and `dribbled` can be done to it."""
        return replace(self, changes=self.changes + changes)


PORTAL = Fault(200, html="<html><body>Log in to the network to go on.</body></html>")
TOO_LARGE = Fault(413, html="<html><head><title>413 Request Entity Too Large</title></head></html>")
