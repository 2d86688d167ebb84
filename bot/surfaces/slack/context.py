"""What was said before in a thread? What people posted there, for everybody in it to read.

It helps to understand a question and is never a source. What the bot said stays out, and so does
what others asked it: of those, the record gives each asker their own.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.conversation import Role, Turn
from bot.surfaces.slack.calling import SlackRefusedError, SlackUnavailableError, asked
from bot.surfaces.slack.events import Place, is_for, unescaped

log = structlog.get_logger()

_MOST = 6
_READ = 200  # messages of a thread
_LONGEST = 1_000  # characters of each


class Context:
    """Reads threads, where the app may read channels at all."""

    def __init__(self, client: AsyncWebClient, bot: str, *, reads_channels: bool) -> None:
        self._client = client
        self._bot = bot
        self._reads_channels = reads_channels

    async def turns(self, place: Place, *, before: str) -> tuple[Turn, ...]:
        """The last things that people said in a thread before a message, oldest first.

        Nothing where they cannot be read: the question then stands for itself.
        """
        if not self._reads_channels or place.root is None:
            return ()
        root = place.root
        try:
            told = await asked(
                "conversations.replies",
                lambda: self._client.conversations_replies(
                    channel=place.channel, ts=root, latest=before, limit=_READ
                ),
            )
        except (SlackRefusedError, SlackUnavailableError) as error:
            log.warning("thread not read", reason=str(error))
            return ()
        return tuple(self._said(told.get("messages", ()), before))[-_MOST:]

    def _said(self, messages: Sequence[Mapping[str, Any]], before: str) -> Iterator[Turn]:
        for message in messages:
            text = str(message.get("text") or "")
            is_of_a_person = message.get("user") and not message.get("bot_id")
            is_earlier = float(message["ts"]) < float(before)
            if is_of_a_person and is_earlier and text and not is_for(text, self._bot):
                yield Turn(Role.USER, unescaped(text, self._bot)[:_LONGEST])
