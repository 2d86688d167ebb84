"""Where is HR in the chat, and who is of it? The members of its channel, private and internal."""

import structlog

from bot.chat.ports import Place, Service
from bot.chat.replies import locale
from bot.escalation_wording import CaseError
from bot.identity import Account
from bot.saying import hints, notes
from storage.people import People

log = structlog.get_logger()

LANGUAGE = "en"
"""What is read by all of HR has one language; what only one person reads has theirs."""


class HrChannel:
    """HR's channel; `place` is where it is in `service`."""

    def __init__(self, service: Service, place: Place, people: People) -> None:
        self.service = service
        self.place = place
        self._people = people
        self._roster = service.roster
        self._channels = service.channels
        self._poster = service.poster

    async def is_sound(self) -> bool:
        """Tell whether only members, all of the company, read it."""
        is_sound = await self._channels.is_internal_and_private(self.place.channel)
        if not is_sound:
            log.error("hr channel is not private, or cannot be seen", channel=self.place.channel)
        return is_sound

    async def member(self, user: str, place: Place) -> Account | None:
        """Somebody of HR who acts in its channel; None for anybody else, anywhere else.

        Whoever finds a channel that is open to all can join it: then it has no members of HR.
        """
        account = await self._roster.account(user)
        is_there = place.channel == self.place.channel
        if (
            account.refusal is None
            and is_there
            and await self._channels.has(place.channel, user)
            and await self.is_sound()
        ):
            return account
        log.warning("not of hr", user=user, channel=place.channel)
        return None

    async def turn_away(self, user: str, event: str) -> None:
        """Tell somebody in private that what they did is for HR."""
        account = await self._roster.account(user)
        if account.refusal is None:
            place = await self._poster.direct(self.place.team, user)
            await self._poster.show(f"objection:{event}", place, hints.for_hr(locale(account)))

    async def name(self, email: str) -> str:
        """The name of somebody whom a source knows; else the address."""
        names = sorted(await self._people.names(email))
        return names[0] if names else email

    async def sentence(self, error: CaseError, words: str) -> str:
        """Say in somebody's language why something may not be done, with people's names."""
        return error.told(words, await self.name(error.who) if error.who else "")

    async def object(self, user: str, error: CaseError, event: str) -> None:
        """Tell whoever did something, and nobody else, why it may not be done."""
        account = await self._roster.account(user)
        note = notes.note(await self.sentence(error, locale(account)))
        await self._poster.whisper(f"objection:{event}", self.place, user, note)
