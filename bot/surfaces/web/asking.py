"""What was asked, by whom, in which conversation, and who will read the reply?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import uuid4, uuid5

from aiohttp import web
from pydantic import UUID4, BaseModel, ConfigDict, ValidationError

from bot.conversation import LONGEST, Message
from bot.surfaces.web.guard import refusal

LARGEST_BODY = 64 * 1024
"""Bytes: the longest question with each character escaped, and room to spare."""

_TOO_LONG = refusal(
    "too_long",
    f"A question may have {LONGEST:,} characters. Shorten it: ask one thing at a time.",
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as whom the page may ask; `note` says what sets this person's view apart."""

    email: str
    name: str
    title: str = ""
    note: str = ""


class Audience(StrEnum):
    """Who will read the reply."""

    PRIVATE = "private"
    CHANNEL = "channel"


class Question(BaseModel):
    """What the page posts; `thread` is null for the first question of a conversation."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str
    asker: str
    thread: UUID4 | None
    audience: Audience


@dataclass(frozen=True, slots=True)
class Asked:
    """A message for the assistant, and the id under which the page knows its conversation."""

    message: Message
    thread: str


def by_email(people: Sequence[Person]) -> dict[str, Person]:
    """Index the people, and refuse a list in which one could be taken for another."""
    known = {person.email: person for person in people}
    if not known or len(known) != len(people):
        raise ValueError("The chat page needs at least one person, each with an e-mail of its own.")
    return known


async def asked(request: web.Request, people: Mapping[str, Person]) -> Asked:
    """Read the question that was posted; what is wrong with it is answered with 400.

    The thread that the assistant sees is derived from the page's thread, the asker and the
    audience: a follow-up by somebody else, or to somebody else, finds a conversation without turns.
    """
    question = await _read(request)
    person = people.get(question.asker)
    if person is None:
        raise web.HTTPBadRequest(
            **refusal("unknown_asker", "Nobody of that e-mail may ask here. Choose from the list.")
        )
    text = question.text.strip()
    _check_length(text)
    thread = question.thread or uuid4()
    message = Message(
        text=text,
        asker=person.email,
        surface="web",
        private=question.audience is Audience.PRIVATE,
        thread=str(uuid5(thread, f"{question.audience} {person.email}")),
    )
    return Asked(message, str(thread))


async def _read(request: web.Request) -> Question:
    try:
        body = await request.clone(client_max_size=LARGEST_BODY).read()
        return Question.model_validate_json(body)
    except web.HTTPRequestEntityTooLarge as error:
        raise web.HTTPBadRequest(**_TOO_LONG) from error
    except ValidationError as error:
        wrong = ", ".join(sorted({str(part["loc"][0]) for part in error.errors() if part["loc"]}))
        raise web.HTTPBadRequest(
            **refusal("malformed", f"The question could not be read: check {wrong or 'the JSON'}.")
        ) from error


def _check_length(text: str) -> None:
    if not text:
        raise web.HTTPBadRequest(**refusal("empty", "There is no question yet. Type one."))
    if len(text) > LONGEST:
        raise web.HTTPBadRequest(**_TOO_LONG)
