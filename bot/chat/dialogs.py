"""Which form does a button open, and what is wrong with what was filled in?

A form shows a person only what they may see of an exchange or a case. Nothing hangs on its having
opened, and what is sent from one is checked again when it is worked on.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import date

from bot.audience import Audience
from bot.chat.events import Pressed, Submitted
from bot.chat.hr_channel import HrChannel
from bot.chat.kept import Kept, read_kept
from bot.chat.ports import Service, UnavailableError
from bot.chat.replies import Address, locale
from bot.chat.viewing import sources
from bot.conversation import Message
from bot.escalation import HrDesk
from bot.escalation_wording import CaseError, Wrong
from bot.identity import Account
from bot.library import Library
from bot.recorded import citations_of
from bot.saying import forms, hints, notes
from bot.saying.parts import Form
from bot.saying.sources import Source, numbered
from bot.verification import Verification, needs_audience, objection_to_day
from storage.cases import Deed
from storage.exchanges import Exchanges

_OBJECTING = 0.6  # seconds: whoever sent a form waits for it


class Dialogs:
    """Makes forms; `hr_channel` is given where HR works in this service."""

    def __init__(  # noqa: PLR0913  # what forms show
        self,
        service: Service,
        exchanges: Exchanges,
        *,
        audience: Audience,
        library: Library,
        desk: HrDesk,
        verification: Verification,
        hr_channel: HrChannel | None,
        address: Address,
        hr: Callable[[str], str],
    ) -> None:
        self._service = service
        self._exchanges = exchanges
        self._audience = audience
        self._library = library
        self._desk = desk
        self._verification = verification
        self._hr_channel = hr_channel
        self._address = address
        self._hr = hr

    async def form(self, pressed: Pressed) -> Form | None:
        """Make the form that a button opens; None where it opens none."""
        account = await self._service.roster.account(pressed.user)
        if account.refusal is not None:
            return None
        try:
            return await self._form(pressed, account)
        except CaseError as error:
            return forms.message(await self._sentence(error, locale(account)), locale(account))

    async def objections(self, submitted: Submitted) -> dict[str, str]:
        """Say what is wrong with what was filled in, by field, where that can be told at once.

        All of it is checked again when it is worked on; here nobody has to type it anew.
        """
        try:
            async with asyncio.timeout(_OBJECTING):
                words = locale(await self._service.roster.account(submitted.user))
                async for field, error in self._objections(submitted):
                    return {field: await self._sentence(error, words)}
        except (CaseError, TimeoutError, UnavailableError):
            pass
        return {}

    async def _objections(self, submitted: Submitted) -> AsyncIterator[tuple[str, CaseError]]:
        values, case_id = submitted.values, submitted.about
        if submitted.form == "ask_hr" and values.get("leave_out") and not values.get("note"):
            yield "note", CaseError(Wrong.EMPTY)
        if submitted.form != "case_save" or not await self._is_of_hr(submitted.user):
            return  # what was typed is compared with what an employee wrote: HR's alone to know
        for field in ("question", "answer"):
            error = await self._verification.objection(case_id, str(values.get(field) or ""))
            if error is not None:
                yield field, error
        owner = await self._service.roster.account(str(values["owner"]))
        error = await self._verification.objection_to_owner(case_id, owner.asker)
        if error is not None:
            yield "owner", error
        until = values.get("until")
        error = objection_to_day(date.fromisoformat(str(until)) if until else None)
        if error is not None:
            yield "until", error

    async def _is_of_hr(self, user: str) -> bool:
        channel = self._hr_channel
        return channel is not None and await channel.member(user, channel.place) is not None

    async def _form(self, pressed: Pressed, account: Account) -> Form | None:  # noqa: PLR0911  # each
        match pressed.action.split("_"):
            case ["ask", "hr"]:
                return await self._ask_hr(pressed.value, account)
            case ["feedback"]:
                exchange_id, _, verdict = pressed.value.partition(":")
                is_bad = verdict == "bad"
                return forms.feedback_reason(exchange_id, locale(account)) if is_bad else None
            case ["show", "passage", *_]:
                return await self._passage(pressed, account)
            case ["share"]:
                return await self._share(pressed, account)
            case ["privacy", "delete"]:
                return forms.privacy_delete(locale(account))
            case ["case" | "verified", *_]:
                return await self._of_desk(pressed, account)
            case _:
                return None

    async def _ask_hr(self, exchange_id: str, account: Account) -> Form:
        words = locale(account)
        try:
            said = await self._desk.draft(exchange_id, account.asker)
        except CaseError as error:
            if error.wrong is Wrong.UNKNOWN_EXCHANGE:
                return forms.message(notes.not_yours(words).notice, words)
            raise
        if (case := await self._desk.case_of(exchange_id)) is not None:
            return forms.message(hints.asked_already(case.id, words), words)
        return forms.ask_hr(
            forms.AskHrView(
                exchange_id=exchange_id,
                question=said.question,
                answer=said.answer,
                sources=sources(said.citations),
                who=self._hr(words),
                locale=words,
                today=_today(),
            )
        )

    async def _passage(self, pressed: Pressed, account: Account) -> Form | None:
        """Show the words behind a citation to somebody who may read the page they are of."""
        exchange_id, _, number = pressed.value.partition(":")
        kept = await self._delivered(exchange_id)
        if kept is None or not kept.is_on(pressed):
            return forms.message(notes.gone(locale(account)).notice, locale(account))
        source = next((s for s in self._sources(kept) if str(s.number) == number), None)
        if source is None or not await self._may_read(account, source):
            return forms.message(notes.gone(locale(account)).notice, locale(account))
        return forms.passage(source, exchange_id, locale(account), _today())

    async def _share(self, pressed: Pressed, account: Account) -> Form | None:
        """Warn whoever shares an answer, of what would be shown to whom."""
        words = locale(account)
        kept = await self._delivered(pressed.value)
        if kept is None or kept.origin is None or account.asker.casefold() != kept.opening.asker:
            return forms.message(notes.not_yours(words).notice, words)
        listeners = await self._service.channels.listeners(kept.origin.channel)
        if listeners.refused is not None:
            return forms.message(notes.refused(listeners.refused, words).notice, words)
        if listeners.refusal(account.email) is not None:  # they have left it
            return forms.message(hints.not_postable(words).notice, words)
        before = Message(kept.question, account.asker, self._service.surface, private=False)
        everybody = (await self._audience.readers(before)).together
        shown = self._sources(kept)
        open_to_all = await self._library.readable([s.first.document_id for s in shown], everybody)
        return forms.share(
            forms.ShareView(
                exchange_id=kept.id,
                channel=listeners.name,
                people=len(listeners.emails),
                sources=[s for s in shown if s.first.document_id in open_to_all],
                locale=words,
                today=_today(),
            )
        )

    async def _of_desk(self, pressed: Pressed, account: Account) -> Form | None:
        words, case_id = locale(account), pressed.value
        if pressed.action == "case_answer":
            case = await self._desk.case(case_id)
            if case.asker != account.asker:
                return forms.message(notes.not_yours(words).notice, words)
            asked = case.texts(Deed.ASKED_BACK)
            return forms.case_answer(case_id, asked[-1] if asked else "", words)
        if self._hr_channel is None:
            return None
        member = await self._hr_channel.member(pressed.user, pressed.place)
        return None if member is None else await self._of_hr(pressed, account.asker, words)

    async def _of_hr(self, pressed: Pressed, by: str, words: str) -> Form | None:  # noqa: PLR0911  # each
        """Open a form of HR's, if what it asks for may be done now: nobody types in vain."""
        id_ = pressed.value
        match pressed.action:
            case "verified_approve":
                entry = await self._verification.entry(id_)
                if not needs_audience(entry):
                    return None
                groups = await self._verification.audiences()
                return forms.verified_audience(entry.id, groups, words)
            case "case_reply":
                case = await self._desk.held(id_, by)
                return forms.case_reply(id_, case.told.question or "", words)
            case "case_ask_back":
                case = await self._desk.held(id_, by)
                return forms.case_ask_back(id_, case.told.question or "", words)
            case "case_reassign":
                return forms.case_reassign((await self._desk.case(id_)).id, words)
            case "case_save":
                case = await self._verification.draft(id_, by)
                replies = case.texts(Deed.ANSWERED)
                question = case.told.question or ""
                return forms.case_save(id_, question, replies[-1], words, _today())
            case _:
                return None

    async def _sentence(self, error: CaseError, words: str) -> str:
        if self._hr_channel is None:
            return error.told(words)
        return await self._hr_channel.sentence(error, words)

    async def _delivered(self, exchange_id: str) -> Kept | None:
        """Read an exchange; who presses at once may be there before where it stands is kept."""
        for pause in (0.1, 0.2, 0.4, 0.0):
            kept = await read_kept(self._exchanges, exchange_id)
            if kept is None or kept.place is not None:
                break
            await asyncio.sleep(pause)
        return kept

    def _sources(self, kept: Kept) -> tuple[Source, ...]:
        return numbered(
            citations_of(kept.answer), lambda n, cited: self._address(kept.id, n, cited)
        )

    async def _may_read(self, account: Account, source: Source) -> bool:
        message = Message("", account.asker, self._service.surface)
        reader = (await self._audience.readers(message)).together
        document_id = source.first.document_id
        return document_id in await self._library.readable([document_id], reader)


def _today() -> date:
    return date.today()  # noqa: DTZ011  # the day of whoever reads, as far as it is known
