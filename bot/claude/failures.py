"""What went wrong with Claude? One word for each way, whoever's fault it is, and what to do.

Which errors the SDK raises where, measured on its version 2.14: before the headers of a reply its
own, after them those of its HTTP client, and in a stream an `APIStatusError` of status 200.
"""

import email.utils
import time
from enum import StrEnum

import anthropic
import httpx2
from anthropic.types import Message

from bot.answering.answerer import AnswererUnavailableError

FROM_THE_SDK = (
    anthropic.APIError,
    httpx2.HTTPError,
    # What its decoder raises on events that are no events, or come in no order:
    ValueError,
    LookupError,
    AssertionError,
    AttributeError,
    TypeError,
)


class Failure(StrEnum):
    """Why there is no reply that can be used."""

    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    SERVER = "server"
    SILENT = "silent"
    UNREACHABLE = "unreachable"
    CUT = "cut"
    MALFORMED = "malformed"
    LATE = "late"
    RESTING = "resting"
    NOT_CLAUDE = "not_claude"
    SPEND_LIMIT = "spend_limit"
    KEY = "key"
    BILLING = "billing"
    FORBIDDEN = "forbidden"
    MODEL = "model"
    TOO_LARGE = "too_large"
    INVALID = "invalid"
    REFUSED = "refused"
    MAX_TOKENS = "max_tokens"
    WINDOW = "window"
    ENDLESS = "endless"


PASSING = frozenset(
    {
        *(Failure.RATE_LIMITED, Failure.OVERLOADED, Failure.SERVER, Failure.SILENT),
        *(Failure.UNREACHABLE, Failure.CUT, Failure.MALFORMED),
    }
)
"""What another attempt may mend."""

OUTAGES = PASSING | {
    *(Failure.LATE, Failure.NOT_CLAUDE, Failure.SPEND_LIMIT),
    *(Failure.KEY, Failure.BILLING, Failure.FORBIDDEN, Failure.MODEL),
}
"""What every other request meets as well."""

_BY_TYPE = {
    "rate_limit_error": Failure.RATE_LIMITED,
    "overloaded_error": Failure.OVERLOADED,
    "api_error": Failure.SERVER,
    "timeout_error": Failure.SERVER,
    "conflict_error": Failure.SERVER,
    "authentication_error": Failure.KEY,
    "billing_error": Failure.BILLING,
    "permission_error": Failure.FORBIDDEN,
    "not_found_error": Failure.MODEL,
    "request_too_large": Failure.TOO_LARGE,
    "invalid_request_error": Failure.INVALID,
}
_BY_STATUS = {
    401: Failure.KEY,
    402: Failure.BILLING,
    403: Failure.FORBIDDEN,
    404: Failure.MODEL,
    408: Failure.SERVER,
    409: Failure.SERVER,
    413: Failure.TOO_LARGE,
    429: Failure.RATE_LIMITED,
    529: Failure.OVERLOADED,
}
_SERVERS_FAULT = 500
_STATUS_OK = 200
_NETWORK = "See to the network and POLICYBOT_CLAUDE__BASE_URL."
_TO_DO = {
    Failure.KEY: "Renew POLICYBOT_CLAUDE__API_KEY.",
    Failure.BILLING: "See to the account's billing.",
    Failure.SPEND_LIMIT: "Raise the account's spend limit, or wait until it begins anew.",
    Failure.FORBIDDEN: "Give the key access to the model.",
    Failure.MODEL: "Set {setting} to a model that the account has.",
}
_ENDED_ILL = {
    "refusal": (Failure.REFUSED, "The model refused."),
    "max_tokens": (Failure.MAX_TOKENS, "The reply was cut at its greatest length."),
    "model_context_window_exceeded": (Failure.WINDOW, "The model's window was full."),
}
_ENDED_WELL = frozenset({"end_turn", "stop_sequence", "tool_use"})


class ClaudeError(AnswererUnavailableError):
    """Claude gave no reply that can be used; the sentence holds no text of a page or question.

    `again` says what the service said of asking again, None where it said nothing; `wait` is the
    seconds after which, None where it named none.
    """

    def __init__(
        self,
        failure: Failure,
        sentence: str,
        *,
        request_id: str | None = None,
        again: bool | None = None,
        wait: float | None = None,
    ) -> None:
        super().__init__(sentence)
        self.failure = failure
        self.request_id = request_id
        self.again = again
        self.wait = wait


def told(error: Exception, setting: str) -> ClaudeError:
    """Name what the SDK met; `setting` is the one that names the model."""
    if isinstance(error, anthropic.APIStatusError):
        return _refused(error, setting)
    if isinstance(error, anthropic.APITimeoutError | httpx2.TimeoutException):
        failure, what = Failure.SILENT, "fell silent"
    elif isinstance(error, anthropic.APIConnectionError):
        failure, what = Failure.UNREACHABLE, "cannot be reached"
    elif isinstance(error, httpx2.HTTPError):
        failure, what = Failure.CUT, "was cut off"
    else:
        failure, what = Failure.MALFORMED, "cannot be understood"
    return ClaudeError(failure, f"Claude {what} ({type(error).__name__}). {_NETWORK}")


def not_claude() -> ClaudeError:
    """Say that a page of some proxy came in place of a reply."""
    return ClaudeError(Failure.NOT_CLAUDE, f"What answered is not Claude. {_NETWORK}")


def cut(request_id: str | None) -> ClaudeError:
    """Say that a stream ended before the reply did, without an error."""
    why = f"Claude's reply ended in the middle (request {request_id}). {_NETWORK}"
    return ClaudeError(Failure.CUT, why, request_id=request_id)


def ended_well(message: Message) -> Message:
    """Let a reply pass that is whole; raises `ClaudeError` for one that is not."""
    stop = message.stop_reason or ""
    if stop in _ENDED_WELL:
        return message
    failure, why = _ENDED_ILL.get(stop, (Failure.MALFORMED, f"The reply ended in {stop!r}."))
    raise ClaudeError(failure, why)


def _refused(error: anthropic.APIStatusError, setting: str) -> ClaudeError:
    failure = _failure(error)
    to_do = _TO_DO.get(failure, "").format(setting=setting)
    status = "" if error.status_code == _STATUS_OK else f"{error.status_code} "
    what = f"{status}{error.type or ''}".strip()
    headers = error.response.headers
    return ClaudeError(
        failure,
        f"Claude answered {what} (request {error.request_id}). {to_do}".strip(),
        request_id=error.request_id,
        again={"true": True, "false": False}.get(headers.get("x-should-retry", "")),
        wait=_wait(headers),
    )


def _failure(error: anthropic.APIStatusError) -> Failure:
    if "spend_limit" in (error.error_code or ""):
        return Failure.SPEND_LIMIT
    if by_type := _BY_TYPE.get(error.type or ""):
        return by_type
    if error.status_code >= _SERVERS_FAULT:
        return _BY_STATUS.get(error.status_code, Failure.SERVER)
    return _BY_STATUS.get(error.status_code, Failure.INVALID)


def _wait(headers: httpx2.Headers) -> float | None:
    """Read the seconds to wait: in milliseconds, in seconds, or until a date."""
    named = headers.get("retry-after", "")
    try:
        if "retry-after-ms" in headers:
            return float(headers["retry-after-ms"]) / 1000
        return float(named)
    except ValueError:
        moment = email.utils.parsedate_tz(named)
    return None if moment is None else email.utils.mktime_tz(moment) - time.time()
