"""What does whoever asks in private see at once, however many asked before? That it is worked on.

Nothing hangs on it: the question is kept, and says so itself when its turn comes.
"""

import asyncio

from bot.chat.events import Asked
from bot.chat.ports import Service
from bot.chat.replies import locale
from bot.saying import notes

_AT_ONCE = 8  # states that are shown: the others wait


class FirstSigns:
    """Shows that questions came."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._showing = asyncio.Semaphore(_AT_ONCE)

    async def show(self, asked: Asked) -> None:
        """Show that it is being worked on; and no longer, where the reply was faster than that."""
        async with self._showing:
            account = await self._service.roster.account(asked.user)
            words = self._service.status(notes.Stage.SEARCHING, locale(account))
            await self._service.poster.status(asked.place, words)
            if await self._service.poster.stands(asked.subject):
                await self._service.poster.status(asked.place, "")
