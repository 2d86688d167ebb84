"""How is an event worked on once, and until it is done, whatever fails in between?

It is on disk before it is acknowledged. Then a worker leases it, after the earlier ones of its
lane, and has its handler work on it; what fails is tried again, and at last apologised for. A
worker that dies leaves a lease that runs out, and an owner that comes too late changes nothing.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from hashlib import blake2s
from typing import Protocol

import structlog

from bot.faults import fault
from storage.database import StorageUnavailableError
from storage.inbox import Arrival, Claimed, Inbox, Waiting
from storage.moments import now

log = structlog.get_logger()

_GROUP = 1_000  # events in one commit
_MOST_PENDING = 10_000  # events in memory that no commit has taken yet
_POLL = 1.0  # seconds until what other processes left behind is looked for
_HOLD_BACK = 1.0  # seconds that work waits at most for arrivals to be committed
_LET_GO = 5.0  # seconds for a handler to end that is cut, and no more than it had

Ending = Callable[[], Awaitable[bool]]


class IntakeUnavailableError(RuntimeError):
    """An event could not be kept in time: it must not be acknowledged, and be sent again."""


class Taking(Protocol):
    """Whatever keeps arrivals."""

    async def take(self, arrival: Arrival) -> bool:
        """Keep it, so that it is on disk on return; False where it is known already.

        Raises `IntakeUnavailableError`.
        """


class Handler(Protocol):
    """Works on the events of one surface.

    Either may be called again for the same event, after a failure or in another process. An
    apology that is tried again holds up nobody: the next event of its lane may be in work.
    """

    async def handle(self, claimed: Claimed) -> None:
        """Do all that an event asks for; whatever is raised makes it be tried again."""

    async def apologise(self, claimed: Claimed, reference: str) -> None:
        """Tell whoever waits that no answer comes; the reference, always the same, is logged."""


class _CutError(Exception):
    """A handler did not come to its own end, in time or at all."""


class Intake:
    """Takes events in and has them worked on, at most `at_once` of them.

    An arrival is refused after `patience` seconds. A handler is cut at its `deadline`, and may
    fail `attempts` times, with pauses of `back_off` seconds, the last of them for all that follow;
    an apology is tried for `apologising` seconds. A `lease` is how long an event is left alone
    whose process may have died; `farewell` is the time for what is in work at the end.
    """

    def __init__(  # noqa: PLR0913  # what has a default is seldom given
        self,
        inbox: Inbox,
        handlers: Mapping[str, Handler],
        *,
        at_once: int = 8,
        patience: float = 2.0,
        attempts: int = 4,
        back_off: Sequence[float] = (1.0, 5.0, 25.0, 60.0),
        deadline: float = 120.0,
        apologising: float = 3_600.0,
        lease: float = 15.0,
        farewell: float = 10.0,
    ) -> None:
        self._inbox = inbox
        self._handlers = handlers
        self._at_once = at_once
        self._patience = patience
        self._attempts = attempts
        self._back_off = back_off
        self._deadline = deadline
        self._apologising = timedelta(seconds=apologising)
        self._lease = lease
        self._farewell = farewell
        self._commits = _Commits(inbox)
        self._wake = asyncio.Event()
        self._working = set[asyncio.Task[None]]()
        self._leases: dict[int, tuple[Claimed, asyncio.Timeout]] = {}

    async def take(self, arrival: Arrival) -> bool:
        """Keep an event, on disk when this returns; False if it was known already.

        `IntakeUnavailableError` where that is not told in time. The event may be kept all the
        same, and is a known one when it is sent again.
        """
        if arrival.surface not in self._handlers:
            raise ValueError(f"Nobody works on events of {arrival.surface}.")
        try:
            async with asyncio.timeout(self._patience):
                return await self._commits.add(arrival)
        except TimeoutError as error:
            raise IntakeUnavailableError(
                f"An event could not be kept within {self._patience:g} seconds. "
                "Look at what else uses the database, and how fast its disk is."
            ) from error

    async def health(self) -> Waiting:
        """Tell how much is not finished, in all processes together."""
        return await self._inbox.waiting()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep and work on what comes in; at the end let what is in work finish, or free it."""
        owner = secrets.token_hex(8)
        failure: Exception | None = None
        async with asyncio.TaskGroup() as group:
            self._commits.open()
            committing = group.create_task(self._commits.run(self._wake.set))
            beating = group.create_task(self._renew_leases())
            claiming = group.create_task(self._claim(owner, group))
            try:
                yield
            except Exception as error:  # noqa: BLE001  # raised below, and not in a group
                failure = error
            finally:
                await _cancelled(claiming)
                if self._working:
                    await asyncio.wait(self._working, timeout=self._farewell)
                await _cancelled(*self._working, beating)
                self._commits.close()
                await asyncio.wait({committing}, timeout=self._farewell)
                await _cancelled(committing)
                await self._give_back(owner)
        if failure is not None:
            raise failure

    async def _claim(self, owner: str, group: asyncio.TaskGroup) -> None:
        while True:
            self._wake.clear()
            await self._commits.quiet_or(_HOLD_BACK)
            until = asyncio.get_running_loop().time() + self._lease
            for claimed in await self._claimed(owner):
                task = group.create_task(self._work(claimed, until))
                self._working.add(task)
                task.add_done_callback(self._done)
            with suppress(TimeoutError):
                async with asyncio.timeout(_POLL):
                    await self._wake.wait()

    async def _claimed(self, owner: str) -> list[Claimed]:
        """Lease as many events as there are free places."""
        places = self._at_once - len(self._working)
        if not places:
            return []
        try:
            return await self._inbox.claim(
                owner, places, self._lease, surfaces=tuple(self._handlers)
            )
        except StorageUnavailableError as error:
            log.warning("no events could be claimed", why=str(error))
            return []

    def _done(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        self._wake.set()

    async def _work(self, claimed: Claimed, until: float) -> None:
        """Work on an event as long as its lease holds."""
        try:
            async with asyncio.timeout_at(until) as lease:
                self._leases[claimed.id] = (claimed, lease)
                ending = await self._ending(claimed)
        except TimeoutError:
            _logged("lease ran out", claimed)
            ending = partial(self._inbox.release, claimed, now())
        finally:
            self._leases.pop(claimed.id, None)
        await _written(claimed, ending)

    async def _ending(self, claimed: Claimed) -> Ending:
        """Have an event handled; returns what is to be written of it."""
        handler = self._handlers[claimed.surface]
        if claimed.attempts > self._attempts or claimed.given_up_at is not None:
            return await self._apologised(handler, claimed)
        try:
            await self._within_the_deadline(handler.handle(claimed))
        except Exception as error:  # noqa: BLE001  # the outermost loop of an event
            _logged("event failed", claimed, error)
            if claimed.attempts >= self._attempts:
                return await self._apologised(handler, claimed)
            return partial(self._inbox.release, claimed, now() + self._pause(claimed.attempts))
        log.info("event handled", id=claimed.id, surface=claimed.surface, attempt=claimed.attempts)
        return partial(self._inbox.finish, claimed)

    async def _apologised(self, handler: Handler, claimed: Claimed) -> Ending:
        try:
            await self._within_the_deadline(handler.apologise(claimed, _reference(claimed)))
        except Exception as error:  # noqa: BLE001  # the outermost loop of an event
            _logged("apology failed", claimed, error)
            since = claimed.given_up_at or now()
            if now() - since < self._apologising:
                pause = self._pause(claimed.attempts - self._attempts + 1)
                return partial(self._inbox.give_up, claimed, now() + pause)
            _logged("event given up, and nobody told", claimed)
        return partial(self._inbox.finish, claimed)

    def _pause(self, failures: int) -> timedelta:
        """How long to wait after so many failures; whoever claims is woken at its end."""
        seconds = self._back_off[min(max(failures, 1), len(self._back_off)) - 1]
        asyncio.get_running_loop().call_later(seconds, self._wake.set)
        return timedelta(seconds=seconds)

    async def _within_the_deadline(self, work: Coroutine[None, None, None]) -> None:
        """Await something; `_CutError` at the deadline, even where it does not let go."""
        task = asyncio.create_task(work)
        task.add_done_callback(_looked_at)
        try:
            await asyncio.wait({task}, timeout=self._deadline)
        finally:
            in_time = task.done()
            if not in_time:
                task.cancel()
                await asyncio.wait({task}, timeout=min(_LET_GO, self._deadline))
        if not in_time or task.cancelled():
            raise _CutError
        task.result()

    async def _renew_leases(self) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            for held in list(self._leases.values()):
                await self._renew(held)

    async def _renew(self, held: tuple[Claimed, asyncio.Timeout]) -> None:
        """Make a lease last; where somebody else has it by now, the work is cut at once."""
        claimed, lease = held
        time = asyncio.get_running_loop().time
        until = time() + self._lease
        try:
            ours = await self._inbox.renew(claimed, self._lease)
        except StorageUnavailableError as error:
            _logged("lease not renewed", claimed, error)
            return
        if self._leases.get(claimed.id) is held and not lease.expired():
            lease.reschedule(until if ours else time())

    async def _give_back(self, owner: str) -> None:
        try:
            async with asyncio.timeout(self._farewell):
                freed = await self._inbox.give_back(owner)
        except (StorageUnavailableError, TimeoutError) as error:  # then the leases run out
            log.warning("events not given back", why=str(error))
        else:
            log.info("intake stopped", given_back=freed)


class _Commits:
    """Arrivals on their way to the disk: those that come during a commit go with the next one."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._pending: list[tuple[Arrival, asyncio.Future[bool]]] = []
        self._some = asyncio.Event()
        self._open = False
        self._quiet = asyncio.Event()

    def add(self, arrival: Arrival) -> asyncio.Future[bool]:
        """Have an arrival committed, whether anybody awaits the outcome to the end or not."""
        if not self._open:
            raise IntakeUnavailableError("No events are taken in: the intake does not run.")
        if len(self._pending) >= _MOST_PENDING:
            raise IntakeUnavailableError(f"{_MOST_PENDING} events wait for the database already.")
        told = asyncio.get_running_loop().create_future()
        self._pending.append((arrival, told))
        self._some.set()
        self._quiet.clear()
        return told

    async def run(self, committed: Callable[[], None]) -> None:
        """Commit group by group, and call back after each, until closed."""
        while self._open or self._pending:
            group, self._pending = self._pending[:_GROUP], self._pending[_GROUP:]
            if group:
                await self._commit(group)
                committed()
            if not self._pending:
                self._quiet.set()
                self._some.clear()
                if self._open:
                    await self._some.wait()

    async def quiet_or(self, seconds: float) -> None:
        """Wait until nothing waits for its commit, and not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._quiet.wait()

    def open(self) -> None:
        """Take arrivals in; `run` is about to commit them."""
        self._open = True

    def close(self) -> None:
        """Take nothing more, and end when the last one is committed."""
        self._open = False
        self._some.set()

    async def _commit(self, group: Sequence[tuple[Arrival, asyncio.Future[bool]]]) -> None:
        waiting = [told for _, told in group]
        try:
            outcome = await self._inbox.put([arrival for arrival, _ in group])
        except StorageUnavailableError as error:
            log.warning("events not kept", events=len(group), why=str(error))
            for told in waiting:
                if not told.done():  # nobody waits for it any more
                    told.set_exception(IntakeUnavailableError(str(error)))
            return
        for told, new in zip(waiting, outcome, strict=True):
            if not told.done():
                told.set_result(new)


async def _cancelled(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)


def _looked_at(task: asyncio.Task[None]) -> None:
    """Take note of how a task ended: asyncio would log it, with all that its error says."""
    if not task.cancelled():
        task.exception()


async def _written(claimed: Claimed, ending: Ending) -> None:
    """Write how an event ended, as often as it takes: nobody else may claim it before."""
    while True:
        try:
            if not await ending():
                _logged("lease was lost", claimed)
        except StorageUnavailableError as error:
            _logged("event not written", claimed, error)
            await asyncio.sleep(_POLL)
        else:
            return


def _reference(claimed: Claimed) -> str:
    """What a person can be told, and the log be searched for: the same at each try."""
    key = f"{claimed.surface}\n{claimed.event_id}".encode()
    return blake2s(key, digest_size=4).hexdigest()


def _logged(event: str, claimed: Claimed, error: Exception | None = None) -> None:
    """Log what went wrong and where, without a word of what the event says."""
    log.error(
        event,
        id=claimed.id,
        surface=claimed.surface,
        event_id=claimed.event_id,
        attempt=claimed.attempts,
        reference=_reference(claimed),
        **({} if error is None else fault(error)),
    )
