"""What if the product took no care? Three ways of that, to see that the judge finds each."""

from collections.abc import Callable
from dataclasses import replace

from bot.answering.extractive import ExtractiveAnswerer
from bot.answering.support import Supported
from bot.answering.support_check import SupportCheck
from bot.answering.understanding import Rules
from bot.app import Application
from bot.assistant import Assistant
from bot.audience import Audience, Readers
from bot.conversation import Message
from bot.identity import Identity
from retrieval.access import EVERYONE, Principal, Reader
from retrieval.embedding import FastEmbedder
from tests.scenarios.runs.leaks.pages import GROUPS

_EVERYTHING = Reader(frozenset({EVERYONE, *(Principal(f"group:{name}") for name in GROUPS)}))


class Unlocked(Audience):
    """Lets everybody read everything."""

    async def readers(self, message: Message) -> Readers:
        readers = await super().readers(message)
        if readers.refused is not None:
            return readers
        return Readers(_EVERYTHING, _EVERYTHING)


class Talkative(Audience):
    """Takes whoever asks for the only one who reads."""

    async def readers(self, message: Message) -> Readers:
        return await super().readers(replace(message, private=True))


class Shortsighted(Audience):
    """Looks at one member of a small channel, and takes the others for the same."""

    async def readers(self, message: Message) -> Readers:
        return await super().readers(replace(message, members=message.members[:1]))


QUICK: tuple[type[Audience], ...] = (Unlocked, Talkative)
"""Those that are found in seconds."""
CARELESS = (*QUICK, Shortsighted)


def careless(audience: type[Audience], model: FastEmbedder) -> Callable[[Application], Application]:
    """Let the product answer before whomever such an audience lets in."""

    def broken(app: Application) -> Application:
        taken_in = audience(Identity(app.stores.people))
        assistant = Assistant(
            taken_in,
            app.library,
            Supported(ExtractiveAnswerer(model), SupportCheck(model)),
            app.exchanges,
            understander=Rules(app.settings.language_codes),
            contacts=app.contacts,
        )
        return replace(app, audience=taken_in, assistant=assistant)

    return broken
