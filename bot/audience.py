"""Who will see the reply? What all of them may read is what may be used."""

from bot.conversation import Message
from bot.identity import Identity
from retrieval.access import EVERYONE, Principal, Reader

_ORGANISATION = "organisation:"


class Audience:
    """Turns a message into the reader that stands for everybody who will see the reply."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity

    async def reader(self, message: Message) -> Reader:
        """Name what the reply may rest on.

        In private the asker's own principals; before others only what is open to everyone. An
        organisation is not claimed by the message's text: the surface sets it, and it only adds
        the one principal without which that organisation's pages stay shut. Raises
        `UnknownPersonError` for an asker whom nobody knows, in a channel too.
        """
        employee = await self._identity.employee(message.asker)
        principals = employee.principals if message.private else frozenset({EVERYONE})
        if message.organisation is not None:
            principals |= {Principal(_ORGANISATION + message.organisation)}
        return Reader(principals)
