"""What has come in from Teams? Its activities become a few kinds of events, all others none.

Who somebody is is never read from an activity beyond the ids, which the service itself stamps on
it: names and e-mails come from its answer to a question of ours.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.surfaces.teams.references import Kind, Reference

ACTION = "action"
"""The entry of a button's data that names what it does, where it has no verb of its own."""


class Invoke(StrEnum):
    """What is asked for at once, in Teams' words."""

    FORM_WANTED = "task/fetch"
    FORM_SUBMITTED = "task/submit"
    RATED = "message/submitAction"
    RATING_FORM_WANTED = "message/fetchTask"
    SEARCHED = "composeExtension/query"
    EXTENSION_WANTED = "composeExtension/fetchTask"
    EXTENSION_SUBMITTED = "composeExtension/submitAction"


@dataclass(frozen=True, slots=True)
class Sender:
    """Who did something: Teams' id, the one in the company's directory, and their language."""

    user: str
    object_id: str | None
    locale: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A message that may be a question; `is_addressed` where it is private or mentions the bot.

    `is_to_others` tells that somebody else is mentioned, `is_reply` that it is not the first of
    its thread.
    """

    place: Reference
    sender: Sender
    id: str
    text: str
    is_addressed: bool
    is_reply: bool
    is_to_others: bool = False

    @property
    def is_direct(self) -> bool:
        """Whether nobody else reads it."""
        return self.place.kind is Kind.PERSONAL

    @property
    def subject(self) -> str:
        """The name of the message: what is delivered for it is kept under it."""
        return _subject(self.place, self.id)


@dataclass(frozen=True, slots=True)
class Edited:
    """A question whose words have changed, or that is there again."""

    now: Asked


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message that is gone."""

    place: Reference
    id: str

    @property
    def subject(self) -> str:
        """The name of the message that is gone."""
        return _subject(self.place, self.id)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of a card of ours, `message` being the one that the card is in.

    `values` is what the button carries and what was filled in: anybody can send anything in it, so
    that it tells what is meant and never what is allowed. `is_answered_at_once` where Teams waits
    (Action.Execute), and not for Action.Submit.
    """

    place: Reference
    sender: Sender
    action: str
    values: Mapping[str, Any]
    message: str | None
    is_answered_at_once: bool


@dataclass(frozen=True, slots=True)
class Quoted:
    """Somebody's message that the bot is asked about."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Rating:
    """Whether an answer was any good, and what its reader says of it."""

    good: bool
    text: str


@dataclass(frozen=True, slots=True)
class Invoked:
    """A dialog or a message extension, used; Teams waits for what comes of it.

    `command` is that of an extension, `data` what was filled in, or what a button carries; `skip`
    tells how many results of a search are known.
    """

    place: Reference
    sender: Sender
    kind: Invoke
    message: str | None = None
    command: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    about: Quoted | None = None
    skip: int = 0

    @property
    def rating(self) -> Rating | None:
        """What was said of an answer, if this is that."""
        match self.data:
            case {"reaction": "like" | "dislike" as reaction} if self.kind is Invoke.RATED:
                return Rating(reaction == "like", _reason(self.data.get("feedback")))
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Installed:
    """The bot was added somewhere, or removed."""

    place: Reference
    sender: Sender
    is_there: bool


@dataclass(frozen=True, slots=True)
class MembersChanged:
    """Who reads a conversation has changed; the bot may be among them."""

    place: Reference
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceChanged:
    """A team or channel was renamed, shared, deleted…: `what`, in Teams' words."""

    place: Reference
    what: str


Event = Asked | Edited | Deleted | Pressed | Invoked | Installed | MembersChanged | PlaceChanged


def _subject(place: Reference, message: str) -> str:
    return f"{place.tenant}/{place.channel}/{message}"


def _reason(feedback: object) -> str:
    """Read what somebody wrote beside a rating: JSON in a text, or the text itself."""
    if not isinstance(feedback, str):
        return ""
    try:
        match json.loads(feedback):
            case {"feedbackText": str(text)}:
                return text
            case dict():
                return ""
            case _:
                return feedback
    except (ValueError, RecursionError):
        return feedback
