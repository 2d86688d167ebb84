"""Teams, as the long runs need it."""

import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pydantic import SecretStr

from bot.privacy_words import privacy_words
from bot.saying.words import words
from bot.settings import Settings
from bot.teams_settings import TeamsSettings
from tests.fakes.teams import jwt
from tests.fakes.teams.acting import Person
from tests.fakes.teams.certificates import certificate
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.messages import Message
from tests.fakes.teams.screens import Shown
from tests.fakes.teams.server import fake_teams
from tests.fakes.teams.service import FakeTeams
from tests.scenarios.runs.driver import LANGUAGES, WORKING, Driver, Told
from tests.scenarios.runs.vouching import Token
from tests.scenarios.teams.office import TeamsOffice

_TRUSTED = "REQUESTS_CA_BUNDLE"
_WORDLESS = frozenset({"…"})
_NOTICES = tuple(privacy_words(one).kept.partition("{")[0] for one in LANGUAGES)
_APOLOGIES = tuple(words(one).note.apology for one in LANGUAGES)
_GENERATED = "AIGeneratedContent"
_OPENED = tuple(words(one).note.case_opened for one in LANGUAGES)
_ASKED_ALREADY = tuple(words(one).note.asked_already.partition("{")[0] for one in LANGUAGES)
_CASE = re.compile(r"\bCas[eo] ([\w-]+)")
_SEND = "form:ask_hr"
_SENDING = frozenset({"send", "reply", "update"})


