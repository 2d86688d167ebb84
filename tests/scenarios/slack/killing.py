"""The product is killed while people ask, and comes back."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count

from pydantic import SecretStr

from bot.settings import Settings
from bot.surfaces.slack.scopes import events, scopes
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.faults import LostRequest, SlowReply
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.texts import Body
from tests.scenarios.slack.endings import is_working, key_of, told
from tests.scenarios.slack.office import (
    LEAVE,
    LEAVE_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    STAFF,
    Office,
)
from tests.scenarios.slack.product import Product, let_leases_run_out, served, waiting

PATIENCE = (0.2, 0.5, 1, 2, 5, 10, 20, 40)
"""Seconds after which Slack sends again what nobody took: more often here, for it is never up."""
ASKED = {OFFICE: OFFICE_ANSWER, LEAVE: LEAVE_ANSWER}


class When(StrEnum):
    """When it is killed: what it called for is done already, or never."""

    BEFORE = "before"
    AFTER = "after"


@dataclass
class Crowd:
    """The bot in a process of its own, in an office with an HR desk and many people."""

    office: Office
    product: Product
    numbers: Iterator[int] = field(default_factory=count)

    def person(self) -> Person:
        """Somebody who was not here before."""
        email = STAFF[next(self.numbers) % len(STAFF)]
        return self.office.slack.user(email, name=email.partition("@")[0])

    def channel(self, *people: Person, **flags: bool) -> Channel:
        """A channel of employees."""
        return self.office.slack.channel("some", members=[self.office.ben, *people], **flags)

    def kill_at(self, number: int, when: When) -> asyncio.Event:
        """Kill the bot at one of its calls, counted from 1; tells when that is done."""
        done, calls = asyncio.Event(), count(1)

        def is_it(_: Body) -> bool:
            if next(calls) != number:
                return False
            if when is When.BEFORE:
                self.product.kill()
            else:  # in a moment: it is done at once, and told only later
                asyncio.get_running_loop().call_later(0.02, self.product.kill)
            done.set()
            return True

        trouble = LostRequest() if when is When.BEFORE else SlowReply(5)
        self.office.slack.fail("*", trouble, when=is_it)
        return done

    async def come_back(self) -> None:
        """Start the bot again after it was killed, when the time of what it had in work is over."""
        self.office.slack.faults.clear()
        await self.product.killed()
        let_leases_run_out(self.product.settings)
        await self.product.start()

    async def settled(self, *, unless: asyncio.Event | None = None, within: float = 120) -> None:
        """Wait until all that was sent is taken and worked on, or something is so."""
        deliverer = self.office.slack.deliverer
        async with asyncio.timeout(within):
            while unless is None or not unless.is_set():
                is_taken = all(one.ended.is_set() for one in deliverer.dispatches)
                if is_taken and not await asyncio.to_thread(waiting, self.product.settings):
                    return
                await asyncio.sleep(0.05)


@asynccontextmanager
async def crowd(settings: Settings, *, over_sockets: bool = False) -> AsyncIterator[Crowd]:
    """Run the bot in an office, set as it is by default."""
    async with fake_slack() as slack:
        slack.scopes = set(scopes(follow_ups=False))
        slack.subscriptions = set(events(follow_ups=False))
        slack.retry_after = PATIENCE
        office = Office(slack)
        token = SecretStr(slack.app_token) if over_sockets else None
        product = Product(settings, slack, desk_channel=office.desk.id, app_token=token)
        if not over_sockets:
            slack.deliver_to(product.address)
        async with served(product):
            yield Crowd(office, product)


def doubled(crowd: Crowd) -> list[str]:
    """The keys of the messages that stand twice; what says that an answer is looked for may."""
    return sorted(key for key, times in _times(crowd).items() if times > 1 and not _is_card(key))


def cards_again(crowd: Crowd) -> int:
    """How many cards stand twice before HR: in a channel they cannot be looked for."""
    return sum(times - 1 for key, times in _times(crowd).items() if _is_card(key))


def _times(crowd: Crowd) -> Counter[str]:
    return Counter(key_of(one) for one in told(crowd.office.slack) if not is_working(one))


def _is_card(key: str) -> bool:
    return key.startswith("case:") and "/" not in key
