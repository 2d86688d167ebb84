"""Slack, as the long runs need it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import SecretStr

from bot.settings import Settings
from bot.slack_settings import SlackSettings
from bot.surfaces.slack.scopes import events, scopes
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.messages import Message
from tests.fakes.slack.screens import Shown
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.workspace import FakeSlack
from tests.scenarios.runs.driver import WORKING, Driver, Told
from tests.scenarios.runs.vouching import Signature
from tests.scenarios.slack.office import Office

PATIENCE = (0.2, 0.5, 1, 2, 5, 10, 20, 40)
"""Seconds after which Slack sends again what nobody took: more often here, for it is never up."""


class SlackDriver(Driver):
    """Slack, over HTTP or over a socket."""

    path = "/slack/events"
    acks_within = 3.0
    sends_again = True
    lives = 4.0

    def __init__(self, slack: FakeSlack, *, over_sockets: bool = False) -> None:
        super().__init__()
        self.fake: FakeSlack = slack
        self.office = Office(slack)
        self.desk, self.colleague = self.office.desk, self.office.ben
        self.environment: dict[str, str] = {}
        self._is_over_sockets = over_sockets
        slack.scopes = set(scopes(follow_ups=False))
        slack.subscriptions = set(events(follow_ups=False))
        slack.retry_after = PATIENCE

    def set_on(self, settings: Settings) -> Settings:
        slack = self.fake
        set_to = SlackSettings(
            bot_token=SecretStr(slack.bot_token),
            signing_secret=SecretStr(slack.signing_secret),
            app_token=SecretStr(slack.app_token) if self._is_over_sockets else None,
            api_url=f"{slack.url}/api/",
            desk_channel=self.desk.id,
        )
        return settings.model_copy(update={"slack": set_to})

    def somebody(self, email: str, *, is_guest: bool = False) -> Person:
        return self.fake.user(email, name=email.partition("@")[0], is_restricted=is_guest)

    def channel(self, *members: Person, is_shared: bool = False) -> Channel:
        return self.fake.channel("some", members=members, is_ext_shared=is_shared)

    def mention(self, text: str) -> str:
        return self.office.mention(text)

    def channel_of(self, message: Message) -> Channel:
        return message.channel

    def subject(self, question: Message) -> str:
        return f"{question.channel.team.id}/{question.channel.id}/{question.ts}"

    def told(self) -> Iterator[Told]:
        """Walk over the bot's messages; each has our own key in its metadata."""
        for channel in self.fake.channels.values():
            for message in channel.messages.values():
                if message.sender is not self.fake.bot or message.subtype == "tombstone":
                    continue
                key = str((message.metadata.get("event_payload") or {}).get("key", ""))
                about = "" if "+" in key else key.removesuffix("!")  # the later parts of an answer
                texts = frozenset(message.texts)
                yield Told(key, about, texts, channel, is_waiting=bool(texts & WORKING))

    def whispers(self, question: Message) -> Iterator[Told]:
        """What one person alone sees has no key: who is refused in a channel asks there once."""
        for note in question.channel.ephemerals.values():
            if note.reader is question.sender:
                about = self.subject(question)
                yield Told(f"{about}?", about, frozenset(note.texts), question.channel)

    async def opens_hr(self, person: Person, shown: Shown) -> bool:
        await person.presses("ask_hr", on=shown)
        await self.fake.until(lambda: person.modal, within=4)
        return True

    async def sends_to_hr(self, person: Person, shown: Shown) -> bool:
        return (await person.submits(person.modal)).is_taken

    def waits_for_acks(self, seconds: float) -> None:
        self.fake.deliverer.ack_within = seconds

    def signs(self, since: int) -> dict[str, float]:
        """Tell when there was a state, a message or a note."""
        signs: dict[str, float] = {}
        for call in self.fake.calls[since:]:
            args: dict[str, Any] = call.args
            match call.method:
                case "assistant.threads.setStatus":
                    where = (call.text("channel_id"), call.text("thread_ts"))
                case "chat.postMessage":
                    where = (call.text("channel"), call.text("thread_ts"))
                case "chat.postEphemeral":
                    where = (call.text("channel"), self._asked_by(call.text("channel"), args))
                case _:
                    continue
            signs.setdefault("/".join((self.fake.team.id, *where)), call.at)
        return signs

    def _asked_by(self, channel: str, args: dict[str, Any]) -> str:
        """Find what the reader of a note has asked in a channel."""
        said = self.fake.channels[channel].messages.values()
        return next(one.ts for one in said if one.sender.id == str(args["user"]))

    @property
    def vouching(self) -> Signature:
        return Signature(self.fake.signing_secret)


@asynccontextmanager
async def slack_driver(*, over_sockets: bool = False) -> AsyncIterator[SlackDriver]:
    """Serve Slack on loopback."""
    async with fake_slack() as slack:
        yield SlackDriver(slack, over_sockets=over_sockets)
