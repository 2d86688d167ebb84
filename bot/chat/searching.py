"""What does somebody find who looks for a policy to show it to others?

They put it where anybody may read along, so that it is what everybody may read.
"""

from collections.abc import Sequence

from bot.answering.quoting import citation
from bot.assistant import Assistant
from bot.chat.ports import Service
from bot.conversation import Message
from bot.saying.sources import Source, numbered

_MOST = 8


class Searching:
    """Searches, on record; who is refused elsewhere finds nothing."""

    def __init__(self, assistant: Assistant, service: Service) -> None:
        self._assistant = assistant
        self._service = service

    async def found(self, query: str, user: str) -> Sequence[Source]:
        """Find the places that fit best, each once."""
        account = await self._service.roster.account(user)
        passages = await self._assistant.search(
            Message(
                query,
                account.asker,
                self._service.surface,
                private=False,
                refused=account.refusal,
            )
        )
        citations = [citation(one, 0, len(one.text)) for one in passages[:_MOST]]
        return numbered(citations, lambda _, cited: cited.url)
