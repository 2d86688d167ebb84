"""Which question does an event ask, and where does its reply go?"""

from dataclasses import replace

import structlog

from bot.chat.events import (
    Asked,
    Commanded,
    Deleted,
    Edited,
    Pointed,
    Pressed,
    Submitted,
)
from bot.chat.kept import read_kept
from bot.chat.ports import Place, RefusedError, Service
from bot.chat.replies import Question, Replies, locale
from bot.saying import hints, notes
from storage.exchanges import Exchanges, Opening

log = structlog.get_logger()


class Asking:
    """Every way of asking, each as a question for `Replies`.

    `follows_up` tells whether a thread in which the bot answers needs no new mention.
    """

    def __init__(
        self,
        replies: Replies,
        exchanges: Exchanges,
        service: Service,
        *,
        follows_up: bool,
    ) -> None:
        self._replies = replies
        self._exchanges = exchanges
        self._service = service
        self._poster = service.poster
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
        """Reply to a command in private."""
        await self._privately(
            f"command:{event}", commanded.user, commanded.text, commanded.place, event
        )

    async def pointed(self, pointed: Pointed, event: str) -> None:
        """Reply in private to what somebody's message asks."""
        place, subject = pointed.place, f"{pointed.place.channel}/{pointed.message}"
        await self._privately(
            f"about:{subject}:{pointed.user}", pointed.user, pointed.text, place, event
        )

    async def answered_privately(self, pressed: Pressed, event: str) -> None:
        """Reply to a channel's question once more, to whoever pressed, as themselves."""
        kept = await read_kept(self._exchanges, pressed.value)
        if kept is None or not kept.is_on(pressed):
            await self._say_gone(pressed, event)
            return
        key = f"private:{kept.id}:{pressed.user}"
        await self._privately(key, pressed.user, kept.question, pressed.place, event)

    async def chosen(self, pressed: Pressed, event: str) -> None:
        """Take a pressed option for what its asker says next."""
        exchange_id, _, index = pressed.value.partition(":")
        kept = await read_kept(self._exchanges, exchange_id)
        option = None if kept is None else kept.option(index)
        if kept is None or not kept.is_on(pressed):
            await self._say_gone(pressed, event)
            return
        if option is None:  # never offered
            return
        account = await self._service.roster.account(pressed.user)
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
        kept = await read_kept(self._exchanges, submitted.about)
        account = await self._service.roster.account(submitted.user)
        if kept is None or kept.origin is None or account.asker.casefold() != kept.opening.asker:
            place = await self._poster.direct(submitted.team, submitted.user)
            await self._poster.show(f"hint:{event}", place, notes.gone(locale(account)))
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

    async def _question(self, asked: Asked, event: str) -> Question:
        """Make a question of a message; where it says nothing, of what the thread said last."""
        text = asked.text
        if not text and asked.is_reply and not asked.is_direct:
            earlier = await self._service.context.turns(asked.place, before=asked.message)
            text = earlier[-1].text if earlier else ""
        return Question(
            key=asked.subject,
            place=asked.place,
            user=asked.user,
            text=text,
            is_private=asked.is_direct,
            is_addressed=asked.is_addressed,
            is_reply=asked.is_reply,
            message=asked.message,
            may_be_external=asked.may_be_external,
            event=event,
        )

    async def _follows(self, asked: Asked) -> bool:
        """Whether a message goes on with what its author asked the bot in the same thread."""
        if not self._follows_up or not asked.is_reply or asked.is_to_others:
            return False
        account = await self._service.roster.account(asked.user)
        surface = self._service.surface
        thread = asked.place.thread(surface)
        opening = Opening(account.asker.casefold(), surface, private=False, thread=thread)
        return bool(await self._exchanges.questions(opening, most=1))

    async def _say_gone(self, pressed: Pressed, event: str) -> None:
        """Tell whoever pressed a button that there is nothing behind it any more."""
        note = notes.gone(locale(await self._service.roster.account(pressed.user)))
        try:
            await self._poster.whisper(f"hint:{event}", pressed.place, pressed.user, note)
        except RefusedError as error:
            log.warning("hint not shown", reason=error.code)

    async def _privately(self, key: str, user: str, text: str, origin: Place, event: str) -> None:
        """Reply in the direct messages, under a line that says what was asked and where."""
        account = await self._service.roster.account(user)
        try:
            direct = await self._poster.direct(origin.team, user)
        except RefusedError as error:
            if not error.is_closed:
                raise
            log.warning("no private chat", user=user, reason=error.code)
            await self._poster.whisper(f"{key}/head", origin, user, hints.not_here(locale(account)))
            return
        is_elsewhere = direct.channel != origin.channel
        said = hints.asked_in(text, locale(account), elsewhere=is_elsewhere)
        root = await self._poster.show(f"{key}/head", direct, said)
        await self._replies.reply(
            Question(
                key=key,
                place=replace(direct, root=root) if self._service.has_private_threads else direct,
                user=user,
                text=text,
                is_private=True,
                origin=origin if is_elsewhere else None,
                event=event,
            )
        )
