"""How is Claude asked? Always as a stream, through the one layer that asks again.

The SDK's own retries are off. They would wait for as long as `retry-after` says, be it a day, ask
again where an account's limit is reached, and neither see an overload inside a stream nor a stream
that ends too soon. Nothing of a reply is handed on before all of it is here.
"""

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import httpx2
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient, Timeout, omit
from anthropic.types import (
    Message,
    MessageParam,
    OutputConfigParam,
    TextBlockParam,
    ToolChoiceParam,
    ToolParam,
    Usage,
)

from bot.claude.breaker import Breaker
from bot.claude.failures import (
    FROM_THE_SDK,
    OUTAGES,
    PASSING,
    ClaudeError,
    Failure,
    cut,
    not_claude,
    told,
)
from bot.claude.models import spent, takes_effort
from connectors.contexts import Spent
from storage.calls import Call

_ANSWERED = "answered"
_CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a reply is waited for, in seconds, and how often it is asked for.

    `silence` is the longest gap between two bytes. A pause doubles from `first` to `longest`.
    """

    attempts: int = 3
    deadline: float = 60.0
    silence: float = 20.0
    connect: float = 5.0
    first: float = 0.5
    longest: float = 8.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A request; `setting` is the name of the one that chose the model.

    With a `schema`, the reply is JSON that fits it; such a reply cannot cite.
    """

    model: str
    setting: str
    most_tokens: int
    system: Sequence[TextBlockParam]
    messages: Sequence[MessageParam]
    effort: Literal["low", "medium"] = "low"
    tools: Sequence[ToolParam] = ()
    tool_choice: ToolChoiceParam | None = None
    schema: Mapping[str, object] | None = None

    @property
    def output(self) -> OutputConfigParam:
        """The effort, where the model takes one, and the form, where one is asked for."""
        output: OutputConfigParam = {}
        if takes_effort(self.model):
            output["effort"] = self.effort
        if self.schema is not None:
            output["format"] = {"type": "json_schema", "schema": dict(self.schema)}
        return output


@dataclass(frozen=True, slots=True)
class Caller:
    """For what, and for whom, a model is asked."""

    purpose: str
    exchange_id: str | None = None
    asker: str | None = None


@dataclass
class _Course:
    """What a call has met so far."""

    began: float = field(default_factory=time.monotonic)
    attempts: int = 0
    failed: list[str] = field(default_factory=list)
    spent: Spent = field(default_factory=Spent)
    first_token: float | None = None
    stop_reason: str | None = None
    request_id: str | None = None
    outcome: str = _CANCELLED

    @property
    def milliseconds(self) -> float:
        return round((time.monotonic() - self.began) * 1000, 1)

    def call(self, asked: Asked, caller: Caller) -> Call:
        return Call(
            purpose=caller.purpose,
            model=asked.model,
            outcome=self.outcome,
            exchange_id=caller.exchange_id,
            asker=caller.asker,
            input_tokens=self.spent.uncached,
            cache_read_tokens=self.spent.cache_read,
            cache_written_tokens=self.spent.cache_written,
            output_tokens=self.spent.output,
            dollars=self.spent.dollars,
            milliseconds=self.milliseconds,
            first_token=self.first_token,
            attempts=self.attempts,
            failed=tuple(self.failed),
            stop_reason=self.stop_reason,
            request_id=self.request_id,
        )


async def unrecorded(_call: Call) -> None:
    """Keep no call."""


