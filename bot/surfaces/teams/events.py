"""What has come in from Teams? Its activities become a few kinds of events, all others none.

Who somebody is is never read from an activity beyond the ids, which the service itself stamps on
it: names and e-mails come from its answer to a question of ours.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.chat.events import Asked, Deleted, Edited
from bot.surfaces.teams.references import Reference

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
class Acted:
    """A button of a card of ours was pressed, `message` being the one that the card is in.

    `values` is what the button carries and what was filled in: anybody can send anything in it, so
    that it tells what is meant and never what is allowed. `is_answered_at_once` where Teams waits
    (Action.Execute), and not for Action.Submit.
    """

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

    is_there: bool


@dataclass(frozen=True, slots=True)
class MembersChanged:
    """Who reads a conversation has changed; the bot may be among them."""

    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceChanged:
    """A team or channel was renamed, shared, deleted…: `what`, in Teams' words."""

    what: str


What = Asked | Edited | Deleted | Acted | Invoked | Installed | MembersChanged | PlaceChanged


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that somebody did, where."""

    where: Reference
    sender: Sender
    what: What


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
