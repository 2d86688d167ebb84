"""What was said before in a thread? What people posted there, for everybody in it to read.

It helps to understand a question and is never a source. What the bot said stays out, and so does
what others asked it: of those, the record gives each asker their own.
"""

from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import partial
from typing import Any

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.ports import Place
from bot.conversation import Role, Turn
from bot.surfaces.slack.calling import SlackRefusedError, SlackUnavailableError, asked
from bot.surfaces.slack.events import is_for, unescaped

log = structlog.get_logger()

_MOST = 6
_PAGE = 200  # messages of a thread that are read at once
_LONGEST = 1_000  # characters of each


class Context:
    """Reads threads, where the app may read channels at all."""

    def __init__(self, client: AsyncWebClient, bot: str, *, reads_channels: bool) -> None:
        self._client = client
        self._bot = bot
        self._reads_channels = reads_channels

    async def turns(self, place: Place, *, before: str | None = None) -> tuple[Turn, ...]:
        """The last things that people said in a thread, before a message or so far, oldest first.

        Nothing where they cannot be read: the question then stands for itself.
        """
        if not self._reads_channels or place.root is None:
            return ()
        turns = deque[Turn](maxlen=_MOST)
        try:
            async for message in self._messages(place.channel, place.root, before):
                turns.extend(self._said(message))
        except (SlackRefusedError, SlackUnavailableError) as error:
            log.warning("thread not read", reason=str(error))
            return ()
        return tuple(turns)

    async def _messages(
        self, channel: str, root: str, before: str | None
    ) -> AsyncIterator[Mapping[str, Any]]:
        """The messages of a thread before one; Slack begins with the oldest."""
        cursor: str | None = None
        while cursor != "":
            reading = partial(
                self._client.conversations_replies,
                channel=channel,
                ts=root,
                latest=before,
                cursor=cursor,
                limit=_PAGE,
            )
            told = await asked("conversations.replies", reading)
            for message in told.get("messages", ()):
                if before is None or float(message["ts"]) < float(before):
                    yield message
            cursor = (told.get("response_metadata") or {}).get("next_cursor") or ""

    def _said(self, message: Mapping[str, Any]) -> Iterator[Turn]:
        text = str(message.get("text") or "")
        is_of_a_person = message.get("user") and not message.get("bot_id")
        if is_of_a_person and text and not is_for(text, self._bot):
            yield Turn(Role.USER, unescaped(text, self._bot)[:_LONGEST])
