"""What do people see and do at a client of a chat service, whichever it is?

The fakes have the same words for it; each takes only what is its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

Channel: TypeAlias = Any
"""A conversation of a fake, which takes only its own."""
On: TypeAlias = Any
"""A message of a fake, or what somebody sees of it."""


class Message(Protocol):
    """A message that a person wrote."""

    @property
    def id(self) -> str: ...


class Shown(Protocol):
    """A message as it stands on somebody's screen."""

    @property
    def id(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def thread(self) -> str: ...
    @property
    def texts(self) -> frozenset[str]: ...
    @property
    def is_edited(self) -> bool: ...

    def says(self, part: str) -> bool: ...


class Person(Protocol):
    """Somebody at a client of the service."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def mention(self) -> str: ...
    @property
    def everything_seen(self) -> set[str]: ...
    @property
    def everything_told(self) -> set[str]: ...

    async def says(self, text: str, *, in_: Channel, thread: On = None) -> Message: ...
    async def edits(self, message: Any, text: str) -> None: ...  # noqa: ANN401  # of its fake
    async def deletes(self, message: Any) -> None: ...  # noqa: ANN401  # of its fake
    async def presses(self, button: str, *, on: On, value: str | None = None) -> object: ...
    async def sees(
        self,
        what: str | Callable[[Any], object],
        *,
        in_: Channel,
        within: float = 5,
    ) -> Any: ...  # noqa: ANN401  # a `Shown`, which its fake takes back
    def screen(self, in_: Channel, thread: On = None, /) -> Sequence[Any]: ...


class Dialog(ABC):
    """A form that is in front of somebody."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What stands above it."""

    @property
    @abstractmethod
    def is_in_front(self) -> bool:
        """Whether it is still there."""

    @property
    @abstractmethod
    def can_be_sent(self) -> bool:
        """Whether there is anything to send."""

    @property
    @abstractmethod
    def objections(self) -> Sequence[str]:
        """What is said to be wrong with what was sent last."""

    @abstractmethod
    def says(self, part: str) -> bool:
        """Tell whether it can be read anywhere in it."""

    @abstractmethod
    def begins_with(self, name: str) -> str:
        """What is in a field before anybody writes there."""

    @abstractmethod
    async def sends(self, **values: object) -> None:
        """Fill it in, by the names of its fields, and send it; a box to check takes True."""

    @abstractmethod
    async def closes(self) -> None:
        """Close it without sending it."""


@dataclass(frozen=True, slots=True)
class Outsider:
    """Somebody who gets no answer: what that is on record as, and some words of what is said."""

    person: Person
    refused: str | None
    why: str
