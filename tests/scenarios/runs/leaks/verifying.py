"""How does HR's answer to one become an answer to others? Every step of it, by everybody in it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.scenarios.runs.driver import Channel, Shown
from tests.scenarios.runs.leaks.acting import NothingToDoError
from tests.scenarios.runs.leaks.company import Being, Button, Company, Form
from tests.scenarios.runs.leaks.pages import PAGES, QUESTIONS, Clauses, Verified, canary_of

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
        saved = {"question": question, "answer": answer, "owner": self.answering}
        for action, values in (
            ("case_claim", None),
            ("case_reply", {"text": "Yes, see the number."}),
            ("case_save", saved),
        ):
            form = await self._presses(self.answering, action, lambda shown: shown.says(note))
            if values is not None:
                await company.send(self.answering, self._named(form, action), values)
        company.verified[canary] = Verified(canary, question, cited, needed)
        form = await self._presses(
            self.approving, "verified_approve", lambda shown: shown.says(answer)
        )
        if not cited and not needed:
            audience = self._named(form, "verified_audience")
            group = audience.fields["audience"][0]
            needed = (frozenset({group.removeprefix("group:")}),)
            company.verified[canary] = Verified(canary, question, cited, needed)
            await company.send(self.approving, audience, {"audience": group})
        company.tell(f"{canary} is verified, from {sorted(cited)}")

    async def _asked_hr(self, note: str) -> tuple[frozenset[str], Clauses]:
        """Ask in private, and hand on to HR what was answered; returns what that rests on."""
        person, company = self.asker.person, self.company
        dm = company.fake.dm(person)
        asked = await person.says(self.rng.choice(QUESTIONS), in_=dm)
        form = self._named(
            await self._presses(
                self.asker, "ask_hr", lambda shown: company.is_reply(shown, asked), in_=dm
            ),
            "ask_hr",
        )
        told = "\n".join(form.texts).casefold()
        cited = frozenset(page.canary for page in PAGES if page.canary in told)
        verified = [one for canary, one in company.verified.items() if canary in told]
        company.sent_to_hr |= cited | {one.canary for one in verified}
        await company.send(self.asker, form, {"note": note})
        cited = cited.union(*(one.cited for one in verified))
        return cited, tuple(clause for one in verified for clause in one.groups)

    async def _presses(
        self,
        being: Being,
        name: str,
        on: Callable[[Shown], bool],
        *,
        in_: Channel | None = None,
    ) -> Form | None:
        """Press a button as soon as it is there, on what is meant; give the form that opens."""
        company, channel = self.company, in_ or self.desk

        def there() -> Button | None:
            found = [
                button
                for button in company.buttons(being)
                if button.name == name
                and company.channel_of(button.place) is channel
                and on(button.place)
            ]
            return found[-1] if found else None

        try:
            await company.fake.until(there, within=_STEP)
        except TimeoutError:
            raise NothingToDoError from None
        button = there()
        assert button is not None
        company.tell(f"{being.person} presses {name}")
        return await company.press(being, button, self.rng, within=_STEP)

    def _named(self, form: Form | None, name: str) -> Form:
        if form is None or form.name != name:
            raise NothingToDoError
        return form


def verifying(company: Company, rng: Random) -> Verifying:
    """Choose who takes part; `NothingToDoError` where there are not enough people."""
    employed = [b for b in company.here if b.is_answered.now and b not in company.hr]
    if company.desk is None or len(company.hr) < 2 or not employed:
        raise NothingToDoError
    answering, approving = rng.sample(company.hr, 2)
    return Verifying(company, rng, rng.choice(employed), answering, approving, company.desk)
