"""How does something get into a conversation of Teams, or become known of one?"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

import structlog

from bot.surfaces.teams.connector import (
    Before,
    Connector,
    OutcomeUnknownError,
    Request,
    TeamsRefusedError,
    TeamsUnavailableError,
)
from bot.surfaces.teams.messages import Outgoing, written
from bot.surfaces.teams.references import Kind, Reference

log = structlog.get_logger()

_PAGE = 500  # members of a page: as many as Teams gives
_MOST_PAGES = 200
_TYPING = 3.0  # seconds that are worth it


@dataclass(frozen=True, slots=True)
class Member:
    """What the service says of somebody in a conversation; what it does not say is None.

    `object_id` is the id in the directory of `tenant`, in small letters like that; `role` is
    "user", "guest" or "anonymous".
    """

    user: str
    object_id: str | None
    name: str
    email: str | None
    principal_name: str | None
    tenant: str | None
    role: str | None


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel as its team lists it; its first one has no name there, and not all tell a type."""

    id: str
    name: str
    type: str


class Transport:
    """Sends, changes and takes back messages, and asks who is there.

    All of it raises `TeamsRefusedError` where Teams says no for good (403: the bot was removed or
    blocked; 413: it is too large), and `TeamsUnavailableError` where it may be tried again;
    `OutcomeUnknownError` among them where a message may stand there already.
    """

    def __init__(self, connector: Connector) -> None:
        self._connector = connector

    async def send(self, place: Reference, message: Outgoing) -> str:
        """Send a message, and return its id; in a channel's thread it is a reply."""
        return named(await self._post(place, written(message)))

    async def update(
        self,
        place: Reference,
        message_id: str,
        message: Outgoing,
        *,
        before: Before | None = None,
    ) -> None:
        """Let a message of ours say something else; `before` is awaited before each try."""
        activity = self._addressed(place, written(message)) | {"id": message_id}
        path = ("conversations", place.conversation, "activities", message_id)
        request = Request("PUT", place.service_url, path, body=activity, before=before)
        await self._connector.asked(request)

    async def delete(self, place: Reference, message_id: str) -> bool:
        """Take back a message of ours; False where it is gone already."""
        path = ("conversations", place.conversation, "activities", message_id)
        try:
            await self._connector.asked(Request("DELETE", place.service_url, path))
        except TeamsRefusedError as error:
            if error.status != HTTPStatus.NOT_FOUND:
                raise
            return False
        return True

    async def typing(self, place: Reference) -> None:
        """Say that something is being written; worth nothing by itself, it never fails."""
        try:
            async with asyncio.timeout(_TYPING):
                await self._attempt(place, {"type": "typing"})
        except (TeamsRefusedError, TeamsUnavailableError, TimeoutError) as error:
            log.info("typing not shown", reason=type(error).__name__)

    async def begin_stream(self, place: Reference, words: str) -> str:
        """Begin a message in a personal chat that is to come, and return the id it will have.

        Until it is finished it tells something else. It is tried once.
        """
        note = {"type": "typing", "text": words}
        return named(await self._attempt(place, _streamed(note, "informative", notes=1)))

    async def inform(self, place: Reference, stream: str, words: str, notes: int) -> None:
        """Tell something else in a stream, its note of this number; tried once."""
        note = {"type": "typing", "text": words}
        await self._attempt(place, _streamed(note, "informative", stream, notes))

    async def finish_stream(
        self, place: Reference, stream: str, message: Outgoing, *, before: Before | None = None
    ) -> None:
        """Put the message in place of what was told: it has the stream's id.

        Refused once that was done, or when it is too late. `before` is awaited before each try.
        """
        activity = _streamed(written(message), "final", stream)
        request = replace(self._posting(place, activity), before=before)
        await self._connector.once(request)

    async def create_conversation(self, known: Reference, user: str) -> Reference:
        """Find or begin the personal chat with somebody who is known from another conversation.

        `TeamsRefusedError` where the bot is not installed for them.
        """
        tenant = {"id": known.tenant}
        body = {
            "isGroup": False,
            "bot": {"id": known.bot},
            "members": [{"id": user}],
            "tenantId": known.tenant,
            "channelData": {"tenant": tenant},
        }
        request = Request("POST", known.service_url, ("conversations",), body=body)
        told = await self._connector.asked(request)  # it is the same chat each time
        return Reference(
            tenant=known.tenant,
            conversation=named(_told(told, "id")),
            kind=Kind.PERSONAL,
            service_url=str(told.get("serviceUrl") or known.service_url),
            bot=known.bot,
        )

    async def member(self, place: Reference, user: str) -> Member | None:
        """Ask who somebody is; None where they are not in the conversation."""
        path = ("conversations", place.channel, "members", user)
        try:
            return _member(await self._connector.asked(Request("GET", place.service_url, path)))
        except TeamsRefusedError as error:
            if error.status != HTTPStatus.NOT_FOUND:
                raise
            return None

    async def members(self, place: Reference) -> AsyncIterator[Member]:
        """Ask who reads a conversation, page by page."""
        path, query = ("conversations", place.channel, "pagedmembers"), {"pageSize": str(_PAGE)}
        for _ in range(_MOST_PAGES):
            told = await self._connector.asked(Request("GET", place.service_url, path, query))
            for one in told.get("members") or ():
                yield _member(one)
            following = told.get("continuationToken")
            if not following:
                return
            query["continuationToken"] = str(following)
        raise TeamsUnavailableError("Teams does not come to an end of who is there.")

    async def channels(self, place: Reference) -> tuple[Channel, ...]:
        """Ask which channels there are in the team of a place: those that the bot is told of."""
        path = ("teams", place.team, "conversations")
        told = await self._connector.asked(Request("GET", place.service_url, path))
        return tuple(
            Channel(_told(one, "id") or "", _told(one, "name") or "", _told(one, "type") or "")
            for one in told.get("conversations") or ()
        )

    async def _post(self, place: Reference, activity: Mapping[str, Any]) -> str | None:
        return _told(await self._connector.once(self._posting(place, activity)), "id")

    async def _attempt(self, place: Reference, activity: Mapping[str, Any]) -> str | None:
        return _told(await self._connector.attempted(self._posting(place, activity)), "id")

    def _posting(self, place: Reference, activity: Mapping[str, Any]) -> Request:
        path = ("conversations", place.conversation, "activities")
        return Request("POST", place.service_url, path, body=self._addressed(place, activity))

    def _addressed(self, place: Reference, activity: Mapping[str, Any]) -> dict[str, Any]:
        """Say for which conversation an activity is, as the service wants it said."""
        conversation = {
            "id": place.conversation,
            "conversationType": place.kind,
            "tenantId": place.tenant,
        }
        return {**activity, "from": {"id": place.bot}, "conversation": conversation}


