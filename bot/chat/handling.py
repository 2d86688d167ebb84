"""What is done about an event? Each kind has its way; done again, it changes nothing."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog

from bot.chat.asking import Asking
from bot.chat.casework import Casework
from bot.chat.events import (
    Asked,
    ChannelChanged,
    Commanded,
    Deleted,
    Edited,
    Event,
    HomeOpened,
    PersonChanged,
    Pointed,
    Pressed,
    Submitted,
)
from bot.chat.own_data import OwnData
from bot.chat.ports import RefusedError, Service
from bot.chat.replies import locale
from bot.faults import fault
from bot.feedback import Feedback
from bot.saying import notes
from storage.inbox import Claimed

log = structlog.get_logger()

PRIVACY = frozenset({"privacy", "privacidad"})


Read = Callable[[Mapping[str, Any]], Awaitable[Event | None]]
"""Reads what a service sent; KeyError, TypeError or ValueError for what it would not send."""


class Handler:
    """Works on what the intake hands over."""

    def __init__(  # noqa: PLR0913  # every way that there is
        self,
        read: Read,
        asking: Asking,
        casework: Casework | None,
        own_data: OwnData,
        feedback: Feedback,
        service: Service,
        *,
        hr: Callable[[str], str],
    ) -> None:
        self._read_as = read
        self._asking = asking
        self._casework = casework
        self._is_hrs = casework is not None and casework.channel_in(service) is not None
        self._own_data = own_data
        self._feedback = feedback
        self._service = service
        self._poster = service.poster
        self._hr = hr

    async def handle(self, claimed: Claimed) -> None:
        """Do what an event asks for; raising means that it is to be tried again.

        Where nothing at all may be said, trying again changes nothing.
        """
        try:
            await self._do(await self._read(claimed), f"{self._service.surface}/{claimed.event_id}")
        except RefusedError as error:
            if not error.is_closed:
                raise
            log.warning("nothing can be said there", id=claimed.id, reason=error.code)

    async def _do(self, event: Event | None, key: str) -> None:
        match event:
            case Asked() | Edited() | Deleted() | Commanded() | Pointed():
                await self._said(event, key)
            case Pressed():
                await self._pressed(event, key)
            case Submitted(dialog=dialog):
                once = f"{self._service.surface}/view/{dialog}" if dialog else key
                await self._submitted(event, once)
            case HomeOpened():
                await self._own_data.home(event, key)
            case PersonChanged(user):
                await self._service.roster.forget(user)
            case ChannelChanged(channel):
                await self._service.channels.forget(channel)
            case None:
                pass

    async def apologise(self, claimed: Claimed, reference: str) -> None:
        """Say that something went wrong, where the answer would have stood, or in private."""
        event = await self._read(claimed)
        match event:
            case Asked() if event.is_addressed:
                await self._apologise_at(event, reference)
            case Edited():
                await self._apologise_at(event.now, reference)
            case Commanded() | Pointed() | Pressed():
                await self._apologise_in_private(claimed, event.user, event.place.team, reference)
            case Submitted():
                await self._apologise_in_private(claimed, event.user, event.team, reference)
            case _:
                pass  # nobody waits

    async def _read(self, claimed: Claimed) -> Event | None:
        try:
            return await self._read_as(claimed.body)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            surface = self._service.surface
            log.error("event not understood", surface=surface, id=claimed.id, **fault(error))  # noqa: TRY400  # see `fault`
            return None

    async def _said(self, event: Asked | Edited | Deleted | Commanded | Pointed, key: str) -> None:
        match event:
            case Asked():
                await self._asking.asked(event, key)
            case Edited():
                await self._asking.edited(event, key)
            case Deleted():
                await self._asking.deleted(event)
            case Commanded() if event.text.casefold() in PRIVACY:
                await self._own_data.tell(event.user, event.place.team, key)
            case Commanded():
                if event.text:  # else help was said at once
                    await self._asking.commanded(event, key)
            case Pointed():
                await self._asking.pointed(event, key)

    async def _pressed(self, pressed: Pressed, key: str) -> None:
        match pressed.action.split("_"):
            case ["answer", "privately"]:
                await self._asking.answered_privately(pressed, key)
            case ["choose", *_]:
                await self._asking.chosen(pressed, key)
            case ["feedback"]:
                await self._rated(pressed, key)
            case ["privacy", "export"]:
                await self._own_data.export(pressed.user, pressed.place.team, key)
            case ["case", "answer"]:
                pass  # the employee's: a dialog was opened at once
            case ["case" | "verified", *_] if self._casework is not None and self._is_hrs:
                await self._casework.pressed(pressed, key)
            case _:
                pass  # a dialog was opened at once

    async def _submitted(self, submitted: Submitted, key: str) -> None:
        match submitted.form:
            case "share":
                await self._asking.shared(submitted, key)
            case "feedback_reason":
                account = await self._service.roster.account(submitted.user)
                reason = submitted.values.get("reason") or ""
                text = f"{reason}\n{submitted.values.get('comment') or ''}".strip()
                # What is wrong with an answer is a thumb down, whichever of the two is kept first
                await self._feedback.rate(submitted.about, account.asker, good=False, key=key)
                await self._feedback.reason(submitted.about, account.asker, text, key=key)
            case "privacy_delete":
                await self._own_data.erase(submitted.user, submitted.team, key)
            case "ask_hr" if self._casework is not None:
                await self._casework.opened(self._service, submitted, key)
            case "case_answer" if self._casework is not None:
                await self._casework.answered(self._service, submitted, key)
            case _:
                if self._casework is not None and self._is_hrs:
                    await self._casework.wrote(submitted, key)

    async def _rated(self, pressed: Pressed, key: str) -> None:
        exchange_id, _, verdict = pressed.value.partition(":")
        account = await self._service.roster.account(pressed.user)
        if account.refusal is None:
            await self._feedback.rate(exchange_id, account.asker, good=verdict == "good", key=key)

    async def _apologise_at(self, asked: Asked, reference: str) -> None:
        """Apologise where it was asked, if nobody but the asker or something of ours is there.

        In a channel of which nothing is known, outsiders may read.
        """
        words = locale(await self._service.roster.account(asked.user))
        note = notes.apology(reference, words, self._hr(words))
        key, place, user = asked.subject, asked.place, asked.user
        if asked.is_direct or await self._poster.stands(key):
            with suppress(RefusedError):  # where it was asked, nothing can be said
                await self._poster.show(key, place, note)
                return
        direct = await self._poster.direct(place.team, user)
        await self._poster.show(f"{key}!", direct, note)

    async def _apologise_in_private(
        self, claimed: Claimed, user: str, team: str, reference: str
    ) -> None:
        words = locale(await self._service.roster.account(user))
        place = await self._poster.direct(team, user)
        note = notes.apology(reference, words, self._hr(words))
        await self._poster.show(f"apology:{claimed.event_id}", place, note)
