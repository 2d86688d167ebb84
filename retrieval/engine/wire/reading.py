"""Reading JSON that must be understood whole."""

from typing import Any
from uuid import UUID

Fields = dict[str, Any]
PointId = int | UUID | str

_LARGEST_ID = 2**64 - 1


class RefusedError(Exception):
    """A request that cannot be served as it stands; `status` is the HTTP status to say so with."""

    def __init__(self, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.status = status


def fields(value: object, what: str, *known: str) -> Fields:
    """Take an object all of whose keys are known; a key that is null counts as absent."""
    if not isinstance(value, dict):
        raise RefusedError(f"Format error in JSON body: expected {what} to be an object")
    unknown = value.keys() - set(known)
    if unknown:
        names = ", ".join(f"`{name}`" for name in sorted(unknown))
        raise RefusedError(f"Not supported by the embedded engine: {names} in {what}")
    return {key: held for key, held in value.items() if held is not None}


def required(given: Fields, key: str, what: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Take a field that may not be absent."""
    if key not in given:
        raise RefusedError(f"Format error in JSON body: missing field `{key}` in {what}")
    return given[key]


def listed(value: object, what: str) -> list[Any]:
    """Take a list."""
    if not isinstance(value, list):
        raise RefusedError(f"Format error in JSON body: expected {what} to be a list")
    return value


def one_or_many(value: object, what: str) -> list[Any]:
    """Take a list, or an object that stands for a list of one."""
    return [value] if isinstance(value, dict) else listed(value, what)


def text(value: object, what: str) -> str:
    """Take a string."""
    if not isinstance(value, str):
        raise RefusedError(f"Format error in JSON body: expected {what} to be a string")
    return value


def texts(value: object, what: str) -> list[str]:
    """Take a list of strings."""
    return [text(item, what) for item in listed(value, what)]


def flag(value: object, what: str) -> bool:
    """Take true or false."""
    if not isinstance(value, bool):
        raise RefusedError(f"Format error in JSON body: expected {what} to be true or false")
    return value


def whole(value: object, what: str, *, least: int = 0) -> int:
    """Take a whole number that is not below the least."""
    if type(value) is not int or value < least:
        raise RefusedError(
            f"Format error in JSON body: expected {what} to be a whole number, at least {least}"
        )
    return value


def number(value: object, what: str) -> float:
    """Take a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RefusedError(f"Format error in JSON body: expected {what} to be a number")
    return float(value)


def point_id(value: object) -> PointId:
    """Take the id of a point: a whole number of 64 bits or a UUID."""
    if type(value) is int and 0 <= value <= _LARGEST_ID:
        return value
    if isinstance(value, str):
        try:
            return UUID(value)
        except ValueError:
            pass
    raise RefusedError(
        f"Format error in JSON body: value {value!r:.60} is not a valid point ID, "
        "valid values are either an unsigned integer or a UUID"
    )


def point_ids(value: object) -> list[PointId]:
    """Take the ids of points."""
    return [point_id(item) for item in listed(value, "points")]
