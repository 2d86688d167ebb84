"""What is an event of Teams known by, and on whose turn is it? Not kept is what nobody needs later.

Teams sends an activity again after 15 seconds without an answer, up to four times in all. A press
may come again under another id and with another moment: it is known by what was pressed, with what
in it, by whom, within a minute.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from bot.posted import MalformedError
from bot.surfaces.teams.events import (
    Asked,
    Deleted,
    Edited,
    Event,
    Invoke,
    Invoked,
    Pressed,
)
from bot.surfaces.teams.reading import read
from bot.surfaces.teams.references import Reference
from storage.inbox import Arrival
from storage.moments import now

SURFACE = "teams"
WORKED_ON = frozenset({Invoke.FORM_SUBMITTED, Invoke.RATED, Invoke.EXTENSION_SUBMITTED})
"""What is invoked and has more to it than its answer."""

_WINDOW = 120.0  # seconds: two windows, half of it apart, so that any minute is within one of them
_LONGEST = 300  # characters of an id

Activity = Mapping[str, Any]


def understood(activity: Activity) -> Event | None:
    """Read an activity; raises `MalformedError` for what Teams would not send."""
    try:
        return read(activity)
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedError(f"It lacks something, or has it wrong: {error!r:.80}") from error


def arrival(activity: Activity, event: Event | None) -> Arrival | None:
    """Make an arrival of an activity and what it was read as; None where nothing is left to do.

    Raises `MalformedError`.
    """
    match event:
        case None:
            return None
        case Asked() if not (event.is_addressed or event.is_reply):
            return None
        case Invoked() if event.kind not in WORKED_ON:
            return None
        case _:
            return _made(activity, event)


def _made(activity: Activity, event: Event) -> Arrival:
    place = event.now.place if isinstance(event, Edited) else event.place
    event_id, subject = _keys(activity, event, place)
    lane = "/".join((SURFACE, *map(_part, (place.tenant, place.channel, place.root or ""))))
    try:
        return Arrival(SURFACE, event_id, lane, dict(activity), subject)
    except (TypeError, ValueError) as error:
        raise MalformedError(str(error)) from error


def _keys(activity: Activity, event: Event, place: Reference) -> tuple[str, str | None]:
    match event:
        case Asked():
            return _named(place, event.id), None
        case Edited():
            return f"{_named(place, event.now.id)}#edited:{_stamp(activity)}", None
        case Deleted():
            return f"{_named(place, event.id)}#deleted:{_stamp(activity)}", None
        case Pressed():
            return _pressed(activity, event, [event.action, event.values])
        case Invoked() if event.kind is not Invoke.RATED:
            return _pressed(activity, event, [event.kind, event.command, event.data])
        case _:
            told = activity.get("id")
            return _named(
                place, told if isinstance(told, str) and told else _digest(activity)
            ), None


def _named(place: Reference, message: str) -> str:
    if not message:
        raise MalformedError("It has no id.")
    return "/".join(map(_part, (place.tenant, place.channel, message)))


def _pressed(activity: Activity, event: Pressed | Invoked, what: object) -> tuple[str, str]:
    """Name a press by two windows of time: within half of one, two presses share either."""
    digest = _digest([event.sender.user, event.message, what])
    at = _moment(activity)
    name = f"{_part(event.place.tenant)}/{_part(event.place.channel)}/{digest}"
    return f"{name}@{at // _WINDOW:.0f}", f"{name}+{(at + _WINDOW / 2) // _WINDOW:.0f}"


def _moment(activity: Activity) -> float:
    try:
        at = datetime.fromisoformat(activity["timestamp"])
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()
    except (KeyError, TypeError, ValueError, OverflowError):
        return now().timestamp()


def _stamp(activity: Activity) -> str:
    """Tell one edit of a message from another: by its moment, and by all that it says."""
    return _digest([activity.get("timestamp"), activity.get("text"), activity.get("channelData")])


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:32]


def _part(told: str) -> str:
    """Write an id as a part of a key: Teams' own have no slash in them, and no spaces."""
    if len(told) > _LONGEST:
        raise MalformedError("An id in it is too long.")
    return quote(told, safe=":@;=")
