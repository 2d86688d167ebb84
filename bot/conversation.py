"""A message, the turns before it, and the reply."""

from dataclasses import dataclass
from enum import StrEnum

from bot.answers import Answer
from connectors.extract.characters import without_hidden


class Role(StrEnum):
    """Who said a turn."""

    USER = "user"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier message of a thread; like `Message.text`, without what nobody sees."""

    role: Role
    text: str

    def __post_init__(self) -> None:
        _take_out_hidden(self)


class Refusal(StrEnum):
    """Why an account gets no answer, whatever it asks."""

    STRANGER = "stranger"  # of another company, let in by a shared channel
    FOREIGN = "foreign"  # of another workspace, organisation or tenant
    GUEST = "guest"
    DEACTIVATED = "deactivated"
    BOT = "bot"
    UNCONFIRMED = "unconfirmed"  # nobody has shown that the e-mail is theirs
    NO_EMAIL = "no_email"
    UNKNOWN = "unknown"  # no source knows the e-mail
    UNVERIFIABLE = "unverifiable"  # the chat did not say who it is
    NOT_YET = "not_yet"  # outside the pilot group
    EXTERNAL = "external"  # the channel is read, or could be, from outside the company
    UNKNOWN_READERS = "unknown_readers"  # somebody reads along whom the bot would not answer
    CLOSED_CHANNEL = "closed_channel"  # not among the channels that are set


LONGEST = 4_000
"""Characters of a question that is read; what is longer is a document."""


@dataclass(frozen=True, slots=True)
class Message:
    """A question as it came in.

    `text` is kept without the characters that nobody sees, lone surrogates among them: no page
    holds them, and no model and no database takes them all.
    `asker` is the e-mail of whoever asks, or the name of an account that has none; `refused` says
    why they get no answer here, found out before anything is looked for. `private` is false where
    others will read the reply; `members` are then the e-mails of each of them, where they are few
    and all known. `event` is the id under which the intake keeps what came in.
    `thread` joins follow-ups to the exchanges before them; `context` holds earlier turns that the
    surface knows and the record does not, oldest first. `organisation` narrows the search to one
    organisation, where a source holds several.
    """

    text: str
    asker: str
    surface: str
    private: bool = True
    thread: str | None = None
    context: tuple[Turn, ...] = ()
    organisation: str | None = None
    refused: Refusal | None = None
    members: tuple[str, ...] = ()
    event: str | None = None

    def __post_init__(self) -> None:
        _take_out_hidden(self)


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back: `exchange_id` is the short id under which the exchange is on record.

    `language` is that of the fixed sentences, a code; `timings` are milliseconds by stage. `first`
    is said before the answer, whatever that is: whom to turn to on a topic that needs a person.
    `more_in_private` tells that the asker alone may read more than all who read this may; it does
    not depend on what was asked.
    """

    exchange_id: str
    language: str
    answer: Answer
    timings: dict[str, float]
    first: str = ""
    more_in_private: bool = False


def _take_out_hidden(said: Turn | Message) -> None:
    object.__setattr__(said, "text", without_hidden(said.text).text)
