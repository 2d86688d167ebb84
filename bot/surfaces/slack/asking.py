"""Which question does an event ask, and where does its reply go?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bot.recorded import answer_of, options_of, question_of
from bot.surfaces.slack.calling import SlackRefusedError, Ts
from bot.surfaces.slack.context import Context
from bot.surfaces.slack.drawing import hints, notes
from bot.surfaces.slack.events import (
    Asked,
    Commanded,
    Deleted,
    Edited,
    Place,
    Pressed,
    Shortcut,
    Submitted,
)
from bot.surfaces.slack.people import Roster
from bot.surfaces.slack.posting import Poster
from bot.surfaces.slack.replies import Question, Replies, locale
from storage.exchanges import Exchanges, Opening

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Kept:
    """An exchange on record: who asked what, where, and where its reply stands."""

    id: str
    opening: Opening
    question: str
    options: tuple[str, ...]
    key: str
    place: Place | None
    ts: str | None
    origin: Place | None
    answer: Mapping[str, Any]

    def option(self, index: str) -> str | None:
        """The option that a button names; None for what was never offered."""
        return next((one for n, one in enumerate(self.options) if str(n) == index), None)


class Asking:
    """Every way of asking, each as a question for `Replies`.

    `follows_up` tells whether a thread in which the bot answers needs no new mention.
    """

    def __init__(  # what it talks to
        self,
        replies: Replies,
        exchanges: Exchanges,
        *,
        poster: Poster,
        roster: Roster,
        context: Context,
        follows_up: bool,
    ) -> None:
        self._replies = replies
        self._exchanges = exchanges
        self._poster = poster
        self._roster = roster
        self._context = context
        self._follows_up = follows_up

    async def asked(self, asked: Asked, event: str) -> None:
        """Reply to a message, if it is meant for the bot."""
        if asked.is_addressed or await self._follows(asked):
            await self._replies.reply(await self._question(asked, event))

    async def edited(self, edited: Edited, event: str) -> None:
        """Reply anew, in place, to a question that was replied to, or that is one only now."""
        if edited.now.is_addressed or await self._poster.stands(edited.now.subject):
            await self._replies.reply(await self._question(edited.now, event))

    async def deleted(self, deleted: Deleted) -> None:
        """Take back what was replied to a question that is gone."""
        await self._poster.take_back(deleted.subject)

    async def commanded(self, commanded: Commanded, event: str) -> None:
        """Reply to `/policy …` in the direct messages with whoever typed it."""
        await self._privately(
            f"command:{event}", commanded.user, commanded.text, commanded.place, event
        )

    async def shortcut(self, shortcut: Shortcut, event: str) -> None:
        """Reply in private to what somebody's message asks."""
        place, subject = shortcut.place, f"{shortcut.place.channel}/{shortcut.ts}"
        await self._privately(
            f"about:{subject}:{shortcut.user}", shortcut.user, shortcut.text, place, event
        )

    async def answered_privately(self, pressed: Pressed, event: str) -> None:
        """Reply to a channel's question once more, to whoever pressed, as themselves."""
        kept = await self.kept(pressed.value)
        if kept is None or not is_on(kept, pressed):
            await self._say_gone(pressed, event)
            return
        key = f"private:{kept.id}:{pressed.user}"
        await self._privately(key, pressed.user, kept.question, pressed.place, event)

    async def chosen(self, pressed: Pressed, event: str) -> None:
        """Take a pressed option for what its asker says next."""
        exchange_id, _, index = pressed.value.partition(":")
        kept = await self.kept(exchange_id)
        option = None if kept is None else kept.option(index)
        if kept is None or not is_on(kept, pressed):
            await self._say_gone(pressed, event)
            return
        if option is None:  # never offered
            return
        account = await self._roster.account(pressed.user)
        if account.asker.casefold() != kept.opening.asker:
            note = notes.not_yours(locale(account))
            await self._poster.whisper(f"hint:{event}", pressed.place, pressed.user, note)
            return
        await self._replies.reply(
            Question(
                key=f"chosen:{kept.id}",
                place=pressed.place,
                user=pressed.user,
                text=option,
                is_private=kept.opening.private,
                is_reply=True,
                origin=kept.origin,
                event=event,
            )
        )

    async def shared(self, submitted: Submitted, event: str) -> None:
        """Ask a private answer's question once more, before the channel that it came from."""
        kept = await self.kept(submitted.about)
        account = await self._roster.account(submitted.user)
        if kept is None or kept.origin is None or account.asker.casefold() != kept.opening.asker:
            place = Place(submitted.team, await self._poster.direct(submitted.user))
            await self._poster.show(f"hint:{event}", place, [notes.gone(locale(account))])
            return
        above = notes.above_shared(account.name, kept.question, locale(account))
        await self._replies.reply(
            Question(
                key=f"shared:{kept.id}",
                place=kept.origin,
                user=submitted.user,
                text=kept.question,
                is_private=False,
                is_reply=kept.origin.root is not None,
                above=tuple(above),
                event=event,
            )
        )

    async def kept(self, exchange_id: str) -> Kept | None:
        """Read an exchange; None where there is none, or where its texts are gone."""
        opening = await self._exchanges.opening(exchange_id)
        events = await self._exchanges.events(exchange_id)
        question = question_of(events)
        if opening is None or question is None:
            return None
        delivered: dict[str, Any] = next(
            (e.body for e in reversed(events) if e.kind == "delivered" and not e.erased), {}
        )
        team, origin = str(delivered.get("team", "")), delivered.get("origin")
        return Kept(
            id=exchange_id,
            opening=opening,
            question=question,
            options=options_of(events),
            key=str(delivered.get("key", "")),
            place=_place(team, delivered) if delivered else None,
            ts=delivered.get("ts"),
            origin=_place(team, origin) if origin else None,
            answer=answer_of(events),
        )

    async def _question(self, asked: Asked, event: str) -> Question:
        """Make a question of a message; where it says nothing, of what the thread said last."""
        text = asked.text
        if not text and asked.is_reply and not asked.is_direct:
            earlier = await self._context.turns(asked.place, before=asked.ts)
            text = earlier[-1].text if earlier else ""
        return Question(
            key=asked.subject,
            place=asked.place,
            user=asked.user,
            text=text,
            is_private=asked.is_direct,
            is_addressed=asked.is_addressed,
            is_reply=asked.is_reply,
            ts=asked.ts,
            may_be_external=asked.may_be_external,
            event=event,
        )

    async def _follows(self, asked: Asked) -> bool:
        """Whether a message goes on with what its author asked the bot in the same thread."""
        if not self._follows_up or not asked.is_reply or asked.is_to_others:
            return False
        account = await self._roster.account(asked.user)
        opening = Opening(account.asker.casefold(), "slack", False, asked.place.thread)  # noqa: FBT003
        return bool(await self._exchanges.questions(opening, most=1))

    async def _say_gone(self, pressed: Pressed, event: str) -> None:
        """Tell whoever pressed a button that there is nothing behind it any more."""
        note = notes.gone(locale(await self._roster.account(pressed.user)))
        try:
            await self._poster.whisper(f"hint:{event}", pressed.place, pressed.user, note)
        except SlackRefusedError as error:
            log.warning("hint not shown", reason=error.code)

    async def _privately(self, key: str, user: str, text: str, origin: Place, event: str) -> None:
        """Reply in the direct messages, under a line that says what was asked and where."""
        channel = await self._poster.direct(user)
        account = await self._roster.account(user)
        is_elsewhere = channel != origin.channel
        said = hints.asked_in(text, locale(account), elsewhere=is_elsewhere)
        root = await self._poster.show(f"{key}/head", Place(origin.team, channel), [said])
        await self._replies.reply(
            Question(
                key=key,
                place=Place(origin.team, channel, Ts(root)),
                user=user,
                text=text,
                is_private=True,
                origin=origin if is_elsewhere else None,
                event=event,
            )
        )


def is_on(kept: Kept, pressed: Pressed) -> bool:
    """Whether a button is where its question is, or its reply: ids from elsewhere open nothing.

    Where the app is in a whole organisation, a click names the workspace of whoever pressed.
    """
    _, _, asked_in, *_ = (kept.opening.thread or "///").split("/")
    replied_in = None if kept.place is None else kept.place.channel
    return pressed.place.channel in {asked_in, replied_in} - {""}


def _place(team: str, told: dict[str, Any]) -> Place:
    root = told.get("root")
    return Place(team, str(told["channel"]), None if root is None else Ts(str(root)))
