"""How does what happens reach the bot: with which token, and how often?"""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

import aiohttp

from tests.fakes.teams.texts import Body

_OK = 2  # hundred


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt to hand something to the bot; `status` is None where nobody answered."""

    kind: str  # of activity
    name: str  # of an invoke
    id: str
    number: int  # 0, then 1 to 3 for the copies
    status: int | None
    seconds: float
    failure: str = ""
    body: str = ""  # what the bot answered

    @property
    def is_taken(self) -> bool:
        return self.status is not None and self.status // 100 == _OK

    @property
    def json(self) -> Body:
        """What the bot answered, where it was an object."""
        try:
            read = json.loads(self.body)
        except ValueError:
            return {}
        return read if isinstance(read, dict) else {}


@dataclass(eq=False)
class Dispatch:
    """Something to hand to the bot, and the attempts at it so far."""

    activity: Body
    headers: dict[str, str] | None = None  # in place of those that Teams would send
    deliveries: list[Delivery] = field(default_factory=list)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def type(self) -> str:
        return str(self.activity.get("type", ""))

    @property
    def taken(self) -> Delivery | None:
        return next((delivery for delivery in self.deliveries if delivery.is_taken), None)


class Deliverer:
    """Hands activities over, again where nobody answers, and invokes once."""

    def __init__(
        self, authorize: Callable[[Body], dict[str, str]], moved: Callable[[], None]
    ) -> None:
        self._authorize = authorize  # makes the headers of an activity
        self._moved = moved  # is told of every attempt
        self.url = ""
        self.answer_within = 15.0  # seconds; then it is sent again
        self.invoke_within = 5.0  # seconds; then its person is told that the app failed
        self.copies = 4  # of one activity, the first included
        self.deliveries: list[Delivery] = []
        self.dispatches: list[Dispatch] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None

    async def begin(self) -> None:
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def send(self, dispatch: Dispatch) -> None:
        """Begin to hand something over, and again while nobody answers."""
        self.dispatches.append(dispatch)
        self.spawn(self._keep_trying(dispatch))

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Do something beside the test, until it ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def hand(self, dispatch: Dispatch) -> Delivery:
        """Hand something over once, and wait for the answer."""
        self.dispatches.append(dispatch)
        within = self.invoke_within if dispatch.type == "invoke" else self.answer_within
        delivery = await self._attempt(dispatch, 0, within)
        dispatch.ended.set()
        return delivery

    async def _keep_trying(self, dispatch: Dispatch) -> None:
        for number in range(self.copies):
            delivery = await self._attempt(dispatch, number, self.answer_within)
            if delivery.failure != "timeout":
                break
        dispatch.ended.set()

    async def _attempt(self, dispatch: Dispatch, number: int, within: float) -> Delivery:
        began = time.monotonic()
        activity = dispatch.activity
        headers = self._authorize(activity) if dispatch.headers is None else dispatch.headers
        status, failure, body = await self._posted(activity, headers, within)
        delivery = Delivery(
            dispatch.type,
            str(activity.get("name", "")),
            str(activity.get("id", "")),
            number,
            status,
            time.monotonic() - began,
            failure,
            body,
        )
        self.deliveries.append(delivery)
        dispatch.deliveries.append(delivery)
        self._moved()
        return delivery

    async def _posted(
        self, activity: Body, headers: dict[str, str], within: float
    ) -> tuple[int | None, str, str]:
        assert self._session is not None
        assert self.url, "There is no bot to deliver to: call deliver_to first."
        kind = {"Content-Type": "application/json; charset=utf-8"}
        try:
            async with self._session.post(
                self.url,
                data=json.dumps(activity, ensure_ascii=False).encode(),
                headers={**kind, **headers},
                allow_redirects=False,
                timeout=aiohttp.ClientTimeout(total=within),
            ) as answer:
                text = await answer.text()
                return answer.status, "" if answer.status // 100 == _OK else "http_error", text
        except TimeoutError:
            return None, "timeout", ""
        except aiohttp.ClientError:
            return None, "connection_failed", ""
