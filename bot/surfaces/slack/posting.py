"""How does a message get where it belongs, once? And how is it changed or taken back later?

What is shown is kept under a key of ours (`storage.deliveries`) before Slack is called. A message
that stands is only ever updated. Where it is not known whether one was posted, it is looked for by
the key in its metadata, and posted again only where it is not found.
"""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import structlog
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.chat.ports import May, Place, always
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
from storage.deliveries import PLACE_ID, Deliveries, Delivery, State

log = structlog.get_logger()

_EVENT = "policybot_message"
_PAGE = 200  # messages that are looked through at once
_GONE = frozenset(
    {"message_not_found", "cant_update_message", "edit_window_closed", "channel_not_found"}
)
_MOST_PARTS = 20
_BESIDE = 3.0  # seconds for what is worth nothing by itself


class Poster:
    """Shows, changes and takes back messages; one at a time in each channel.

    `reads_channels` tells that the app may read channels, so that a message of doubtful fate can be
    looked for there; in direct messages it always may.
    """

    def __init__(
        self, client: AsyncWebClient, deliveries: Deliveries, *, reads_channels: bool
    ) -> None:
        self._client = client
        self._deliveries = deliveries
        self._reads_channels = reads_channels
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def show(self, key: str, place: Place, said: Said, *, may: May = always) -> str:
        """Let exactly this stand under a key, and return where the first message is.

        `may` is awaited right before each is posted: others may have had their turn meanwhile, or
        Slack may have asked to wait.
        """
        drawn = messages(said)
        async with self._turn(place.channel):
            stand = [
                await self._show(_part(key, n), place, one, may) for n, one in enumerate(drawn)
            ]
            await self._take_back_from(key, len(drawn))
        return stand[0]

    async def whisper(self, key: str, place: Place, user: str, said: Said) -> None:
        """Show a hint or a refusal to one person in a channel, until they reload.

        Nothing that an auditor would look for: Slack keeps no trace of it.
        """
        delivery = await self._deliveries.get(key)
        if delivery is not None and delivery.reference is not None:
            return
        await self._deliveries.begin(key, "slack", _kept(place))
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
        await self._deliveries.shown(key, f"ephemeral {told.get('message_ts', '')}", "")

    async def stands(self, key: str) -> bool:
        """Tell whether a message stands under a key."""
        delivery = await self._deliveries.get(key)
        return delivery is not None and delivery.state is not State.TAKEN_BACK

    async def reference(self, key: str) -> str | None:
        """Where the message under a key stands, as far as that is known."""
        delivery = await self._deliveries.get(key)
        return None if delivery is None or not delivery.reference else delivery.reference

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

    async def take_back(self, key: str) -> bool:
        """Delete what stands under a key; False where nothing did."""
        delivery = await self._deliveries.get(key)
        if delivery is None:
            return False
        async with self._turn(str(delivery.place[PLACE_ID])):
            await self._take_back_from(key, 0)
        return True

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
        begun = await self._deliveries.begin(key, "slack", _kept(place))
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

    def _turn(self, channel: str) -> asyncio.Lock:
        return self._turns.setdefault(channel, asyncio.Lock())

    async def _show(self, key: str, place: Place, drawn: Drawn, may: May) -> str:
        digest = _digest(drawn)
        delivery = await self._deliveries.get(key)
        reference = await self._standing(delivery, place)
        if delivery is not None and reference and delivery.digest == digest:
            return reference
        if reference and await self._updated(place, reference, drawn, may):
            await self._deliveries.shown(key, reference, digest)
            return reference
        await self._deliveries.begin(key, "slack", _kept(place))
        ts = await self._posted(key, place, drawn, may)
        await self._deliveries.shown(key, ts, digest)
        return ts

    async def _standing(self, delivery: Delivery | None, place: Place) -> str | None:
        """Where the message stands: as it was kept, or as it is found where that is not known."""
        if delivery is None or delivery.state is State.TAKEN_BACK:
            return None
        if delivery.reference is not None:
            return delivery.reference
        return await self._found(delivery.key, place)

    async def _posted(self, key: str, place: Place, drawn: Drawn, may: May) -> str:
        async def post() -> AsyncSlackResponse:
            await may()
            return await self._client.chat_postMessage(
                channel=place.channel,
                text=drawn.text,
                blocks=drawn.blocks,
                metadata={"event_type": _EVENT, "event_payload": {"key": key}},
                parse="none",
                link_names=False,
                unfurl_links=False,
                unfurl_media=False,
                thread_ts=place.root,
            )

        return str((await once("chat.postMessage", post))["ts"])

    async def _updated(self, place: Place, ts: str, drawn: Drawn, may: May) -> bool:
        """Change a message; False where it is no longer there, or cannot be changed any more."""

        async def update() -> AsyncSlackResponse:
            await may()
            return await self._client.chat_update(
                channel=place.channel,
                ts=ts,
                text=drawn.text,
                blocks=drawn.blocks,
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

    async def _take_back_from(self, key: str, first: int) -> None:
        """Delete the parts from one on: the answer that stands now has fewer, or none."""
        for n in range(first, _MOST_PARTS):
            part = _part(key, n)
            delivery = await self._deliveries.get(part)
            if delivery is None:
                return
            if delivery.state is not State.TAKEN_BACK:
                await self._deleted(delivery)
                await self._deliveries.taken_back(part)

    async def _deleted(self, delivery: Delivery) -> None:
        place = _place(delivery)
        ts = await self._standing(delivery, place)
        if ts is None or ts.startswith("ephemeral"):
            return
        try:
            await asked(
                "chat.delete", lambda: self._client.chat_delete(channel=place.channel, ts=ts)
            )
        except SlackRefusedError as error:
            log.warning("message not taken back", reason=error.code)


def _part(key: str, n: int) -> str:
    return key if n == 0 else f"{key}+{n}"


def _digest(drawn: Drawn) -> str:
    shown = json.dumps([drawn.text, drawn.blocks], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(shown.encode()).hexdigest()[:32]


def _kept(place: Place) -> dict[str, str]:
    root = {} if place.root is None else {"root": place.root}
    return {PLACE_ID: place.channel, "team": place.team} | root


def _place(delivery: Delivery) -> Place:
    root = delivery.place.get("root")
    return Place(
        str(delivery.place["team"]),
        str(delivery.place[PLACE_ID]),
        None if root is None else str(root),
    )
