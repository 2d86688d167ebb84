"""The ports of Teams over the strict service: what the bot heard is noted, nobody has to answer."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.chat.ports import Place
from bot.saying.parts import Said
from bot.surfaces.teams.channels import Channels
from bot.surfaces.teams.connector import Patience
from bot.surfaces.teams.conversations import Conversations
from bot.surfaces.teams.messages import Outgoing, Suggestion
from bot.surfaces.teams.people import Roster
from bot.surfaces.teams.posting import Drawing, Poster
from bot.surfaces.teams.server import Development, Paces, teams_transport, web_session
from bot.surfaces.teams.streams import StreamPace
from bot.surfaces.teams.transport import Transport
from storage.conversations import ConversationBook
from storage.database import Database
from storage.deliveries import Deliveries
from storage.people import Known, People
from tests.fakes.teams import activities
from tests.fakes.teams.acting import Person
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.service import FakeTeams

PACE = StreamPace(between=0.02, lasting=60)
PATIENCE = Patience(one=2.0, all=5.0, pause=0.01)
ELSEWHERE = "Open a chat with me."


def offer(locale: str) -> Outgoing:
    """Offer two questions."""
    return Outgoing(f"For example {locale}".strip(), suggestions=[Suggestion("Leave", "How much?")])


@dataclass
class Ports:
    """All of them, over one database; `drawn` is what was said, for which language."""

    teams: FakeTeams
    database: Database
    transport: Transport
    pace: StreamPace = PACE
    drawn: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.people = People(self.database)
        self.deliveries = Deliveries(self.database)
        self.conversations = Conversations(ConversationBook(self.database))
        self.roster = Roster(self.transport, self.conversations, self.teams.tenant.id)
        self.channels = Channels(self.transport, self.conversations, self.roster, self.people)
        self.poster = Poster(
            self.transport,
            self.conversations,
            self.deliveries,
            Drawing(self._draw, offer, lambda locale: said(ELSEWHERE)),
            pace=self.pace,
        )

    def restarted(self) -> "Ports":
        """Begin anew, with nothing but what is kept on disk."""
        return replace(self, drawn=[])

    async def hear(self, person: Person, chat: Chat, root: str = "", **more: object) -> Place:
        """Note something that somebody wrote; gives where."""
        activity = activities.written(self.teams, "message", chat, person, root=root)
        await self.conversations.note(activity | more)
        return Place(chat.tenant.id, chat.id, root or None)

    async def know(self, *people: Person) -> None:
        """Let a source know these people, and nobody else."""
        known = [Known(person.email, person.name, "", ()) for person in people]
        await self.people.replace("tests", known)

    def _draw(self, what: Said, locale: str) -> Sequence[Outgoing]:
        """Draw each part of what is said as a message of its own."""
        self.drawn.append((what.notice, locale))
        return [Outgoing(text) for text in what.notice.split("|")]


def said(text: str) -> Said:
    """Say something; `|` stands between messages."""
    return Said(text, ())


def texts(person: Person, chat: Chat) -> list[str]:
    """Give what stands in a chat now."""
    return [shown.text for shown in person.screen(chat)]


@asynccontextmanager
async def ports(teams: FakeTeams, folder: Path, pace: StreamPace = PACE) -> AsyncIterator[Ports]:
    teams.stream_pace = pace.between / 2
    teams.authenticates = False  # tokens have tests of their own
    database = Database(folder / "policybot.sqlite")
    await database.open()
    async with web_session() as session:
        transport = teams_transport(session, Development(), paces=Paces(patience=PATIENCE))
        yield Ports(teams, database, transport, pace)
    await database.close()
