"""The company in a tenant of Teams, and the bot among its people."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import takewhile
from pathlib import Path
from socket import socket
from typing import Any, ClassVar

from pydantic import SecretStr

from bot.commands.serve import serving
from bot.settings import Settings
from bot.surfaces.teams.drawing.inert import JOINER
from bot.surfaces.teams.manifest import ASK_ABOUT
from bot.teams_settings import TeamsSettings
from retrieval.embedding import FastEmbedder
from tests.fakes.teams import posting
from tests.fakes.teams.acting import Person
from tests.fakes.teams.chats import Chat, Sharing
from tests.fakes.teams.delivering import Dispatch
from tests.fakes.teams.faults import Fault, Slow
from tests.fakes.teams.messages import Message
from tests.fakes.teams.screens import Shown, actions, fields, root_entity, shown_to
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body, leaves
from tests.scenarios.chat import office as chat
from tests.scenarios.chat.clients import Dialog, Outsider
from tests.scenarios.chat.company import ANA, BEN, EVA, HUGO, VERA

_LINK = re.compile(r"\]\((https://[^)\s]+)\)")
_NOBODY = "nobody@corp.example"


class TeamsOffice(chat.Office):
    """The tenant, as it is before anybody says anything."""

    surface = "teams"
    method: ClassVar = {"post": "send", "update": "update"}
    has_private_threads = False
    ana: Person
    ben: Person
    eva: Person
    vera: Person
    hugo: Person
    general: Chat
    desk: Chat

    def __init__(self, teams: FakeTeams, certificate: Path | None = None) -> None:
        super().__init__()
        self.teams = teams
        self._certificate = certificate
        self.ana = teams.user(ANA, name="Ana")
        self.ben = teams.user(BEN, name="Ben")
        self.eva = teams.user(EVA, name="Eva", locale="es-ES")
        self.vera = teams.user(VERA, name="Vera")
        self.hugo = teams.user(HUGO, name="Hugo")
        self.general = teams.channel("General", members=[self.ana, self.ben, self.eva])
        self.desk = teams.channel("HR desk", members=[self.vera, self.hugo], sharing="private")

    @property
    def fake(self) -> FakeTeams:
        return self.teams

    def user(self, email: str = "", *, name: str = "", locale: str = "en-US") -> Person:
        return self.teams.user(email, name=name, locale=locale)

    def guest(self, email: str, *, locale: str = "en-US") -> Person:
        return self.teams.user(email, name="Guest", role="guest", locale=locale)

    def foreign(self, email: str) -> Person:
        return self.teams.user(email, name="Pia", tenant=self.teams.company("Partner"))

    def outsiders(self) -> Sequence[Outsider]:
        """Give accounts; each has an address that the directory knows, but the last two.

        Somebody of another company has no chat with the bot: its tenant has not let it in.
        """
        user, ben = self.teams.user, self.ben.email
        people, unsure = "only people of the company", "can't tell who you are"
        return (
            Outsider(user(ben, name="Anon", role="anonymous"), "stranger", people),
            Outsider(self.guest(ben), "guest", "this account is a guest's"),
            *(
                Outsider(user(ben, name=lacking, lacks=[lacking]), "unverifiable", unsure)
                for lacking in ("aadObjectId", "tenantId", "userPrincipalName", "userRole")
            ),
            Outsider(user(ben, name="Nameless", lacks=["email"]), "no_email", unsure),
            Outsider(user(_NOBODY, name="Nobody"), None, unsure),
        )

    def channel(self, name: str, members: Iterable[Any], *, private: bool = False) -> Chat:
        sharing = "private" if private else "standard"
        return self.teams.channel(name, members=members, sharing=sharing)

    def external(self, name: str, members: Iterable[Any]) -> Chat:
        return self.teams.channel(name, members=members, sharing="shared")

    def group(self, name: str, members: Iterable[Any]) -> Chat:
        return self.teams.group(name, members=members)

    async def shares(self, channel: Chat) -> None:
        await self.teams.shares(channel, self.teams.company("Partner"))

    def mention(self, text: str) -> str:
        return f"{self.teams.bot.mention} {text}"

    def thread(self, message: Message) -> str:
        return message.root if message.chat.is_channel else ""

    async def alone(self, person: Any, what: str, in_: Chat, *, within: float = 5) -> Shown:  # noqa: ANN401  # a person
        shown: Shown = await person.sees(what, in_=self.dm(person), within=within)
        assert not any(what in text for text in self.told(in_))
        return shown

    async def asks_about(self, person: Any, message: Any) -> None:  # noqa: ANN401  # of the fake
        await person.shortcut(ASK_ABOUT, on=message)

    async def privacy(self, person: Any) -> None:  # noqa: ANN401  # a person
        word = "privacidad" if person is self.eva else "privacy"
        await person.commands(word, in_=self.dm(person))

    async def about_the_bot(self, person: Any) -> Shown:  # noqa: ANN401  # a person
        dm = self.dm(person)
        before = set(dm.messages)
        await person.says("ayuda" if person is self.eva else "help", in_=dm)
        shown: Shown = await person.sees(
            lambda one: (
                one.id not in before and ("privacy_delete", "-") in self.buttons(person, one)
            ),
            in_=dm,
        )
        return shown

    async def opens(
        self,
        person: Any,  # noqa: ANN401  # a person
        button: str,
        on: Any,  # noqa: ANN401  # of the fake
        *,
        value: str | None = None,
    ) -> "Form":
        await self.teams.until(lambda: self._with(button, on) is not None, within=10)
        message = self._with(button, on)
        assert message is not None
        message.views.pop(person.id, None)  # comes anew to it: a form is gone with the client
        await person.presses(button, on=message, value=value)
        assert person.id in message.views, f"{button!r} opened nothing."
        return Form(person, message)

    async def rates(self, person: Any, shown: Any, *, good: bool, comment: str = "") -> None:  # noqa: ANN401  # of the fake
        await person.rates("like" if good else "dislike", on=shown, text=comment)

    def goes_on(self, message: Message | Shown) -> bool:
        """Tell it by the label: words and what may be pressed are two messages of one answer."""
        labels = root_entity(message.activity or {}).get("additionalType", ())
        return "AIGeneratedContent" in labels and not message.text

    def whole(self, shown: Shown) -> Sequence[Shown]:
        if shown.sender is not self.teams.bot:
            return (shown,)
        messages = shown_to(next(iter(shown.chat.members.values())), shown.chat)
        after = [
            one for one in messages if one.thread == shown.thread and one.sender is self.teams.bot
        ]
        _, *others = after[[one.id for one in after].index(shown.id) :]
        rest = takewhile(self.goes_on, others)
        return (shown, *rest)

    def _with(self, button: str, on: Any) -> Message | None:  # noqa: ANN401  # of the fake
        """Find what of all that was said at once has a button."""
        for shown in self.whole(on):
            message = shown.chat.messages[shown.id]
            called = (one for card in message.cards for one in actions(card))
            if any(one.get("verb") == button for one in called):
                return message
        return None

    def buttons(self, person: Any, on: Any) -> Sequence[tuple[str, str]]:  # noqa: ANN401  # of the fake
        """Give what stands there for all, whatever form somebody has in its place."""
        messages = [shown.chat.messages[shown.id] for shown in self.whole(on)]
        cards = (card for message in messages for card in message.cards)
        pressed = (action for card in cards for action in actions(card))
        return [
            (one["verb"], str(one["data"].get("value", ""))) for one in pressed if "verb" in one
        ]

    def links(self, shown: Shown) -> set[str]:
        whole = self.whole(shown)
        cited = {str(claim["url"]) for one in whole for claim in one.citations if "url" in claim}
        cards = (card for one in whole for card in one.cards)
        pressed = (action for card in cards for action in actions(card))
        written = {url for one in whole for url in _LINK.findall(one.text)}
        return (
            cited
            | written
            | {str(one["url"]) for one in pressed if one["type"] == "Action.OpenUrl"}
        )

    def handed(self, person: Any, dm: Chat) -> bytes:  # noqa: ANN401  # a person
        cards = (card for shown in person.screen(dm) for card in shown.cards)
        files = [card for card in cards if str(card["body"][0]).count("policybot.json")]
        return "".join(text for card in files for text in _runs(card)).encode()

    def picked(self, person: Any) -> str:  # noqa: ANN401  # a person
        return str(person.object_id)

    async def again(self, message: Message, times: int) -> None:
        for sent in list(message.events):
            for _ in range(times):
                self.teams.deliverer.send(Dispatch(sent.activity))

    def removes(self, on: Shown) -> None:
        posting.take_back(self.teams, on.chat.messages[on.id])

    async def sends_again(
        self,
        person: Any,  # noqa: ANN401  # a person
        *,
        times: int = 1,
        as_of: Any = None,  # noqa: ANN401  # a person
    ) -> None:
        sent = [d.activity for d in self.teams.deliverer.dispatches if _is_form(d.activity)][-1]
        for _ in range(times):
            clock = self.teams.clock
            anew = {"id": clock.activity_id(), "timestamp": clock.stamp()}
            own = {"from": person.sender, "locale": person.locale}
            await self.teams.sends({**sent, **anew, **own})

    async def sends_from_outside(self, form: "Form", **values: object) -> None:
        """Send it from a client that has not noticed yet."""
        chat = form.message.chat
        chat.take_in([form.person])
        sending = asyncio.create_task(form.sends(**values))
        await asyncio.sleep(0)
        chat.let_go(form.person)
        await sending

    def desk_is(self, how: str) -> None:
        self.desk.has_bot = how != "gone"
        sharing = {"open": Sharing.STANDARD, "shared": Sharing.SHARED}
        self.desk.sharing = sharing.get(how, Sharing.PRIVATE)

    async def loses(self, person: Any) -> None:  # noqa: ANN401  # a person
        await person.blocks()

    def is_worked_on(self, person: Any, message: Message) -> bool:  # noqa: ANN401  # a person
        stream = self.dm(person).stream
        return stream is not None and stream.message.is_streaming

    def said_meanwhile(self) -> Sequence[str]:
        parts = (call.body for call in self.teams.called("send"))
        return [str(body["text"]) for body in parts if body["type"] == "typing" and "text" in body]

    def fault(self, status: int, *, retry_after: int | None = None) -> Fault:
        return Fault(status, retry_after=retry_after)

    def slow(self, seconds: float) -> Slow:
        return Slow(seconds)

    def set_to(self, settings: Settings, **choices: Any) -> Settings:  # noqa: ANN401  # settings
        assert self._certificate is not None, "Its login has no certificate."
        set_to = TeamsSettings(
            app_id=self.teams.app_id,
            app_password=SecretStr(self.teams.secret),
            tenant_id=self.teams.tenant.id,
            service_urls=f"{self.teams.url}/",
            keys_url=self.teams.metadata_url,
            login_url=self.teams.login.begin_securely(self._certificate),
            **choices,
        )
        return settings.model_copy(update={"teams": set_to})

    async def begins(self, address: str) -> None:
        """Put the bot where it is, too: of a channel that it never heard of it knows nothing."""
        self.teams.deliver_to(f"{address}/api/messages")
        for channel in (self.general, self.desk):
            for dispatch in await self.teams.installs(channel):
                await asyncio.wait_for(dispatch.ended.wait(), timeout=10)


class Form(Dialog):
    """A form that stands in place of a card, for whoever opened it."""

    def __init__(self, person: Person, message: Message) -> None:
        self.person = person
        self.message = message
        self._noted = len(person.notes)
        self._card = message.views[person.id]

    @property
    def title(self) -> str:
        return str(self._card["body"][0]["text"]).replace(JOINER, "")

    @property
    def is_in_front(self) -> bool:
        return self.message.views.get(self.person.id) is self._card

    @property
    def can_be_sent(self) -> bool:
        return self._send is not None

    @property
    def objections(self) -> Sequence[str]:
        return tuple(note for note in self.person.notes[self._noted :] if note)

    def says(self, part: str) -> bool:
        return any(part in text for text in leaves(self._card))

    def begins_with(self, name: str) -> str:
        (found,) = [one for one in fields(self._card) if one["id"] == name]
        return str(found["value"])

    async def sends(self, **values: object) -> None:
        assert self._send is not None, f"{self.title!r} cannot be sent."
        self._noted = len(self.person.notes)
        await self.person.presses(self._send, on=self.message, values=values)

    async def closes(self) -> None:
        await self.person.presses("form_close", on=self.message)

    @property
    def _send(self) -> str | None:
        verbs = (str(one.get("verb", "")) for one in actions(self._card))
        return next((verb for verb in verbs if verb.startswith("form:")), None)


def _is_form(activity: Body) -> bool:
    action = (activity.get("value") or {}).get("action") or {}
    return str(action.get("verb", "")).startswith("form:")


def _runs(node: object) -> Iterator[str]:
    """Walk over the texts of a card that are shown as they are."""
    match node:
        case {"type": "TextRun", "text": str(text)}:
            yield text
        case dict():
            for part in node.values():
                yield from _runs(part)
        case list():
            for part in node:
                yield from _runs(part)
        case _:
            pass


@asynccontextmanager
async def running(
    office: TeamsOffice,
    settings: Settings,
    model: FastEmbedder,
    **teams: Any,  # noqa: ANN401  # settings
) -> AsyncIterator[TeamsOffice]:
    """Run the bot in an office, with Teams' tokens and its own, set as it is told."""
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    settings = office.set_to(settings, **teams)
    async with serving(settings, bound, model=model) as address:
        office.address, office.settings = address, settings
        await office.begins(address)
        yield office