class TeamsDriver(Driver):
    """Teams, with Microsoft's login beside it.

    Teams tells nobody our keys, so that everybody asks once, and is replied to in their own chat
    or below what they asked.
    """

    path = "/api/messages"
    acks_within = 15.0
    sends_again = False
    lives = 10.0  # a stream alone takes two seconds

    def __init__(self, teams: FakeTeams, folder: Path) -> None:
        super().__init__()
        self.fake: FakeTeams = teams
        self.office = TeamsOffice(teams)
        self.desk, self.colleague = self.office.desk, self.office.ben
        file = certificate(folder)
        self.environment = {_TRUSTED: str(file)}
        teams.login.begin_securely(file)
        self._sending: set[str] = set()  # who sent something to HR
        self._stranger = teams.user("kim@else.example", tenant=teams.company("Elsewhere"))

    def set_on(self, settings: Settings) -> Settings:
        set_to = teams_settings(self.fake, desk_channel=self.desk.id)
        return settings.model_copy(update={"teams": set_to})

    def somebody(self, email: str, *, is_guest: bool = False) -> Person:
        role = "guest" if is_guest else "user"
        return self.fake.user(email, name=email.partition("@")[0], role=role)

    def channel(self, *members: Person, is_shared: bool = False) -> Chat:
        if not is_shared:
            return self.fake.channel("Some", members=members)
        return self.fake.channel("Some", members=[*members, self._stranger], sharing="shared")

    def mention(self, text: str) -> str:
        return self.office.mention(text)

    async def arrives(self) -> None:
        for dispatch in await self.fake.installs(self.desk):
            await dispatch.ended.wait()

    def channel_of(self, message: Message) -> Chat:
        return message.chat

    def subject(self, question: Message) -> str:
        return question.sender.id

    def told(self) -> Iterator[Told]:
        for chat in self.fake.chats.values():
            for message in chat.messages.values():
                if message.sender is self.fake.bot:
                    yield self._told(chat, message)

    def _told(self, chat: Chat, message: Message) -> Told:
        texts = frozenset(message.texts)
        is_waiting = texts <= _WORDLESS or bool(texts & WORKING)
        said = "\n".join(texts)
        if chat is self.desk:
            case = _CASE.search(said)
            return Told(f"case:{case and case[1]}", "", texts, chat, is_waiting)
        reader = self._asker(chat, message)
        if any(said_.startswith(_OPENED) for said_ in texts):
            case = _CASE.search(said)
            return Told(f"case:{case and case[1]}/opened", "", texts, chat, is_waiting)
        if any(one in said for one in _NOTICES):
            return Told(f"notice:{reader}", "", texts, chat, is_waiting)
        if self._is_beside(message, texts):
            return Told(f"apology:{reader}", "", texts, chat, is_waiting)
        if not message.text and _GENERATED in str(message.activity):  # below the words of an answer
            return Told(f"card:{reader}", "", texts, chat, is_waiting)
        return Told(f"reply:{reader}", reader, texts, chat, is_waiting)

    def _is_beside(self, message: Message, texts: frozenset[str]) -> bool:
        """Whether it is an apology for what was sent to HR, and not for the question."""
        chat = message.chat
        if not (chat.is_personal and chat.members.keys() & self._sending):
            return False
        said = [one for one in chat.messages.values() if one.sender is self.fake.bot]
        return message is not said[0] and any(text.startswith(_APOLOGIES) for text in texts)

    def _asker(self, chat: Chat, message: Message) -> str:
        if chat.is_personal:
            return next(iter(chat.members))
        return chat.messages[message.root].sender.id

    async def opens_hr(self, person: Person, shown: Shown) -> bool:
        """Have the form stand in place of the answer's card."""
        answered, card = "", self._card(person, shown)
        if _SEND not in self._verbs(person, card):
            answered = (await person.presses("ask_hr", on=card)).body
        if _SEND in self._verbs(person, card):
            return True
        texts = card.chat.messages[card.id].texts_for(person)
        is_asked = any(text.startswith(_ASKED_ALREADY) for text in texts)
        assert is_asked, f"No form has opened, but {answered!r}."
        return False

    async def sends_to_hr(self, person: Person, shown: Shown) -> bool:
        self._sending.add(person.id)
        return (await person.presses(_SEND, on=self._card(person, shown))).is_taken

    def _card(self, person: Person, shown: Shown) -> Shown:
        """Find what the buttons of an answer are on: itself, or its card below."""
        there = person.screen(shown.chat, shown.thread or None)
        below = (one for one in there if one.id >= shown.id and person.buttons(one))
        return next(below, shown)

    def _verbs(self, person: Person, shown: Shown) -> set[str]:
        return {str(action.get("verb")) for action in person.buttons(shown)}

    def waits_for_acks(self, seconds: float) -> None:
        self.fake.deliverer.answer_within = seconds

    def signs(self, since: int) -> dict[str, float]:
        """Tell when something was sent into somebody's chat, or below what they asked."""
        signs: dict[str, float] = {}
        for call in self.fake.calls[since:]:
            chat = self.fake.chats.get(call.conversation)
            if call.method not in _SENDING or chat is None:
                continue
            if chat.is_personal:
                signs.setdefault(next(iter(chat.members)), call.at)
            elif call.root in chat.messages:
                signs.setdefault(chat.messages[call.root].sender.id, call.at)
        return signs

    @property
    def vouching(self) -> Token:
        public = jwt.rsa_key(self.fake.keys.current.number).public_key()
        return Token(
            public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), self.fake.app_id
        )


def teams_settings(teams: FakeTeams, **set_to: Any) -> TeamsSettings:  # noqa: ANN401  # settings
    """Set the product on a stand-in for Teams whose login is there over TLS."""
    return TeamsSettings(
        app_id=teams.app_id,
        app_password=SecretStr(teams.secret),
        tenant_id=teams.tenant.id,
        service_urls=f"{teams.url}/",
        keys_url=teams.metadata_url,
        login_url=teams.login.secure_url,
        **set_to,
    )


@contextmanager
def trusting(file: Path) -> Iterator[None]:
    """Let this process trust the login that has a certificate."""
    before = os.environ.get(_TRUSTED)
    os.environ[_TRUSTED] = str(file)
    try:
        yield
    finally:
        del os.environ[_TRUSTED]
        if before is not None:
            os.environ[_TRUSTED] = before


@asynccontextmanager
async def teams_driver(folder: Path) -> AsyncIterator[TeamsDriver]:
    """Serve Teams on loopback; the certificate of its login is written into a folder."""
    async with fake_teams() as teams:
        yield TeamsDriver(teams, folder)
