"""What does Teams wait for? A form in place of a card, the card again, what a search finds.

Nothing hangs on any of it: what is more than an answer was kept before, and is worked on later.
"""

from datetime import date

from bot.chat.events import Asked, Pressed, Submitted
from bot.chat.first_signs import FirstSigns
from bot.chat.ports import Service
from bot.chat.replies import locale
from bot.chat.searching import Searching
from bot.chat.wiring import Chat
from bot.posted import Json
from bot.saying import notes
from bot.saying.words import words
from bot.surfaces.teams.conversations import Conversations
from bot.surfaces.teams.drawing.forms import form_card, opener
from bot.surfaces.teams.drawing.hits import hit
from bot.surfaces.teams.drawing.messages import card
from bot.surfaces.teams.events import Acted, Happened, Invoke, Invoked
from bot.surfaces.teams.invokes import Answer, Found, Nothing, Replaced, Told
from bot.surfaces.teams.manifest import QUERY
from bot.surfaces.teams.understanding import acted_on, is_command


class Prompting:
    """Answers what Teams waits for."""

    def __init__(
        self, service: Service, chat: Chat, searching: Searching, conversations: Conversations
    ) -> None:
        self._service = service
        self._chat = chat
        self._searching = searching
        self._conversations = conversations
        self._first_signs = FirstSigns(service)

    async def note(self, activity: Json) -> None:
        """Note where something happened, and who did it: it may be the first that is heard."""
        await self._conversations.note(activity)

    async def received(self, activity: Json, happened: Happened) -> None:
        """Show whoever asks in private that it is being worked on."""
        match happened.what:
            case Asked(is_direct=True) as asked if not is_command(asked):
                await self._conversations.note(activity)
                await self._first_signs.show(asked)
            case _:
                pass

    async def objections(self, happened: Happened) -> Answer | None:
        """Say what is wrong with what was filled in, where that can be told at once."""
        if not isinstance(happened.what, Acted):
            return None
        match acted_on(happened, happened.what):
            case Submitted() as submitted:
                wrong = await self._chat.dialogs.objections(submitted)
                return Told(" ".join(wrong.values())) if wrong else None
            case _:
                return None

    async def answer(self, happened: Happened) -> Answer:
        """Answer what was pressed, searched or asked about."""
        match happened.what:
            case Acted() as acted:
                return await self._acted(happened, acted)
            case Invoked(kind=Invoke.SEARCHED) as invoked:
                return await self._found(happened, str(invoked.data.get(QUERY) or ""))
            case Invoked(kind=Invoke.EXTENSION_WANTED, about=about):
                said = words(await self._language(happened)).note
                return Told(said.command_taken if about and about.text else said.nothing_to_ask)
            case Invoked(kind=Invoke.RATED):
                return Nothing()
            case _:
                return Told(notes.gone(await self._language(happened)).notice)

    async def _acted(self, happened: Happened, acted: Acted) -> Answer:
        """Open a form; where one was closed or sent, show again what it stood in place of."""
        language = await self._language(happened)
        pressed = acted_on(happened, acted)
        if isinstance(pressed, Pressed):
            if pressed.action == "answer_privately":
                return Told(words(language).note.command_taken)
            form = await self._chat.dialogs.form(pressed)
            by = opener({"opener": pressed.action, "value": pressed.value})
            return Nothing() if form is None else Replaced(form_card(form, language, by))
        by = opener(acted.values)
        place, user = happened.where.place, happened.sender.user
        before = Pressed(place, acted.message, user, by.action, by.value)
        said = await self._chat.behind.said(before)
        gone = notes.gone(language)
        return Replaced(card(said or gone, language))

    async def _found(self, happened: Happened, query: str) -> Answer:
        language = await self._language(happened)
        if not query.strip():
            return Found(())
        found = await self._searching.found(query, happened.sender.user)
        if not found:
            return Told(words(language).note.nothing_found)
        today = date.today()  # noqa: DTZ011  # the day of whoever reads, as far as it is known
        return Found(tuple(hit(source, language, today) for source in found))

    async def _language(self, happened: Happened) -> str:
        return locale(await self._service.roster.account(happened.sender.user))