def _streamed(
    activity: Mapping[str, Any], kind: str, stream: str | None = None, notes: int | None = None
) -> dict[str, Any]:
    """Make an activity a part of a stream: of a new one, or of one that was begun."""
    told = {"streamType": kind, "streamId": stream, "streamSequence": notes}
    info = {"type": "streaminfo"} | {name: value for name, value in told.items() if value}
    return {**activity, "entities": [info, *activity.get("entities", ())]}


def named(told: str | None) -> str:
    """Take the name of something new; `OutcomeUnknownError` where none was told."""
    if told is None:
        raise OutcomeUnknownError("Teams did not tell what is new to it by name.")
    return told


def _member(told: Mapping[str, Any]) -> Member:
    object_id = _told(told, "aadObjectId") or _told(told, "objectId")
    tenant = _told(told, "tenantId")
    return Member(
        user=_told(told, "id") or "",
        object_id=object_id and object_id.casefold(),
        name=_told(told, "name") or "",
        email=_told(told, "email"),
        principal_name=_told(told, "userPrincipalName"),
        tenant=tenant and tenant.casefold(),
        role=_told(told, "userRole"),
    )


def _told(told: Mapping[str, Any], name: str) -> str | None:
    value = told.get(name)
    return value if isinstance(value, str) and value else None
