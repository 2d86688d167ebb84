"""The company in a workspace of Slack, and the bot among its people."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import chain
from socket import socket
from typing import Any, ClassVar

from pydantic import SecretStr

from bot.commands.serve import serving
from bot.settings import Settings
from bot.slack_settings import SlackSettings
from bot.surfaces.slack.scopes import events, scopes
from retrieval.embedding import FastEmbedder
from tests.fakes.slack import posting
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.delivering import INTERACTIVE, Dispatch
from tests.fakes.slack.faults import Fault, Slow
from tests.fakes.slack.interacting import trigger, whose
from tests.fakes.slack.messages import Message
from tests.fakes.slack.screens import Shown
from tests.fakes.slack.views import View
from tests.fakes.slack.workspace import FakeSlack
from tests.scenarios.chat import office as chat
from tests.scenarios.chat.clients import Dialog, Outsider
from tests.scenarios.chat.company import (
    ACCESS,
    ANA,
    BANDS,
    BANDS_ANSWER,
    BEN,
    EVA,
    HUGO,
    LEAVE,
    LEAVE_ANSWER,
    MEALS,
    MEALS_ANSWER,
    MEALS_OPTION,
    OFFICE,
    OFFICE_ANSWER,
    SITE,
    STAFF,
    VERA,
    settings_over,
    write_policies,
)

__all__ = [
    "ACCESS",
    "ANA",
    "BANDS",
    "BANDS_ANSWER",
    "BEN",
    "EVA",
    "HUGO",
    "LEAVE",
    "LEAVE_ANSWER",
    "MEALS",
    "MEALS_ANSWER",
    "MEALS_OPTION",
    "OFFICE",
    "OFFICE_ANSWER",
    "SITE",
    "STAFF",
    "VERA",
    "Office",
    "running",
    "settings_over",
    "write_policies",
]

_NOBODY = "nobody@corp.example"


class Office(chat.Office):
    """The workspace, as it is before anybody says anything."""

    surface = "slack"
    method: ClassVar = {"post": "chat.postMessage", "update": "chat.update"}
    has_private_threads = True
    ana: Person
    ben: Person
    eva: Person
    vera: Person
    hugo: Person
    general: Channel
    desk: Channel

    def __init__(self, slack: FakeSlack) -> None:
        super().__init__()
        self.slack = slack
        self.ana = slack.user(ANA, name="Ana")
        self.ben = slack.user(BEN, name="Ben")
        self.eva = slack.user(EVA, name="Eva", locale="es-ES")
        self.vera = slack.user(VERA, name="Vera")
        self.hugo = slack.user(HUGO, name="Hugo")
        self.general = slack.channel("general", members=[self.ana, self.ben, self.eva])
        self.desk = slack.channel("hr-desk", members=[self.vera, self.hugo], private=True)

    @property
    def fake(self) -> FakeSlack:
        return self.slack

    def user(self, email: str = "", *, name: str = "", locale: str = "en-US") -> Person:
        return self.slack.user(email, name=name, locale=locale)

    def guest(self, email: str, *, locale: str = "en-US") -> Person:
        return self.slack.user(email, name="Guest", locale=locale, is_restricted=True)

    def foreign(self, email: str) -> Person:
        person = self.slack.user(email, name="Pia", team=self.slack.workspace("Partner"))
        self.slack.channel("shared", members=[person])  # where the partner's account is met
        return person

    def outsiders(self) -> Sequence[Outsider]:
        """Give accounts; each has an address that the directory knows, but the last two."""
        user = self.slack.user
        ben, unsure = self.ben.email, "can't tell who you are"
        people = "only people of the company"
        return (
            Outsider(user(ben, name="Stranger", is_stranger=True), "stranger", people),
            Outsider(self.foreign(ben), "foreign", people),
            Outsider(self.guest(ben), "guest", "this account is a guest's"),
            Outsider(
                user(ben, name="Visitor", is_ultra_restricted=True),
                "guest",
                "this account is a guest's",
            ),
            Outsider(user(ben, name="Leaver", deleted=True), "deactivated", "no longer active"),
            Outsider(user(ben, name="Unsure", is_email_confirmed=False), "unconfirmed", unsure),
            Outsider(user(name="Nameless"), "no_email", unsure),
            Outsider(user(_NOBODY, name="Nobody"), None, unsure),
        )

    def channel(self, name: str, members: Iterable[Any], *, private: bool = False) -> Channel:
        return self.slack.channel(name, members=members, private=private)

    def external(self, name: str, members: Iterable[Any]) -> Channel:
        return self.slack.channel(name, members=members, is_ext_shared=True)

    def group(self, name: str, members: Iterable[Any]) -> Channel:
        id_ = self.slack.clock.id("G")
        made = Channel(id_, Kind.GROUP_DIRECT, self.slack.team, f"mpdm-{name}-1")
        return self.slack.add_channel(made, [*members, self.slack.bot])

    async def shares(self, channel: Channel) -> None:
        await self.slack.shares(channel)

    def mention(self, text: str) -> str:
        return f"<@{self.slack.bot.id}> {text}"

    def thread(self, message: Message) -> str:
        return message.root

    async def alone(self, person: Any, what: str, in_: Channel, *, within: float = 5) -> Shown:  # noqa: ANN401  # a person
        shown: Shown = await person.sees(what, in_=in_, within=within)
        assert shown.is_ephemeral
        return shown

    async def asks_about(self, person: Any, message: Any) -> None:  # noqa: ANN401  # of the fake
        await person.shortcut("ask_about", on=message)

    async def privacy(self, person: Any) -> None:  # noqa: ANN401  # a person
        word = "privacidad" if person is self.eva else "privacy"
        await person.commands(f"/policy {word}", in_=self.general)

    async def about_the_bot(self, person: Any) -> View:  # noqa: ANN401  # a person
        await person.opens_home()
        await self.slack.until(lambda: person.home)
        home: View = person.home
        return home

    async def opens(
        self,
        person: Any,  # noqa: ANN401  # a person
        button: str,
        on: Any,  # noqa: ANN401  # of the fake
        *,
        value: str | None = None,
    ) -> "Modal":
        before = person.modal
        await person.presses(button, on=on, value=value)
        await self.slack.until(lambda: person.modal not in (None, before))
        return Modal(person, person.modal)

    async def rates(self, person: Any, shown: Any, *, good: bool, comment: str = "") -> None:  # noqa: ANN401  # of the fake
        if good:
            await person.presses("feedback", on=shown, value="positive")
            return
        before = person.modal
        await person.presses("feedback", on=shown, value="negative")
        await self.slack.until(lambda: person.modal not in (None, before))
        if comment:
            await person.submits(person.modal, {"reason": "outdated", "comment": comment})
        else:
            await person.closes(person.modal)

    def buttons(self, person: Any, on: Any) -> Sequence[tuple[str, str]]:  # noqa: ANN401  # of the fake
        return [(one["action_id"], str(one.get("value", ""))) for one in person.buttons(on)]

    def links(self, shown: Shown) -> set[str]:
        return set(_links(list(shown.blocks)))

    def handed(self, person: Any, dm: Channel) -> bytes:  # noqa: ANN401  # a person
        handed = [file for shown in person.screen(dm) for file in shown.files]
        content = self.slack.files[handed[-1]["id"]].content
        assert content is not None
        return content

    def picked(self, person: Any) -> str:  # noqa: ANN401  # a person
        return str(person.id)

    async def again(self, message: Message, times: int) -> None:
        for sent in list(message.events):
            for _ in range(times):
                self.slack.deliverer.send(Dispatch(sent.kind, sent.id, sent.payload))

    def removes(self, on: Shown) -> None:
        posting.take_back(self.slack, on.channel.messages[on.ts])

    async def sends_again(
        self,
        person: Any,  # noqa: ANN401  # a person
        *,
        times: int = 1,
        as_of: Any = None,  # noqa: ANN401  # a person
    ) -> None:
        sent = [d for d in self.slack.deliverer.dispatches if d.type == "view_submission"][-1]
        view = sent.payload["view"] | ({} if as_of is None else {"id": self.slack.clock.id("V")})
        for _ in range(times):
            own = whose(self.slack, person) | {"trigger_id": trigger(self.slack, person)}
            payload = sent.payload | own | {"view": view}
            copy = Dispatch(INTERACTIVE, self.slack.clock.id("X"), payload)
            assert (await self.slack.deliverer.hand(copy)).is_taken

    async def sends_from_outside(self, form: "Modal", **values: object) -> None:
        await form.sends(**values)

    def desk_is(self, how: str) -> None:
        self.desk.is_archived = how == "gone"
        self.desk.is_ext_shared = how == "shared"
        self.desk.kind = Kind.PUBLIC if how == "open" else Kind.PRIVATE

    async def loses(self, person: Any) -> None:  # noqa: ANN401  # a person
        await person.becomes(deleted=True)

    def is_worked_on(self, person: Any, message: Message) -> bool:  # noqa: ANN401  # a person
        return bool(self.slack.status(self.slack.dm(person), message.ts))

    def said_meanwhile(self) -> Sequence[str]:
        return [call.text("status") for call in self.slack.called("assistant.threads.setStatus")]

    def fault(self, status: int, *, retry_after: int | None = None) -> Fault:
        return Fault(status, retry_after=retry_after)

    def slow(self, seconds: float) -> Slow:
        return Slow(seconds)

    def set_to(self, settings: Settings, **choices: Any) -> Settings:  # noqa: ANN401  # settings
        follow_ups = bool(choices.get("follow_ups"))
        self.slack.scopes = set(scopes(follow_ups=follow_ups))
        self.slack.subscriptions = set(events(follow_ups=follow_ups))
        set_to = SlackSettings(
            bot_token=SecretStr(self.slack.bot_token),
            signing_secret=SecretStr(self.slack.signing_secret),
            api_url=f"{self.slack.url}/api/",
            **choices,
        )
        return settings.model_copy(update={"slack": set_to})

    async def begins(self, address: str) -> None:
        if self.settings.slack.app_token is None:  # with one, the bot has called by now
            self.slack.deliver_to(f"{address}/slack/events")


class Modal(Dialog):
    """A modal that is in front of somebody."""

    def __init__(self, person: Person, view: View) -> None:
        self._person = person
        self._view = view

    @property
    def title(self) -> str:
        return self._view.title

    @property
    def is_in_front(self) -> bool:
        return self._person.modal is self._view

    @property
    def can_be_sent(self) -> bool:
        return "submit" in self._view.body

    @property
    def objections(self) -> Sequence[str]:
        return tuple(self._view.errors.values())

    def says(self, part: str) -> bool:
        return self._view.says(part)

    def begins_with(self, name: str) -> str:
        (found,) = [told[name] for told in self._view.values.values() if name in told]
        return str(found["value"])

    async def sends(self, **values: object) -> None:
        told = {name: [name] if value is True else value for name, value in values.items()}
        await self._person.submits(self._view, told)

    async def closes(self) -> None:
        await self._person.closes(self._view)


def _links(node: object) -> Iterable[str]:
    match node:
        case {"type": "link", "url": str(url)}:
            return [url]
        case dict():
            return chain.from_iterable(map(_links, node.values()))
        case list() | tuple():
            return chain.from_iterable(map(_links, node))
        case _:
            return []


@asynccontextmanager
async def running(
    office: Office,
    settings: Settings,
    model: FastEmbedder,
    **slack: Any,  # noqa: ANN401  # settings
) -> AsyncIterator[Office]:
    """Run the bot over HTTP in an office, set as it is told, with what its manifest asks for."""
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    settings = office.set_to(settings, **slack)
    async with serving(settings, bound, model=model) as address:
        office.address, office.settings = address, settings
        await office.begins(address)
        yield office
