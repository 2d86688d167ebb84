"""What do people do at random with the bot? Everything that a client lets them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.fakes.slack.channels import Channel
from tests.fakes.slack.messages import Message
from tests.fakes.slack.screens import Shown, elements
from tests.fakes.slack.texts import Body
from tests.fakes.slack.views import View
from tests.scenarios.slack.leaks.company import Being, Company
from tests.scenarios.slack.leaks.pages import PAGES, QUESTIONS

_OPENS = ("ask_hr", "show_passage", "share", "case_", "privacy_delete", "verified_approve")
_MODAL = 3.0  # seconds until one that a button opens is there


class NothingToDoError(Exception):
    """There is nobody, or nothing there, to do this with."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that somebody does; `rng` is its own, whatever goes on beside it."""

    company: Company
    rng: Random

    async def mentions(self) -> None:
        """Address the bot in a channel, or in a thread there."""
        being, channel = self._somebody_in_a_channel()
        threads = [m for m in channel.messages.values() if m.root in channel.messages]
        thread = self.rng.choice(threads) if threads and self.rng.random() < 0.4 else None
        text = self._question()
        self.company.tell(f"{being.person} mentions in {channel} thread={thread and thread.ts}")
        bot = self.company.slack.bot.id
        await being.person.says(f"<@{bot}> {text}", in_=channel, thread=thread)

    async def follows_up(self) -> None:
        """Go on in a thread without addressing anybody."""
        being, channel = self._somebody_in_a_channel()
        theirs = [m for m in channel.messages.values() if m.sender is being.person]
        thread = self._one_of(theirs)
        self.company.tell(f"{being.person} goes on in {channel} thread={thread.ts}")
        await being.person.says(self._question(), in_=channel, thread=thread)

    async def writes_in_private(self) -> None:
        being = self._one_of(self.company.here)
        dm = self.company.slack.dm(being.person)
        threads = list(dm.messages.values())
        thread = self.rng.choice(threads) if threads and self.rng.random() < 0.3 else None
        self.company.tell(f"{being.person} writes in private")
        await being.person.says(self._question(), in_=dm, thread=thread)

    async def edits(self) -> None:
        message = self._one_of(self._said())
        self.company.tell(f"{message.sender} edits {message.ts} in {message.channel}")
        person = self.company.beings[message.sender.id].person
        addressed = message.text.partition(" ")[0] if message.text.startswith("<@") else ""
        await person.edits(message, f"{addressed} {self._question()}".strip())

    async def deletes(self) -> None:
        message = self._one_of(self._said())
        self.company.tell(f"{message.sender} deletes {message.ts} in {message.channel}")
        await self.company.beings[message.sender.id].person.deletes(message)

    async def commands(self) -> None:
        being, channel = self._somebody_in_a_channel()
        text = "privacy" if self.rng.random() < 0.2 else self._question()
        self.company.tell(f"{being.person} commands {text!r} in {channel}")
        await being.person.commands(f"/policy {text}", in_=channel)

    async def uses_the_shortcut(self) -> None:
        """Ask about a message, of a person's or of the bot's."""
        being, channel = self._somebody_in_a_channel(with_dms=True)
        message = self._one_of(list(channel.messages.values()))
        self.company.tell(f"{being.person} asks about {message.ts} in {channel}")
        self.company.asked_about.append((message.text, being.person.id, channel.id))
        await being.person.shortcut("ask_about", on=message)

    async def opens_home(self) -> None:
        being = self._one_of(self.company.here)
        self.company.tell(f"{being.person} opens the home")
        await being.person.opens_home()

    async def presses(self) -> None:
        """Press any button there is, on any screen."""
        being = self._one_of(self.company.here)
        await self._presses_one(being, list(self._buttons(being)))

    async def presses_an_answers(self) -> None:
        """Press one of those that lead on to something else."""
        everybody = [(being, b) for being in self.company.here for b in self._buttons(being)]
        wanted = ("answer_privately", "share", "show_passage", "ask_hr", "choose")
        there = [(being, b) for being, b in everybody if b[1]["action_id"].startswith(wanted)]
        kind = self._one_of(sorted({b[1]["action_id"] for _, b in there}))
        being, button = self._one_of([one for one in there if one[1][1]["action_id"] == kind])
        await self._presses_one(being, [button])

    async def works_at_the_desk(self) -> None:
        being = self._one_of(self.company.hr)
        there = [b for b in self._buttons(being) if b[1]["action_id"].startswith(("case", "veri"))]
        await self._presses_one(being, there)

    def _buttons(self, being: Being) -> list[tuple[Shown | View, Body]]:
        slack, person = self.company.slack, being.person
        channels = [c for c in slack.channels.values() if person.id in c.members]
        places: list[tuple[Shown | View, Any]] = [
            (shown, shown.blocks)
            for channel in channels
            for shown in person.screen(channel)
            if shown.sender is slack.bot
        ]
        if person.home is not None:
            places.append((person.home, person.home.blocks))
        return [(place, one) for place, blocks in places for one in elements(blocks, person)]

    async def _presses_one(self, being: Being, there: list[tuple[Shown | View, Body]]) -> None:
        person = being.person
        place, element = self._one_of(there)
        name, value, choice = element["action_id"], element.get("value"), None
        if element["type"] == "feedback_buttons":
            value = self.rng.choice(("positive", "negative"))
        if element["type"] == "static_select":
            choice = self.rng.choice(element["options"])["value"]
        where = place.channel if isinstance(place, Shown) else "home"
        self.company.tell(f"{person} presses {name} {value or choice} in {where}")
        before = person.modal
        await person.presses(name, on=place, value=value, chooses=choice)
        is_negative = name == "feedback" and value == "negative"
        if not name.startswith(_OPENS) and not is_negative:
            return
        try:
            opened = lambda: person.modal is not None and person.modal is not before  # noqa: E731
            await self.company.slack.until(opened, within=_MODAL)
        except TimeoutError:
            return
        await self._fills_in(being)

    async def _fills_in(self, being: Being) -> None:
        modal = being.person.modal
        if modal is None:
            return
        await asyncio.sleep(self.rng.random() * 0.3)
        if "submit" not in modal.body or self.rng.random() < 0.1:
            await being.person.closes(modal)
            return
        form = modal.name
        values = self._values(form, modal)
        self.company.tell(f"{being.person} sends {form} {values}")
        if form == "ask_hr" and not values.get("leave_out"):
            self.company.sent_to_hr |= {c for c in self._canaries() if _is_in(c, modal)}
        await being.person.submits(modal, values)

    def _values(self, form: str, modal: View) -> dict[str, Any]:  # noqa: PLR0911  # each form
        company = self.company
        match form:
            case "ask_hr":
                has_answer = any(e == "leave_out" for e in _field_names(modal))
                leaves = has_answer and self.rng.random() < 0.4
                return {"note": "Please help."} | ({"leave_out": ["leave_out"]} if leaves else {})
            case "feedback_reason":
                return {"reason": first_option(modal, "reason")}
            case "case_reply" | "case_ask_back" | "case_answer":
                return {"text": self._wording()}
            case "case_reassign":
                return {"user": self._one_of(company.here).person}
            case "case_save":
                owner = self._one_of(company.hr).person
                return {"question": self._question(), "answer": self._wording(), "owner": owner}
            case "verified_audience":
                return {"audience": first_option(modal, "audience")}
            case _:
                return {}

    def _question(self) -> str:
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
            for channel in self.company.slack.channels.values()
            for message in channel.messages.values()
            if message.sender.id in here
            and message.sender.id in channel.members
            and not message.subtype
        ]

    def _somebody_in_a_channel(self, *, with_dms: bool = False) -> tuple[Being, Channel]:
        slack, here = self.company.slack, {b.person.id for b in self.company.here}
        channels = [c for c in slack.channels.values() if with_dms or not c.is_direct]
        channel = self._one_of([c for c in channels if here & c.members.keys()])
        return self.company.beings[self._one_of(sorted(here & channel.members.keys()))], channel

    def _one_of(self, there: list[Any]) -> Any:  # noqa: ANN401  # one of what is given
        if not there:
            raise NothingToDoError
        return self.rng.choice(there)


Acting = Callable[[Act], Awaitable[None]]
ACTS: tuple[tuple[Acting, int], ...] = (
    (Act.mentions, 10),
    (Act.writes_in_private, 8),
    (Act.follows_up, 2),
    (Act.edits, 3),
    (Act.deletes, 1),
    (Act.commands, 3),
    (Act.uses_the_shortcut, 2),
    (Act.opens_home, 1),
    (Act.presses, 3),
    (Act.presses_an_answers, 8),
    (Act.works_at_the_desk, 3),
)
"""What people do, and how much more often one thing than another."""


def _is_in(canary: str, modal: View) -> bool:
    return any(canary in text.casefold() for text in modal.texts)


def _field_names(modal: View) -> list[str]:
    return [name for fields in modal.values.values() for name in fields]


def first_option(modal: View, name: str) -> str:
    """Give the value of the first thing that can be chosen in a field."""
    elements_ = [block.get("element", {}) for block in modal.blocks]
    options = next(e["options"] for e in elements_ if e.get("action_id") == name)
    return str(options[0]["value"])
