"""Who will see the reply? What all of them may read is what may be used."""

from dataclasses import dataclass

from bot.conversation import Message, Refusal
from bot.identity import Identity, UnknownPersonError
from retrieval.access import EVERYONE, NOBODY, Principal, Reader

_ORGANISATION = "organisation:"


@dataclass(frozen=True, slots=True)
class Readers:
    """As whom a message is answered, or why it is not.

    `alone` is the asker, were nobody else to read the reply.
    """

    together: Reader
    alone: Reader
    refused: Refusal | None = None


class Audience:
    """Turns a message into the reader that stands for everybody who will see the reply."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity

    async def readers(self, message: Message) -> Readers:
        """Name what the reply may rest on; nothing for an asker who is refused or not known.

        In private the asker's own principals; before others only what is open to everyone, or what
        each of the members may read where they are all named. An organisation is not claimed by
        the message's text: the surface sets it, and it only adds the one principal without which
        that organisation's pages stay shut.
        """
        if message.refused is not None:
            return Readers(NOBODY, NOBODY, message.refused)
        try:
            alone = await self._principals(message.asker, message.organisation)
            if message.private:
                return Readers(Reader(alone), Reader(alone))
            if not message.members:
                open_to_all = frozenset({EVERYONE}) | _only(message.organisation)
                return Readers(Reader(open_to_all), Reader(alone))
            others = [await self._principals(m, message.organisation) for m in message.members]
            return Readers(Reader(alone, frozenset(others) - {alone}), Reader(alone))
        except UnknownPersonError as error:
            return Readers(NOBODY, NOBODY, error.refusal)

    async def _principals(self, email: str, organisation: str | None) -> frozenset[Principal]:
        return (await self._identity.employee(email)).principals | _only(organisation)


def _only(organisation: str | None) -> frozenset[Principal]:
    return (
        frozenset()
        if organisation is None
        else frozenset({Principal(_ORGANISATION + organisation)})
    )
