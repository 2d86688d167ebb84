"""How is a text, a list or an option measured, and how is said what is wrong with it?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ID_LENGTH = 255


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong, and where: a JSON pointer."""

    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.what} [json-pointer:{self.where}]"


def text(value: object, most: int, at: str, *, least: int = 1) -> Iterator[Wrong]:
    if value is None:
        return
    if not isinstance(value, str):
        yield Wrong("must be a string", at)
    elif len(value) > most:
        yield Wrong(f"must be less than {most + 1} characters", at)
    elif len(value) < least:
        yield Wrong(f"must be more than {least - 1} characters", at)


def words(value: object, most: int, at: str) -> Iterator[Wrong]:
    """Check a text object, plain or marked up."""
    if not isinstance(value, dict) or value.get("type") not in {"plain_text", "mrkdwn"}:
        yield Wrong("must be a text object", at)
        return
    if not isinstance(value.get("text"), str):
        yield Wrong("missing required field: text", at)
    yield from text(value.get("text"), most, f"{at}/text")
    if value["type"] == "mrkdwn" and "emoji" in value:
        yield Wrong("emoji is only allowed in plain_text", f"{at}/emoji")


def label(value: object, most: int, at: str) -> Iterator[Wrong]:
    """Check a text object that must be plain."""
    yield from words(value, most, at)
    if isinstance(value, dict) and value.get("type") == "mrkdwn":
        yield Wrong("must be plain_text", f"{at}/type")


def count(value: object, most: int, at: str, *, least: int = 1) -> Iterator[Wrong]:
    if not isinstance(value, list):
        yield Wrong("must be an array", at)
    elif len(value) > most:
        yield Wrong(f"no more than {most} items allowed", at)
    elif len(value) < least:
        yield Wrong(f"no fewer than {least} items allowed", at)


def items(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
