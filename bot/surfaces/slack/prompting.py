"""What has to happen within Slack's three seconds? A dialog opens, a command gets its first words.

Whoever asks in private sees at once that it is being worked on, however many asked before. Nothing
hangs on any of it: a dialog that did not open is opened by another click.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.dialogs import Dialogs
from bot.chat.events import Asked, Commanded, Pressed, Submitted
from bot.chat.first_signs import FirstSigns
from bot.chat.handling import PRIVACY
from bot.chat.ports import Service
from bot.chat.replies import locale
from bot.saying.words import words as words_of
from bot.surfaces.slack.calling import SlackUnavailableError, once
from bot.surfaces.slack.drawing.views import modal
from bot.surfaces.slack.events import read

_WORDING = 0.4  # seconds to find out a language


class Prompting:
    """Opens dialogs, and says first words."""

    def __init__(
        self, client: AsyncWebClient, bot: str, service: Service, dialogs: Dialogs
    ) -> None:
        self._client = client
        self._bot = bot
        self._service = service
        self._dialogs = dialogs
        self._first_signs = FirstSigns(service)

    async def opens(self, payload: Mapping[str, object]) -> None:
        """Open the dialog that a click asks for, if it asks for one; show that a question came."""
        match read(payload, self._bot):
            case Pressed() as pressed:
                await self._open(pressed, str(payload["trigger_id"]))
            case Asked(is_direct=True) as asked:
                await self._first_signs.show(asked)
            case _:
                pass

    async def objections(self, payload: Mapping[str, object]) -> dict[str, str]:
        """Say what is wrong with what was filled in, where that can be told at once."""
        match read(payload, self._bot):
            case Submitted() as submitted:
                return await self._dialogs.objections(submitted)
            case _:
                return {}

    async def commanded(self, payload: Mapping[str, object]) -> str:
        """Word what whoever typed a command sees at once."""
        command = read(payload, self._bot)
        if not isinstance(command, Commanded):
            return ""
        language = ""
        with suppress(TimeoutError, SlackUnavailableError):
            async with asyncio.timeout(_WORDING):
                language = locale(await self._service.roster.account(command.user))
        text, said = command.text.casefold(), words_of(language).note
        if text in PRIVACY:
            return said.command_privacy
        return said.command_taken if text else said.command_help

    async def _open(self, pressed: Pressed, trigger: str) -> None:
        form = await self._dialogs.form(pressed)
        if form is not None:
            view = modal(form)
            await once("views.open", lambda: self._client.views_open(trigger_id=trigger, view=view))
