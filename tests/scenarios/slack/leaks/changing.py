"""What becomes different while people talk? Who is where, who may read what, and what fails."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bot.app import Application, BusyError
from tests.fakes.slack.faults import Fault, LostReply, LostRequest, Slow, SlowReply, Trouble
from tests.scenarios.slack.leaks.acting import NothingToDoError
from tests.scenarios.slack.leaks.company import Being, Company, clauses, memberships
from tests.scenarios.slack.leaks.pages import PAGES, Rules

_TROUBLES: tuple[Trouble, ...] = (
    Fault(429, retry_after=1),
    Fault(429, retry_after=1),
    Fault(500),
    LostReply(),
    LostRequest(),
    Slow(0.7),
    SlowReply(0.7),
)
_METHODS = (
    *("chat.postMessage", "chat.update", "chat.postEphemeral", "chat.delete"),
    *("conversations.members", "conversations.info", "conversations.open"),
    *("users.info", "views.open", "*"),
)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that becomes different; `rng` is its own, whatever goes on beside it."""

    company: Company
    app: Application
    rng: Random

    async def joins(self) -> None:
        """Let somebody into a channel, guests and strangers too, but nobody into HR's."""
        being, channel = self._one_of(self.company.here), self._one_of(self.company.channels)
        person = being.person
        if person.id in channel.members:
            raise NothingToDoError
        self.company.tell(f"{person} joins {channel}")
        being.joined[channel.id] = self.company.now
        await self.company.slack.joins(person, channel)

    async def leaves(self) -> None:
        channel = self._one_of(self.company.channels)
        being = self._one_of([b for b in self.company.here if b.person.id in channel.members])
        self.company.tell(f"{being.person} leaves {channel}")
        channel.let_go(being.person)

    async def is_shared(self) -> None:
        channel = self._one_of(self.company.channels)
        self.company.tell(f"{channel} is shared")
        await self.company.slack.shares(channel)

    async def becomes_a_guest(self) -> None:
        await self._becomes(is_restricted=True)

    async def is_deactivated(self) -> None:
        being = await self._becomes(deleted=True)
        being.gone_at = self.company.now

    async def groups_change(self) -> None:
        rules = self.company.rules.now
        email = self._one_of([e for e in rules.groups if not e.startswith("other.")])
        await self._rule(replace(rules, groups={**rules.groups, email: memberships(self.rng)}))

    async def pages_change(self) -> None:
        rules = self.company.rules.now
        chosen = self.rng.sample(PAGES, 4)
        await self._rule(
            replace(rules, pages={**rules.pages, **{p.canary: clauses(self.rng) for p in chosen}})
        )

    async def everything_changes(self) -> None:
        """Change groups and pages in one go: at no moment does half of it count."""
        rules = self.company.rules.now
        emails = [e for e in rules.groups if not e.startswith("other.")]
        groups: Mapping[str, Any] = {e: memberships(self.rng) for e in emails}
        pages = {page.canary: clauses(self.rng) for page in PAGES}
        await self._rule(Rules({**rules.groups, **groups}, pages))

    async def fails(self) -> None:
        method, trouble = self.rng.choice(_METHODS), self.rng.choice(_TROUBLES)
        self.company.tell(f"{method} will fail: {trouble}")
        self.company.slack.fail(method, trouble, times=self.rng.choice((1, 1, 2)))

    async def _rule(self, rules: Rules) -> None:
        """Write the access file anew; until it was synced, what it said before is so, too."""
        company = self.company
        before = company.rules.now
        for canary, needed in rules.pages.items():
            if needed != before.pages[canary]:
                told = " and ".join("|".join(sorted(one)) for one in needed) or "nobody"
                company.tell(f"{canary} is for {told}")
        for email, groups in rules.groups.items():
            if groups != before.groups[email]:
                company.tell(f"{email} is in {groups}")
        company.rules.begins(rules, company.now)
        rules.write(company.folder)
        await synced(self.app)
        company.rules.ends(company.now)
        company.tell("synced")

    async def _becomes(self, **flags: bool) -> Being:
        being: Being = self._one_of([b for b in self.company.here if b.is_answered.now])
        self.company.tell(f"{being.person} becomes {flags}")
        being.is_answered.begins(value=False, at=self.company.now)
        being.is_answered.ends(self.company.now)
        await being.person.becomes(**flags)
        return being

    def _one_of(self, there: list[Any]) -> Any:  # noqa: ANN401  # one of what is given
        if not there:
            raise NothingToDoError
        return self.rng.choice(there)


async def synced(app: Application) -> None:
    """Bring the index in step, after whoever does already."""
    while True:
        try:
            await app.sync()
        except BusyError:
            await asyncio.sleep(0.05)
        else:
            return


Changing = Callable[[Change], Awaitable[None]]
CHANGES: tuple[tuple[Changing, int], ...] = (
    (Change.joins, 4),
    (Change.leaves, 2),
    (Change.is_shared, 1),
    (Change.becomes_a_guest, 1),
    (Change.is_deactivated, 1),
    (Change.groups_change, 3),
    (Change.pages_change, 3),
    (Change.everything_changes, 1),
    (Change.fails, 5),
)
"""What changes, and how much more often one thing than another."""
