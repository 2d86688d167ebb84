"""How does what happens reach the app: over HTTP, signed, or over Socket Mode; and how often?"""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlencode

import aiohttp

from tests.fakes.slack.sockets import Sockets
from tests.fakes.slack.texts import Body

EVENTS = "events_api"
INTERACTIVE = "interactive"
COMMANDS = "slash_commands"


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt to hand something to the app; `status` is None where nobody answered."""

    kind: str
    id: str
    number: int  # 0, then 1 to 3 for the attempts after it
    transport: str  # "http" or "socket"
    status: int | None
    seconds: float
    failure: str = ""  # as the next attempt tells it
    body: str = ""  # what the app answered
    no_retry: bool = False

    @property
    def is_taken(self) -> bool:
        return self.status is not None and self.status // 100 == HTTPStatus.OK // 100

    @property
    def json(self) -> Body:
        """What the app answered, where it was an object."""
        try:
            read = json.loads(self.body)
        except ValueError:
            return {}
        return read if isinstance(read, dict) else {}


@dataclass(eq=False)
class Dispatch:
    """Something to hand to the app, and the attempts at it so far."""

    kind: str
    id: str
    payload: Body
    deliveries: list[Delivery] = field(default_factory=list)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def type(self) -> str:
        """The type of the event, or of the interaction."""
        return str(self.payload.get("event", self.payload).get("type", ""))

    @property
    def event(self) -> Body:
        event: Body = self.payload["event"]
        return event

    @property
    def taken(self) -> Delivery | None:
        return next((delivery for delivery in self.deliveries if delivery.is_taken), None)


@dataclass(frozen=True, slots=True)
class _Met:
    """How the app met an attempt."""

    status: int | None
    failure: str = ""
    body: str = ""
    no_retry: bool = False


class Deliverer:
    """Hands events over until they are taken, and interactions once."""

    def __init__(self, secret: str, moved: Callable[[], None]) -> None:
        self.secret = secret
        self._moved = moved  # is told of every attempt
        self.sockets = Sockets()
        self.urls: dict[str, str] = {}  # by kind; where there is none, Socket Mode is on
        self.ack_within = 3.0  # seconds
        self.retry_after: tuple[float, ...] = (0, 60, 300)  # seconds, each after a failure
        self.deliveries: list[Delivery] = []
        self.dispatches: list[Dispatch] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None

    async def begin(self) -> None:
        connector = aiohttp.TCPConnector(limit=0)
        self._session = aiohttp.ClientSession(connector=connector)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.sockets.close()
        if self._session is not None:
            await self._session.close()

    def send(self, dispatch: Dispatch) -> None:
        """Begin to hand an event over."""
        self.dispatches.append(dispatch)
        self.spawn(self._keep_trying(dispatch))

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Do something beside the test, until it ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def hand(self, dispatch: Dispatch) -> Delivery:
        """Hand an interaction over: Slack does so once, and tells its person if it fails."""
        self.dispatches.append(dispatch)
        delivery = await self._attempt(dispatch, 0, "")
        dispatch.ended.set()
        return delivery

    def signed(self, body: str, *, at: float | None = None) -> dict[str, str]:
        """Make the headers that prove a body to be Slack's, sent now or at another time."""
        moment = str(int(time.time() if at is None else at))
        digest = hmac.new(
            self.secret.encode(), f"v0:{moment}:{body}".encode(), hashlib.sha256
        ).hexdigest()
        return {"X-Slack-Request-Timestamp": moment, "X-Slack-Signature": f"v0={digest}"}

    async def _keep_trying(self, dispatch: Dispatch) -> None:
        failure = ""
        for number, wait in enumerate((0.0, *self.retry_after)):
            await asyncio.sleep(wait)
            delivery = await self._attempt(dispatch, number, failure)
            if delivery.is_taken or delivery.no_retry:
                break
            failure = delivery.failure
        dispatch.ended.set()

    async def _attempt(self, dispatch: Dispatch, number: int, failure: str) -> Delivery:
        began = time.monotonic()
        url = self.urls.get(dispatch.kind)
        if url is None:
            answer = await self.sockets.send(
                dispatch.kind,
                dispatch.payload,
                within=self.ack_within,
                retry=(number, "timeout") if number else None,
            )
            failure = "timeout" if self.sockets.open else "connection_failed"
            met = _Met(None, failure) if answer is None else _Met(200, body=answer)
        else:
            met = await self._posted(url, dispatch, number, failure)
        delivery = Delivery(
            dispatch.kind,
            dispatch.id,
            number,
            "http" if url else "socket",
            met.status,
            time.monotonic() - began,
            met.failure,
            met.body,
            met.no_retry,
        )
        self.deliveries.append(delivery)
        dispatch.deliveries.append(delivery)
        self._moved()
        return delivery

    async def _posted(self, url: str, dispatch: Dispatch, number: int, failure: str) -> _Met:
        assert self._session is not None
        body, kind = _written(dispatch)
        headers = {**self.signed(body), "Content-Type": kind, "User-Agent": "Slackbot 1.0"}
        if number:
            headers |= {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": failure}
        try:
            async with self._session.post(
                url,
                data=body.encode(),
                headers=headers,
                allow_redirects=False,
                timeout=aiohttp.ClientTimeout(total=self.ack_within),
            ) as answer:
                text = await answer.text()
                is_taken = answer.status // 100 == HTTPStatus.OK // 100
                return _Met(
                    answer.status,
                    "" if is_taken else "http_error",
                    text,
                    no_retry=answer.headers.get("X-Slack-No-Retry") == "1",
                )
        except TimeoutError:
            return _Met(None, "http_timeout")
        except aiohttp.ClientError:
            return _Met(None, "connection_failed")


def _written(dispatch: Dispatch) -> tuple[str, str]:
    """Write a payload as each kind is sent: the body, and its type."""
    form = "application/x-www-form-urlencoded"
    if dispatch.kind == EVENTS:
        return json.dumps(dispatch.payload), "application/json"
    if dispatch.kind == INTERACTIVE:
        return urlencode({"payload": json.dumps(dispatch.payload)}), form
    return urlencode(dispatch.payload), form
