"""How does a message get where it belongs in Slack, once? It is looked for before it is sent again.

Where it is not known whether one was posted, it is looked for by the key in its metadata.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from functools import partial
from typing import Any

import structlog
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.chat.ports import May, Place
from bot.chat.standing import Standing, digest, kept
from bot.saying.parts import Said
from bot.surfaces.slack.calling import (
    Call,
    SlackRefusedError,
    SlackUnavailableError,
    asked,
    once,
)
from bot.surfaces.slack.drawing.blocks import Drawn
from bot.surfaces.slack.drawing.messages import messages
from bot.surfaces.slack.drawing.views import home
from storage.deliveries import Deliveries, Delivery

log = structlog.get_logger()

_EVENT = "policybot_message"
_PAGE = 200  # messages that are looked through at once
_GONE = frozenset(
    {"message_not_found", "cant_update_message", "edit_window_closed", "channel_not_found"}
)
_EPHEMERAL = "ephemeral"  # with which the id of what Slack keeps no trace of begins
_BESIDE = 3.0  # seconds for what is worth nothing by itself


class Poster(Standing[Drawn]):
    """Shows, changes and takes back messages of Slack; one at a time in each channel.

    `reads_channels` tells that the app may read channels, so that a message of doubtful fate can be
    looked for there; in direct messages it always may.
    """

    def __init__(
        self, client: AsyncWebClient, deliveries: Deliveries, *, reads_channels: bool
    ) -> None:
        super().__init__("slack", deliveries)
        self._client = client
        self._reads_channels = reads_channels

    async def whisper(self, key: str, place: Place, user: str, said: Said) -> None:
        """Show a hint or a refusal to one person in a channel, until they reload.

        Nothing that an auditor would look for: Slack keeps no trace of it.
        """
        delivery = await self._deliveries.get(key)
        if delivery is not None and delivery.reference is not None:
            return
        await self._deliveries.begin(key, "slack", kept(place))
        drawn = messages(said)[0]
        told = await once(
            "chat.postEphemeral",
            lambda: self._client.chat_postEphemeral(
                channel=place.channel,
                user=user,
                text=drawn.text,
                blocks=drawn.blocks,
                parse="none",
                link_names=False,
                thread_ts=place.root,
            ),
        )
        await self._deliveries.shown(key, f"{_EPHEMERAL} {told.get('message_ts', '')}", "")

    async def permalink(self, place: Place, message: str) -> str | None:
        """The address of a message; None where it has none any more."""
        try:
            told = await asked(
                "chat.getPermalink",
                lambda: self._client.chat_getPermalink(channel=place.channel, message_ts=message),
            )
        except SlackRefusedError:
            return None
        return str(told["permalink"])

    async def direct(self, team: str, user: str) -> Place:
        """Find the direct messages with somebody."""
        told = await asked(
            "conversations.open", lambda: self._client.conversations_open(users=user)
        )
        match told.get("channel"):
            case {"id": str(id_)} if id_.startswith("D"):
                return Place(team, id_)
            case _:  # nowhere, or where others read
                raise SlackUnavailableError("conversations.open: no direct messages in the answer")

    async def status(self, place: Place, words: str) -> None:
        """Say that a question is being worked on; Slack clears it with the next message."""
        await self._beside(
            "assistant.threads.setStatus",
            lambda: self._client.assistant_threads_setStatus(
                channel_id=place.channel, thread_ts=place.root or "", status=words
            ),
        )

    async def title(self, place: Place, words: str) -> None:
        """Name a conversation in the list of somebody's conversations with the bot."""
        await self._beside(
            "assistant.threads.setTitle",
            lambda: self._client.assistant_threads_setTitle(
                channel_id=place.channel, thread_ts=place.root or "", title=words
            ),
        )

    async def prompts(self, place: Place, prompts: Sequence[tuple[str, str]]) -> None:
        """Offer questions to begin with."""
        offered = [{"title": title, "message": message} for title, message in prompts]
        await self._beside(
            "assistant.threads.setSuggestedPrompts",
            lambda: self._client.assistant_threads_setSuggestedPrompts(
                channel_id=place.channel, prompts=offered
            ),
        )

    async def home(self, key: str, place: Place, user: str, said: Said) -> None:  # noqa: ARG002
        """Show somebody the app's home page."""
        view = home(said)
        await once("views.publish", lambda: self._client.views_publish(user_id=user, view=view))

    async def hand(self, key: str, place: Place, name: str, content: bytes, words: str) -> None:
        """Hand somebody a file, once under a key."""
        begun = await self._deliveries.begin(key, "slack", kept(place))
        if begun.reference is not None:
            return
        await once(
            "files.completeUploadExternal",
            lambda: self._client.files_upload_v2(
                channel=place.channel, filename=name, content=content, initial_comment=words
            ),
        )
        await self._deliveries.shown(key, "file", "")

    async def _beside(self, method: str, call: Call) -> None:
        """Do what is worth nothing by itself: when it fails, the question goes on."""
        try:
            await asyncio.wait_for(once(method, call), timeout=_BESIDE)
        except (SlackRefusedError, SlackUnavailableError, TimeoutError) as error:
            log.info("not shown", method=method, reason=type(error).__name__)

    async def _drawn(self, place: Place, said: Said) -> Sequence[Drawn]:  # noqa: ARG002  # the same everywhere
        return messages(said)

    def _digest(self, message: Drawn) -> str:
        return digest([message.text, message.blocks])

    async def _posted(self, key: str, place: Place, message: Drawn, may: May) -> str:
        async def post() -> AsyncSlackResponse:
            await may()
            return await self._client.chat_postMessage(
                channel=place.channel,
                text=message.text,
                blocks=message.blocks,
                metadata={"event_type": _EVENT, "event_payload": {"key": key}},
                parse="none",
                link_names=False,
                unfurl_links=False,
                unfurl_media=False,
                thread_ts=place.root,
            )

        return str((await once("chat.postMessage", post))["ts"])

    async def _updated(self, delivery: Delivery, place: Place, message: Drawn, may: May) -> bool:

        async def update() -> AsyncSlackResponse:
            await may()
            return await self._client.chat_update(
                channel=place.channel,
                ts=delivery.reference or "",
                text=message.text,
                blocks=message.blocks,
                parse="none",
                link_names=False,
            )

        try:
            await asked("chat.update", update)
        except SlackRefusedError as error:
            if error.code not in _GONE:
                raise
            return False
        return True

    async def _found(self, key: str, place: Place) -> str | None:
        """Look for a message of ours whose posting was cut off."""
        if not (self._reads_channels or place.channel.startswith("D")):
            return None
        try:
            async for message in self._messages(place):
                metadata = message.get("metadata") or {}
                if (metadata.get("event_payload") or {}).get("key") == key:
                    return str(message["ts"])
        except SlackRefusedError as error:
            log.warning("cannot look for a message", reason=error.code)
        return None

    async def _messages(self, place: Place) -> AsyncIterator[Mapping[str, Any]]:
        """The messages of a thread, or the last ones of a conversation."""
        cursor: str | None = None
        while cursor != "":
            told = await asked("conversations.replies", partial(self._page, place, cursor))
            for message in told.get("messages", ()):
                yield message
            more = (told.get("response_metadata") or {}).get("next_cursor") or ""
            cursor = more if place.root is not None else ""

    def _page(self, place: Place, cursor: str | None) -> Awaitable[AsyncSlackResponse]:
        if place.root is None:
            return self._client.conversations_history(
                channel=place.channel, limit=_PAGE, include_all_metadata=True
            )
        return self._client.conversations_replies(
            channel=place.channel,
            ts=place.root,
            cursor=cursor,
            limit=_PAGE,
            include_all_metadata=True,
        )

    async def _deleted(self, place: Place, reference: str) -> None:
        if not reference.startswith(_EPHEMERAL):
            await asked(
                "chat.delete",
                lambda: self._client.chat_delete(channel=place.channel, ts=reference),
            )
