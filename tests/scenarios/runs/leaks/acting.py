"""What do people do at random with the bot? What every client lets them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.scenarios.runs.driver import Channel, Message
from tests.scenarios.runs.leaks.company import Being, Button, Company, Form
from tests.scenarios.runs.leaks.pages import PAGES, QUESTIONS

_ANSWERS = ("answer_privately", "share", "show_passage", "ask_hr", "choose")


class NothingToDoError(Exception):
    """There is nobody, or nothing there, to do this with."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that somebody does; `rng` is its own, whatever goes on beside it."""

    company: Company
    rng: Random

    async def mentions(self) -> None:
        """Address the bot in a channel, or in a thread there."""
        being, channel = self.somebody_in_a_channel()
        threads = self.company.threads(channel)
        thread = self.rng.choice(threads) if threads and self.rng.random() < 0.4 else None
        text = self.question()
        self.company.tell(f"{being.person} mentions in {channel} thread={thread}")
        await being.person.says(self.company.mention(text), in_=channel, thread=thread)

    async def writes_in_private(self) -> None:
        being = self.one_of(self.company.here)
        dm = self.company.fake.dm(being.person)
        threads = self.company.threads(dm)
        thread = self.rng.choice(threads) if threads and self.rng.random() < 0.3 else None
        self.company.tell(f"{being.person} writes in private")
        await being.person.says(self.question(), in_=dm, thread=thread)

    async def edits(self) -> None:
        message = self.one_of(self._said())
        self.company.tell(f"{message.sender} edits in {self.company.channel_of(message)}")
        person = self.company.beings[message.sender.id].person
        mention = self.company.mention("").strip()
        addressed = mention if message.text.startswith(mention) else ""
        await person.edits(message, f"{addressed} {self.question()}".strip())

    async def deletes(self) -> None:
        message = self.one_of(self._said())
        self.company.tell(f"{message.sender} deletes in {self.company.channel_of(message)}")
        await self.company.beings[message.sender.id].person.deletes(message)

    async def asks_about_a_message(self) -> None:
        """Ask about a message, of a person's or of the bot's."""
        being, channel = self.somebody_in_a_channel(with_dms=True)
        message = self.one_of(list(channel.messages.values()))
        self.company.tell(f"{being.person} asks about {message.text!r} in {channel}")
        self.company.asked_about.append((message.text, being.person.id, channel.id))
        await self.company.ask_about(being, message)

    async def presses(self) -> None:
        """Press any button there is, on any screen."""
        being = self.one_of(self.company.here)
        await self._presses_one(being, list(self.company.buttons(being)))

    async def presses_an_answers(self) -> None:
        """Press one of those that lead on to something else."""
        everybody = [(b, one) for b in self.company.here for one in self.company.buttons(b)]
        there = [one for one in everybody if one[1].name.startswith(_ANSWERS)]
        name = self.one_of(sorted({button.name for _, button in there}))
        being, button = self.one_of([one for one in there if one[1].name == name])
        await self._presses_one(being, [button])

    async def works_at_the_desk(self) -> None:
        being = self.one_of(self.company.hr)
        buttons = self.company.buttons(being)
        await self._presses_one(being, [b for b in buttons if b.name.startswith(("case", "veri"))])

    async def _presses_one(self, being: Being, there: list[Button]) -> None:
        button = self.one_of(there)
        where = self.company.channel_of(button.place)
        self.company.tell(f"{being.person} presses {button.name} {button.value} in {where}")
        form = await self.company.press(being, button, self.rng)
        if form is not None:
            await self._fills_in(being, form)

    async def _fills_in(self, being: Being, form: Form) -> None:
        await asyncio.sleep(self.rng.random() * 0.3)
        if not form.to_send or self.rng.random() < 0.1:
            await self.company.close(being, form)
            return
        values = self._values(form)
        self.company.tell(f"{being.person} sends {form.name} {sorted(values)}")
        if form.name == "ask_hr" and not values.get("leave_out"):
            self.company.sent_to_hr |= {c for c in self._canaries() if _is_in(c, form)}
        await self.company.send(being, form, values)

    def _values(self, form: Form) -> dict[str, object]:  # noqa: PLR0911  # each form
        company = self.company
        match form.name:
            case "ask_hr":
                leaves = "leave_out" in form.fields and self.rng.random() < 0.4
                return {"note": "Please help."} | ({"leave_out": True} if leaves else {})
            case "feedback_reason":
                return {"reason": form.fields["reason"][0]}
            case "case_reply" | "case_ask_back" | "case_answer":
                return {"text": self._wording()}
            case "case_reassign":
                return {"user": self.one_of(company.here)}
            case "case_save":
                owner = self.one_of(company.hr)
                return {"question": self.question(), "answer": self._wording(), "owner": owner}
            case "verified_audience":
                return {"audience": form.fields["audience"][0]}
            case _:
                return {}

    def question(self) -> str:
        """Ask something; now and then by naming a page's word, as somebody heard it."""
        verified = sorted(self.company.verified.values(), key=lambda one: one.canary)
        question = self.rng.choice([*QUESTIONS, *(one.question for one in verified[-4:])])
        kind = self.rng.random()
        if kind < 0.15:
            canary = self.rng.choice(PAGES).canary
            question = f"{question[:-1]} in {canary.title()}?"
            self.company.typed.add(question)
        elif kind < 0.2:
            question = "And what else?"
        return question

    def _wording(self) -> str:
        return f"This is settled in writing, number {self.rng.randint(1, 10**6)}."

    def _canaries(self) -> list[str]:
        return [*(page.canary for page in PAGES), *self.company.verified]

    def _said(self) -> list[Message]:
        """What people who are here have said where the bot is, and where they still are."""
        here = {being.person.id for being in self.company.here}
        return [
            message
            for channel in self.company.chats
            for message in channel.messages.values()
            if message.sender.id in here
            and message.sender.id in channel.members
            and self.company.is_said(message)
        ]

    def somebody_in_a_channel(self, *, with_dms: bool = False) -> tuple[Being, Channel]:
        company, here = self.company, {b.person.id for b in self.company.here}
        channels = [c for c in company.chats if with_dms or not company.is_direct(c)]
        channel = self.one_of([c for c in channels if here & c.members.keys()])
        return company.beings[self.one_of(sorted(here & channel.members.keys()))], channel

    def one_of(self, there: list[Any]) -> Any:  # noqa: ANN401  # one of what is given
        if not there:
            raise NothingToDoError
        return self.rng.choice(there)


Acting = Callable[[Any], Awaitable[None]]
ACTS: tuple[tuple[Acting, int], ...] = (
    (Act.mentions, 10),
    (Act.writes_in_private, 8),
    (Act.edits, 3),
    (Act.deletes, 1),
    (Act.asks_about_a_message, 2),
    (Act.presses, 3),
    (Act.presses_an_answers, 8),
    (Act.works_at_the_desk, 3),
)
"""What people do everywhere, and how much more often one thing than another."""


def _is_in(canary: str, form: Form) -> bool:
    return any(canary in text.casefold() for text in form.texts)
