"""What has happened in a chat? Whatever a service sends becomes one of these, or is nothing to us.

Who somebody is is never read from what comes in beyond the ids: names and e-mails come from the
service's own answer to a question of ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.chat.ports import Place


@dataclass(frozen=True, slots=True)
class Asked:
    """A message that may be a question; `is_addressed` where it is private or mentions the bot.

    `may_be_external` is the service's own hint that outsiders read along; `is_to_others` tells that
    somebody else is mentioned, `is_reply` that it is not the first of its thread.
    """

    place: Place
    user: str
    message: str
    text: str
    is_direct: bool
    is_addressed: bool
    is_reply: bool
    may_be_external: bool = False
    is_to_others: bool = False

    @property
    def subject(self) -> str:
        """The name of the message: what is delivered for it is kept under it."""
        return subject(self.place, self.message)


@dataclass(frozen=True, slots=True)
class Edited:
    """A question whose words have changed."""

    now: Asked


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message that is gone."""

    place: Place
    message: str

    @property
    def subject(self) -> str:
        """The name of the message that is gone."""
        return subject(self.place, self.message)


@dataclass(frozen=True, slots=True)
class Commanded:
    """A command to the bot, with what was typed after it."""

    place: Place
    user: str
    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of ours; `place` and `message` are those of the message it is on, if it is on one.

    Anybody can send anything as its value: it tells what is meant and never what is allowed.
    """

    place: Place
    message: str | None
    user: str
    action: str
    value: str


@dataclass(frozen=True, slots=True)
class Submitted:
    """A form of ours; `about` is what it carries, `values` what was filled in, by name.

    `dialog` is the id of the one dialog that was sent: sent twice, it says the same once.
    """

    team: str
    user: str
    form: str
    about: str
    values: Mapping[str, Any]
    dialog: str = ""


@dataclass(frozen=True, slots=True)
class Pointed:
    """Somebody's message that somebody, not always the same, asks the bot about."""

    place: Place
    message: str
    user: str
    text: str


@dataclass(frozen=True, slots=True)
class HomeOpened:
    """Somebody looks at the bot's page, or, where `is_chat`, at their messages with it."""

    place: Place
    user: str
    is_chat: bool


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """The service knows something new of somebody."""

    user: str


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """Who reads a channel has changed, or may have."""

    channel: str


Event = (
    Asked
    | Edited
    | Deleted
    | Commanded
    | Pressed
    | Submitted
    | Pointed
    | HomeOpened
    | PersonChanged
    | ChannelChanged
)


def subject(place: Place, message: str) -> str:
    """Name a message of a place."""
    return f"{place.team}/{place.channel}/{message}"