class Claude:
    """The API, with what is known of how well it does; `record` keeps every call.

    `transport` is what requests go out by, where it is not the network.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        patience: Patience = Patience(),
        breaker: Breaker | None = None,
        record: Callable[[Call], Awaitable[None]] = unrecorded,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._patience = patience
        self._breaker = breaker or Breaker()
        self._record = record
        self._client = AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            timeout=Timeout(patience.silence, connect=patience.connect),
            max_retries=0,
            # A redirect would carry what is asked to a host that nobody set.
            http_client=DefaultAsyncHttpxClient(follow_redirects=False, transport=transport),
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def message(self, asked: Asked, caller: Caller, *, until: float = math.inf) -> Message:
        """Ask until there is a whole reply, and put the call on record.

        `until` is a moment of the loop's clock, beside the deadline of each call. How the reply
        ended, in a refusal for one, is for `ended_well` to judge. Raises `ClaudeError`.
        """
        course = _Course()
        until = min(until, asyncio.get_running_loop().time() + self._patience.deadline)
        try:
            message = await self._before(until, asked, course)
            course.outcome = _ANSWERED
        except ClaudeError as error:
            course.outcome = error.failure.value
            course.request_id = error.request_id or course.request_id
            raise
        finally:
            await _to_its_end(self._record(course.call(asked, caller)))
        return message

    async def _before(self, until: float, asked: Asked, course: _Course) -> Message:
        try:
            async with asyncio.timeout_at(until):
                return await self._persistently(until, asked, course)
        except TimeoutError as error:
            self._breaker.failed()
            why = f"Claude did not answer within {course.milliseconds / 1000:.1f} seconds."
            raise ClaudeError(Failure.LATE, why) from error

    async def _persistently(self, until: float, asked: Asked, course: _Course) -> Message:
        while True:
            if not self._breaker.admit():
                raise ClaudeError(Failure.RESTING, "Claude failed too often; it is left alone.")
            try:
                message = await self._judged(asked, course)
            except ClaudeError as error:
                pause = self._pause(error, until, course.attempts)
                if pause is None:
                    raise
                course.failed.append(f"{error.failure} {error.request_id or ''}".strip())
            else:
                return message
            await asyncio.sleep(pause)

    async def _judged(self, asked: Asked, course: _Course) -> Message:
        """Attempt once, and tell the breaker how it went."""
        try:
            message = await self._attempt(asked, course)
        except ClaudeError as error:
            if error.failure in OUTAGES:
                self._breaker.failed()
            else:
                self._breaker.succeeded()  # it answers; what it was asked is at fault
            raise
        except BaseException:
            self._breaker.abandoned()
            raise
        self._breaker.succeeded()
        return message

    def _pause(self, error: ClaudeError, until: float, attempts: int) -> float | None:
        """Say for how many seconds to wait before asking again; None: not at all.

        Never beyond the deadline: what cannot be waited for is told at once.
        """
        again = error.failure in PASSING if error.again is None else error.again
        if not again or attempts >= self._patience.attempts or self._breaker.is_open:
            return None
        patience = self._patience
        backoff = min(patience.longest, patience.first * 2 ** (attempts - 1))
        jitter = random.uniform(0.5, 1.0)  # noqa: S311  # so that not all come at once
        pause = backoff * jitter if error.wait is None or error.wait <= 0 else error.wait
        if asyncio.get_running_loop().time() + pause >= until or not self._breaker.take_retry():
            return None
        return pause

    async def _attempt(self, asked: Asked, course: _Course) -> Message:
        """Ask once; what was used is counted, however it ends."""
        course.attempts += 1
        course.request_id = None
        usage: list[Usage] = []
        try:
            message = await self._streamed(asked, course, usage)
        except FROM_THE_SDK as error:
            raise told(error, asked.setting) from error
        finally:
            course.spent += spent(usage[-1] if usage else None, asked.model)
        return message

    async def _streamed(self, asked: Asked, course: _Course, usage: list[Usage]) -> Message:
        stream = self._client.messages.stream(
            model=asked.model,
            max_tokens=asked.most_tokens,
            system=asked.system,
            messages=asked.messages,
            output_config=asked.output or omit,
            tools=asked.tools or omit,
            tool_choice=asked.tool_choice or omit,
            extra_headers={"x-stainless-retry-count": str(course.attempts - 1)},
        )
        async with stream as events:
            course.request_id = events.request_id
            async for event in events:
                if event.type == "message_start":
                    usage.append(event.message.usage)
                elif event.type == "text" and course.first_token is None:
                    course.first_token = course.milliseconds
            if not usage:
                raise not_claude() if _is_page(events.response.headers) else cut(events.request_id)
            message: Message = await events.get_final_message()
        usage.append(message.usage)
        course.stop_reason = message.stop_reason
        if message.stop_reason is None:
            raise cut(course.request_id)
        return message


def _is_page(headers: httpx2.Headers) -> bool:
    return "event-stream" not in headers.get("content-type", "")


async def _to_its_end(write: Awaitable[None]) -> None:
    """Let a write end though whoever waits for it is cancelled, and only then be cancelled."""
    task = asyncio.ensure_future(write)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise
