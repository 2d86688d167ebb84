"""Is what was posted really from Slack, whole and harmless? Only then does the library see it.

Slack's library raises on a timestamp that is no number, on a signature that is not ASCII, on a body
that is no UTF-8 and on JSON nested too deep, and would read a body of any size for any time. Here
every malformed request is answered with a 4xx, in words of our own, and nothing of it is kept.
"""

import hashlib
import hmac
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import structlog
from aiohttp import web

from bot.posted import PATIENCE, body, json_object

WINDOW = 300
"""Seconds that a request may be old, or ahead."""

_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"
_MOST_FIELDS = 100
_TIMESTAMP = re.compile(r"\d{10}", re.ASCII)
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")

log = structlog.get_logger()

Payload = dict[str, Any]  # Slack's JSON, or the fields of a command; read in `arrivals`


@dataclass(frozen=True, slots=True)
class Signed:
    """A request that Slack signed: its text to the letter, and what it says."""

    text: str
    content_type: str
    timestamp: str
    signature: str
    payload: Payload


class Skew:
    """How far is this computer's clock from Slack's? Told by requests that Slack did sign."""

    def __init__(self) -> None:
        self._offsets: deque[float] = deque(maxlen=20)
        self._alarmed = False

    def saw(self, offset: float) -> None:
        """Note how many seconds a request was ahead of this clock (negative: behind)."""
        self._offsets.append(offset)
        alarm = self.alarm
        if alarm is not None and not self._alarmed:
            log.warning("slack clock skew", seconds=round(offset), requests=len(self._offsets))
        self._alarmed = alarm is not None

    @property
    def alarm(self) -> str | None:
        """What is wrong with the clock, where many of the last requests say so."""
        if sum(offset > _OFF for offset in self._offsets) >= _MANY:
            return "Slack's requests are ahead of this computer's clock: it is late. Set it by NTP."
        if sum(offset < -_OFF for offset in self._offsets) >= _MANY:
            return "Slack's requests are old by this computer's clock: it is early. Set it by NTP."
        return None


_OFF = 60.0  # seconds
_MANY = 5  # of the last twenty


class Gate:
    """Lets through what Slack signed with this secret, lately, and well formed."""

    def __init__(
        self,
        signing_secret: str,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._secret = signing_secret.encode()
        self._patience = patience
        self._clock = clock
        self.skew = Skew()

    async def admit(self, request: web.Request) -> Signed:
        """Read and check a request; raises the 4xx of aiohttp that fits what is wrong with it."""
        try:
            return await self._admitted(request)
        except web.HTTPException as refused:
            log.info("slack request refused", status=refused.status, reason=refused.text)
            raise

    async def _admitted(self, request: web.Request) -> Signed:
        if request.content_type not in (_JSON, _FORM) or "Content-Encoding" in request.headers:
            raise web.HTTPUnsupportedMediaType(text="Send JSON or a form, not compressed.")
        timestamp = _only(request, "X-Slack-Request-Timestamp", _TIMESTAMP)
        signature = _only(request, "X-Slack-Signature", _SIGNATURE)
        read = await body(request, self._patience)
        self._check(read, timestamp, signature)
        try:
            text = read.decode()
            payload = (json_object if request.content_type == _JSON else _form)(text)
        except (ValueError, RecursionError) as error:
            raise web.HTTPBadRequest(text="This is not what Slack sends.") from error
        return Signed(text, request.content_type, timestamp, signature, payload)

    def _check(self, read: bytes, timestamp: str, signature: str) -> None:
        signed = b"v0:" + timestamp.encode() + b":" + read
        right = "v0=" + hmac.new(self._secret, signed, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(right, signature):
            raise web.HTTPUnauthorized(text="The signature is wrong.")
        ahead = int(timestamp) - self._clock()
        self.skew.saw(ahead)
        if abs(ahead) > WINDOW:
            raise web.HTTPUnauthorized(text="The request is stale.")


def _only(request: web.Request, name: str, form: re.Pattern[str]) -> str:
    """Take a header that has to be there once, in its form."""
    values = request.headers.getall(name, [])
    if len(values) != 1 or not form.fullmatch(values[0]):
        raise web.HTTPUnauthorized(text=f"{name} is missing or malformed.")
    return values[0]


def _form(text: str) -> Payload:
    """Read a form: exactly one payload, or the fields of a command or of a certificate check."""
    pairs = parse_qsl(
        text,
        keep_blank_values=True,
        strict_parsing=True,
        errors="strict",
        max_num_fields=_MOST_FIELDS,
    )
    fields: Payload = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field comes twice")
    if "payload" in fields:
        if len(fields) > 1:
            raise ValueError("there is more than a payload")
        return json_object(fields["payload"])
    if fields.keys() & {"command", "ssl_check"}:
        return fields
    raise ValueError("there is neither a payload nor a command")
