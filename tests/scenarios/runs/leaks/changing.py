"""What becomes different while people talk? Who is where, who may read what, and what fails."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bot.app import Application, BusyError
from tests.scenarios.runs.leaks.acting import NothingToDoError
from tests.scenarios.runs.leaks.company import Being, Company, clauses, memberships
from tests.scenarios.runs.leaks.pages import PAGES, Rules


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that becomes different; `rng` is its own, whatever goes on beside it."""

    company: Company
    app: Application
    rng: Random

    async def joins(self) -> None:
        """Let somebody into a channel, guests and strangers too, but nobody into HR's."""
        being, channel = self.one_of(self.company.here), self.one_of(self.company.channels)
        if being.person.id in channel.members or not self.company.may_be_in(being, channel):
            raise NothingToDoError
        self.company.tell(f"{being.person} joins {channel}")
        await self.company.joins(being, channel)

    async def leaves(self) -> None:
        channel = self.one_of(self.company.channels)
        being = self.one_of([b for b in self.company.here if b.person.id in channel.members])
        self.company.tell(f"{being.person} leaves {channel}")
        await self.company.leaves(being, channel)

    async def is_shared(self) -> None:
        company = self.company
        channel = self.one_of([one for one in company.channels if company.may_be_shared(one)])
        company.tell(f"{channel} is shared")
        await company.shares(channel)

    async def is_deactivated(self) -> None:
        being = self.is_not_answered_any_more()
        await self.company.deactivate(being)
        being.gone_at = self.company.now

    async def groups_change(self) -> None:
        rules = self.company.rules.now
        email = self.one_of([e for e in rules.groups if not e.startswith("other.")])
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
        method, trouble = (
            self.rng.choice(self.company.methods),
            self.rng.choice(self.company.troubles),
        )
        self.company.tell(f"{method} will fail: {trouble}")
        self.company.fake.fail(method, trouble, times=self.rng.choice((1, 1, 2)))

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

    def is_not_answered_any_more(self) -> Being:
        """Choose somebody who was, and is not from now on."""
        being: Being = self.one_of([b for b in self.company.here if b.is_answered.now])
        self.company.tell(f"{being.person} is not answered any more")
        being.is_answered.begins(value=False, at=self.company.now)
        being.is_answered.ends(self.company.now)
        return being

    def one_of(self, there: list[Any]) -> Any:  # noqa: ANN401  # one of what is given
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


Changing = Callable[[Any], Awaitable[None]]
CHANGES: tuple[tuple[Changing, int], ...] = (
    (Change.joins, 4),
    (Change.leaves, 2),
    (Change.is_shared, 1),
    (Change.is_deactivated, 1),
    (Change.groups_change, 3),
    (Change.pages_change, 3),
    (Change.everything_changes, 1),
    (Change.fails, 5),
)
"""What changes everywhere, and how much more often one thing than another."""
