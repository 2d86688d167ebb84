"""The product is killed while people ask, and comes back."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count

from bot.settings import Settings
from tests.fakes.slack.faults import LostRequest, SlowReply
from tests.scenarios.runs.driver import Channel, Driver, Message, Person
from tests.scenarios.runs.product import Product, let_leases_run_out, served, waiting
from tests.scenarios.slack.office import LEAVE, LEAVE_ANSWER, OFFICE, OFFICE_ANSWER, STAFF

ASKED = {OFFICE: OFFICE_ANSWER, LEAVE: LEAVE_ANSWER}

_LINGERING = 5.0  # seconds


class When(StrEnum):
    """When it is killed: what it called for is done already, or never."""

    BEFORE = "before"
    AFTER = "after"


@dataclass
class Crowd:
    """The bot in a process of its own, in an office with an HR desk and many people."""

    driver: Driver
    product: Product
    is_up: asyncio.Event = field(default_factory=asyncio.Event)

    def person(self) -> Person:
        """Somebody who was not here before."""
        return self.driver.somebody(STAFF[next(self.driver.numbers) % len(STAFF)])

    def channel(self, *people: Person, is_shared: bool = False) -> Channel:
        """A channel of employees; others read a shared one along."""
        return self.driver.channel(self.driver.colleague, *people, is_shared=is_shared)

    async def asks(self, text: str) -> Message:
        """Have somebody ask in private."""
        person = self.person()
        return await person.says(text, in_=self.driver.fake.dm(person))

    async def asks_in_a_channel(self, text: str, *, is_shared: bool = False) -> Message:
        """Have somebody ask where others read along."""
        person = self.person()
        channel = self.channel(person, is_shared=is_shared)
        return await person.says(self.driver.mention(text), in_=channel)

    def kill_at(self, number: int, when: When) -> asyncio.Event:
        """Kill the bot at one of its calls, counted from 1; tells when that is done."""
        done, calls = asyncio.Event(), count(1)

        def is_it(_: object) -> bool:
            if next(calls) != number:
                return False
            if when is When.BEFORE:
                self.product.kill()
            else:  # in a moment: it is done at once, and told only later
                asyncio.get_running_loop().call_later(0.02, self.product.kill)
            done.set()
            return True

        trouble = LostRequest() if when is When.BEFORE else SlowReply(5)
        self.driver.fake.fail("*", trouble, when=is_it)
        return done

    async def come_back(self) -> None:
        """Start the bot again after it was killed, when the time of what it had in work is over."""
        self.driver.fake.faults.clear()
        await self.product.killed()
        let_leases_run_out(self.product.settings)
        await self.product.start()

    async def settled(self, *, unless: asyncio.Event | None = None, within: float = 120) -> None:
        """Wait until all that was sent is taken and worked on, or something is so."""
        deliverer = self.driver.fake.deliverer
        async with asyncio.timeout(within):
            while unless is None or not unless.is_set():
                is_taken = all(one.ended.is_set() for one in deliverer.dispatches)
                if is_taken and not await asyncio.to_thread(waiting, self.product.settings):
                    return
                await asyncio.sleep(0.05)

    async def at_rest(self) -> None:
        """Let what shows that something is being done end by itself, where a service has that."""
        with suppress(TimeoutError):
            await self.driver.fake.until(
                lambda: not any(one.is_waiting for one in self.driver.told()), within=_LINGERING
            )


@asynccontextmanager
async def crowd(driver: Driver, settings: Settings) -> AsyncIterator[Crowd]:
    """Run the bot in an office, set as it is by default."""
    product = driver.product(settings)
    async with served(product):
        await driver.arrives()
        running = Crowd(driver, product)
        running.is_up.set()
        yield running


def doubled(crowd: Crowd) -> list[str]:
    """The keys of the messages that stand twice; what waits for an answer may."""
    return sorted(key for key, times in _times(crowd).items() if times > 1 and not is_card(key))


def cards_again(crowd: Crowd) -> int:
    """How many cards stand twice before HR: in a channel they cannot be looked for."""
    return sum(times - 1 for key, times in _times(crowd).items() if is_card(key))


def is_card(key: str) -> bool:
    """Whether a message is a case's card before HR, and not what the employee is told of it."""
    return key.startswith("case:") and "/" not in key


def _times(crowd: Crowd) -> Counter[str]:
    return Counter(one.key for one in crowd.driver.told() if not one.is_waiting)
