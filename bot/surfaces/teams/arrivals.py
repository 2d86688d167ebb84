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

from bot.chat.events import Asked, Deleted, Edited
from bot.posted import MalformedError
from bot.surfaces.teams.events import Acted, Happened, Invoke, Invoked
from bot.surfaces.teams.reading import read
from bot.surfaces.teams.references import Reference
from storage.inbox import Arrival
from storage.moments import now

SURFACE = "teams"
WORKED_ON = frozenset({Invoke.RATED, Invoke.EXTENSION_WANTED})
"""What is invoked and has more to it than its answer."""

_WINDOW = 120.0  # seconds: two windows, half of it apart, so that any minute is within one of them
_LONGEST = 300  # characters of an id

Activity = Mapping[str, Any]


def understood(activity: Activity) -> Happened | None:
    """Read an activity; raises `MalformedError` for what Teams would not send."""
    try:
        return read(activity)
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedError(f"It lacks something, or has it wrong: {error!r:.80}") from error


def arrival(activity: Activity, happened: Happened | None) -> Arrival | None:
    """Make an arrival of an activity and what it was read as; None where nothing is left to do.

    Raises `MalformedError`.
    """
    match happened:
        case None:
            return None
        case Happened(what=Asked() as asked) if not (asked.is_addressed or asked.is_reply):
            return None
        case Happened(what=Invoked() as invoked) if invoked.kind not in WORKED_ON:
            return None
        case _:
            return _made(activity, happened)


def _made(activity: Activity, happened: Happened) -> Arrival:
    here = happened.where
    event_id, subject = _keys(activity, happened)
    lane = "/".join((SURFACE, *map(_part, (here.tenant, here.channel, here.root or ""))))
    try:
        return Arrival(SURFACE, event_id, lane, dict(activity), subject)
    except (TypeError, ValueError) as error:
        raise MalformedError(str(error)) from error


def _keys(activity: Activity, happened: Happened) -> tuple[str, str | None]:
    here = happened.where
    match happened.what:
        case Asked() as asked:
            return _named(here, asked.message), None
        case Edited(asked):
            return f"{_named(here, asked.message)}#edited:{_stamp(activity)}", None
        case Deleted() as deleted:
            return f"{_named(here, deleted.message)}#deleted:{_stamp(activity)}", None
        case Acted() as acted:
            return _pressed(activity, happened, acted.message, [acted.action, acted.values])
        case Invoked() as invoked if invoked.kind is not Invoke.RATED:
            about = None if invoked.about is None else invoked.about.id
            what = [invoked.kind, invoked.command, invoked.data, about]
            return _pressed(activity, happened, invoked.message, what)
        case _:
            told = activity.get("id")
            name = told if isinstance(told, str) and told else _digest(activity)
            return _named(here, name), None


def _named(here: Reference, message: str) -> str:
    if not message:
        raise MalformedError("It has no id.")
    return "/".join(map(_part, (here.tenant, here.channel, message)))


def _pressed(
    activity: Activity, happened: Happened, message: str | None, what: object
) -> tuple[str, str]:
    """Name a press by two windows of time: within half of one, two presses share either."""
    here = happened.where
    digest = _digest([happened.sender.user, message, what])
    at = _moment(activity)
    name = f"{_part(here.tenant)}/{_part(here.channel)}/{digest}"
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
