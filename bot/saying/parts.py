"""Of what does something that is said consist? Parts that every service can draw in its own way."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.saying import prose
from bot.saying.runs import Line
from bot.saying.sources import Source


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; it may be parted between its lines, which run on."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """A paragraph that somebody else said."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Prose:
    """Text that is not ours, as it was read; `language` is a code."""

    parts: tuple[prose.Part, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Points:
    """A list with bullets."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """A heading."""

    text: str


@dataclass(frozen=True, slots=True)
class Small:
    """A line in small print; what it tells stands side by side."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Divider:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Sources:
    """On what an answer rests, under a title; `lines` tell it, one for each of `sources`."""

    title: str
    sources: tuple[Source, ...]
    lines: tuple[Line, ...]


class Style(StrEnum):
    """How much a button asks to be pressed."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Sure:
    """What a button asks first."""

    title: str
    text: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button: pressed, it tells us its action and value; one that `opens` opens a form."""

    text: str
    action: str
    value: str
    style: Style = Style.PLAIN
    sure: Sure | None = None
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen; `more` explains it."""

    text: str
    value: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A button that first unfolds, and then opens a form about the chosen option's value."""

    action: str
    placeholder: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Buttons:
    """Buttons in a row, or several rows; none where there are none."""

    of: tuple[Button | Menu, ...]


@dataclass(frozen=True, slots=True)
class Feedback:
    """Asks whether the answer of exchange `about` was any good; each side has a spoken label."""

    about: str
    helpful: str
    helpful_label: str
    not_helpful: str
    not_helpful_label: str


Part = Text | Quote | Prose | Points | Header | Small | Divider | Sources | Buttons | Feedback


@dataclass(frozen=True, slots=True)
class Said:
    """A message, or several where a service cannot hold it in one.

    `notice` is what a notification shows of it, one line; `rest` is that of a message in which
    another goes on, the same where it is empty. The parts of `tail` stay together, below all
    others. `is_answer` tells that a machine has put it together.
    """

    notice: str
    body: tuple[Part, ...]
    tail: tuple[Part, ...] = ()
    rest: str = ""
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class TextField:
    """Takes some lines of text."""

    name: str
    label: str
    hint: str = ""
    value: str = ""
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """Takes one of some options; where they are few, all of them are in sight."""

    name: str
    label: str
    options: tuple[Option, ...]
    is_unfolded: bool = False


@dataclass(frozen=True, slots=True)
class CheckField:
    """Takes yes or no: a list that holds the option's value, or nothing."""

    name: str
    label: str
    option: Option


@dataclass(frozen=True, slots=True)
class PersonField:
    """Takes somebody: their id as a user of the service."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class DayField:
    """Takes a day, written as in "2026-09-03"."""

    name: str
    label: str
    value: date
    hint: str = ""


Field = TextField | ChoiceField | CheckField | PersonField | DayField


@dataclass(frozen=True, slots=True)
class Form:
    """A dialog; `about` is the id of what it is about, and comes back with what was filled in.

    `send` is the label of the button that does so; None where there is nothing to send.
    """

    name: str
    about: str
    title: str
    body: tuple[Part | Field, ...]
    close: str
    send: str | None = None


def buttons(*several: Button | Menu | None) -> tuple[Buttons, ...]:
    """Put buttons in a row; no row where there are none."""
    there = tuple(one for one in several if one is not None)
    return (Buttons(there),) if there else ()


def text(*lines: Line) -> tuple[Text, ...]:
    """Make a paragraph of lines that run on; none where nothing is in them."""
    there = tuple(line for line in lines if line)
    return (Text(there),) if there else ()
