"""How does HR's answer to one become an answer to others? Every step of it, by everybody in it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.fakes.slack.channels import Channel
from tests.fakes.slack.screens import Shown, elements
from tests.fakes.slack.views import View
from tests.scenarios.slack.leaks.acting import NothingToDoError, first_option
from tests.scenarios.slack.leaks.company import Being, Company
from tests.scenarios.slack.leaks.pages import PAGES, QUESTIONS, Clauses, Verified, canary_of

_ABOUT = (
    ("Who pays for parking?", "Parking at {place} is paid by the company."),
    ("Who waters the plants?", "The plants at {place} are watered by the front desk."),
    ("Where are parcels kept?", "Parcels are kept in the basement at {place}."),
    ("When is the canteen open?", "The canteen at {place} is open until 14:30."),
)
_STEP = 8.0  # seconds for each


@dataclass(frozen=True, slots=True)
class Verifying:
    """One question that goes all the way: the asker, whoever answers, and whoever approves."""

    company: Company
    rng: Random
    asker: Being
    answering: Being
    approving: Being
    desk: Channel

    async def happens(self) -> None:
        """Ask, ask HR, answer, save and approve; it ends where something is not there in time."""
        company = self.company
        question, wording = self.rng.choice(_ABOUT)
        canary = canary_of(self.rng)
        answer = wording.format(place=canary.title())
        cited, needed = await self._asked_hr(note := f"Number {self.rng.getrandbits(40)}")
        company.typed_at_desk.add(answer)
        saved = {"question": question, "answer": answer, "owner": self.answering.person}
        for action, values in (
            ("case_claim", None),
            ("case_reply", {"text": "Yes, see the number."}),
            ("case_save", saved),
        ):
            await self._presses(self.answering, action, lambda shown: shown.says(note))
            if values is not None:
                modal = await self._modal(self.answering, action)
                await self.answering.person.submits(modal, values)
        company.verified[canary] = Verified(canary, question, cited, needed)
        await self._presses(self.approving, "verified_approve", lambda shown: shown.says(answer))
        if not cited and not needed:
            modal = await self._modal(self.approving, "verified_audience")
            group = first_option(modal, "audience")
            needed = (frozenset({group.removeprefix("group:")}),)
            company.verified[canary] = Verified(canary, question, cited, needed)
            await self.approving.person.submits(modal, {"audience": group})
        company.tell(f"{canary} is verified, from {sorted(cited)}")

    async def _asked_hr(self, note: str) -> tuple[frozenset[str], Clauses]:
        """Ask in private, and hand on to HR what was answered; returns what that rests on."""
        person, company = self.asker.person, self.company
        dm = company.slack.dm(person)
        asked = await person.says(self.rng.choice(QUESTIONS), in_=dm)
        await self._presses(self.asker, "ask_hr", lambda shown: shown.thread == asked.ts, in_=dm)
        modal = await self._modal(self.asker, "ask_hr")
        told = "\n".join(modal.texts).casefold()
        cited = frozenset(page.canary for page in PAGES if page.canary in told)
        verified = [one for canary, one in company.verified.items() if canary in told]
        company.sent_to_hr |= cited | {one.canary for one in verified}
        await person.submits(modal, {"note": note})
        cited = cited.union(*(one.cited for one in verified))
        return cited, tuple(clause for one in verified for clause in one.groups)

    async def _presses(
        self,
        being: Being,
        name: str,
        on: Callable[[Shown], bool],
        *,
        in_: Channel | None = None,
    ) -> None:
        """Press a button as soon as it is there, on what is meant."""
        person, channel = being.person, in_ or self.desk

        def there() -> Shown | None:
            for shown in reversed(person.screen(channel)):
                names = [one["action_id"] for one in elements(shown.blocks, person)]
                if shown.sender is self.company.slack.bot and on(shown) and name in names:
                    return shown
            return None

        await self._until(there)
        shown = there()
        assert shown is not None
        self.company.tell(f"{person} presses {name}")
        await person.presses(name, on=shown)

    async def _modal(self, being: Being, form: str) -> View:
        await self._until(lambda: being.person.modal and being.person.modal.name == form)
        assert being.person.modal is not None
        return being.person.modal

    async def _until(self, so: Callable[[], object]) -> None:
        try:
            await self.company.slack.until(so, within=_STEP)
        except TimeoutError:
            raise NothingToDoError from None


def verifying(company: Company, rng: Random) -> Verifying:
    """Choose who takes part; `NothingToDoError` where there are not enough people."""
    employed = [b for b in company.here if b.is_answered.now and b not in company.hr]
    if company.desk is None or len(company.hr) < 2 or not employed:
        raise NothingToDoError
    answering, approving = rng.sample(company.hr, 2)
    return Verifying(company, rng, rng.choice(employed), answering, approving, company.desk)
