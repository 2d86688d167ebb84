"""Who helps where no policy does, and what is said first on topics that need a person?"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.answering.sensitive import Topic

Texts = dict[str, str]
"""A text by the code of its language."""


class ContactsError(ValueError):
    """A file of contacts cannot be used; says which and why."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Records(_Part):
    """The system of records, where people find their own balance, payslip and bookings."""

    name: str
    url: str = Field(pattern=r"^https?://")


class _File(_Part):
    """A file of contacts; `first` is what is said before anything else, by topic."""

    hr: Texts = {}
    records: Records | None = None
    first: dict[Topic, Texts] = {}


@dataclass(frozen=True, slots=True)
class Contacts:
    """What operators say, and what holds where they say nothing."""

    theirs: _File
    defaults: _File

    @property
    def records(self) -> Records | None:
        """The system of records, where one is set."""
        return self.theirs.records

    def hr(self, language: str) -> str:
        """How HR is reached."""
        return _told(self.theirs.hr, self.defaults.hr, language)

    def first(self, topic: Topic | None, language: str) -> str:
        """What is said before any answer, on a topic that needs a person; nothing on others."""
        if topic is None:
            return ""
        theirs = self.theirs.first.get(topic, {})
        text = _told(theirs, self.defaults.first[topic], language)
        return text.replace("{hr}", self.hr(language))


def read_contacts(file: Path | None) -> Contacts:
    """Read the operators' file, if there is one; raises `ContactsError` where it cannot be used."""
    return DEFAULTS if file is None else Contacts(_read(file), DEFAULTS.defaults)


def _read(file: Path) -> _File:
    try:
        return _File.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise ContactsError(f"The contacts {file} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors()
        )
        raise ContactsError(f"The contacts {file} cannot be used. {wrong}.") from error
    except ValueError as error:  # not UTF-8, or not TOML
        raise ContactsError(f"The contacts {file} cannot be used. {error}.") from error


def _told(theirs: Mapping[str, str], defaults: Mapping[str, str], language: str) -> str:
    """Take the operators' text: in another language, a right contact is better than none."""
    told = theirs.get(language) or next(iter(theirs.values()), "")
    return told or defaults.get(language) or defaults["en"]


DEFAULTS = Contacts(_File(), _read(Path(__file__).with_suffix(".toml")))
"""What is said where operators say nothing; it names nobody."""
