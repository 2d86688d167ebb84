"""How do the HR desk's cases live in a chat? In HR's own channel, and where employees ask.

The desk (`bot.escalation`) decides what may be done; here it is only asked for and shown.
"""

from collections.abc import Callable
from dataclasses import replace

import structlog

from bot.chat.events import Pressed, Submitted
from bot.chat.hr_channel import LANGUAGE, HrChannel
from bot.chat.kept import Kept, read_kept
from bot.chat.ports import Place, RefusedError, Service, Services
from bot.chat.replies import locale
from bot.chat.verifying import Verifying
from bot.chat.viewing import case_view
from bot.escalation import HrDesk
from bot.escalation_wording import CaseError
from bot.identity import Account
from bot.saying import hints, notes
from bot.saying.cases import case_card
from bot.saying.parts import Said
from storage.cases import Case
from storage.exchanges import Exchanges
from storage.moments import now

log = structlog.get_logger()


class Casework:
    """Cases, from whichever of the `services` they come; HR works on them in its one channel."""

    def __init__(  # noqa: PLR0913  # what it talks to
        self,
        desk: HrDesk,
        channel: HrChannel,
        verifying: Verifying,
        *,
        exchanges: Exchanges,
        services: Services,
        hours: int,
        hr: Callable[[str], str],
    ) -> None:
        self._desk = desk
        self._channel = channel
        self._verifying = verifying
        self._exchanges = exchanges
        self._services = services
        self._poster = channel.service.poster
        self._hours = hours
        self._hr = hr
        self._stale = set[str]()  # cases whose cards could not be drawn anew

    def channel_in(self, service: Service) -> HrChannel | None:
        """HR's channel, if it is in that service."""
        return self._channel if self._channel.service is service else None

    async def opened(self, service: Service, submitted: Submitted, event: str) -> None:
        """Open a case, put its card before HR, and tell the employee."""
        account = await service.roster.account(submitted.user)
        asked = await read_kept(self._exchanges, submitted.about)
        values = submitted.values
        try:
            case = await self._desk.open(
                submitted.about,
                account.asker,
                note=str(values.get("note") or ""),
                with_text=not values.get("leave_out"),
                question=str(values["question"]) if values.get("question") else None,
                origin=_origin(service, submitted, asked),
                key=event,
            )
        except CaseError as error:
            await self._object_in_private(service, submitted, account, error, event)
            return
        is_shown = await self.show_card(case)
        await self._tell_opened(case, account, is_shown=is_shown)

    async def show_card(self, case: Case) -> bool:
        """Let a case's card stand in HR's channel as the case is now.

        False where the channel takes none; `catch_up` shows it later.
        """
        self._stale.add(case.id)
        if not await self._channel.is_sound():
            return False
        view = await case_view(case, self._channel.name, LANGUAGE, now())
        try:
            await self._poster.show(_card(case), self._channel.place, case_card(view))
        except RefusedError as error:
            log.error("hr channel unreachable", case=case.id, reason=error.code)  # noqa: TRY400  # that is all
            return False
        self._stale.discard(case.id)
        return True

    async def catch_up(self) -> None:
        """Show HR what its channel could not take before, and tell the employees that it is there.

        What was missed before a restart are the cards that never stood anywhere.
        """
        new = [
            case
            for case in await self._desk.unclosed()
            if case.told.origin.get("surface") in self._services
            and await self._poster.reference(_card(case)) is None
        ]
        for case_id in self._stale - {case.id for case in new}:
            await self.show_card(await self._desk.case(case_id))
        for case in new:
            if await self.show_card(case):
                await self._tell_opened(case, await self._employee(case), is_shown=True)
        await self._verifying.catch_up()

    async def pressed(self, pressed: Pressed, event: str) -> None:
        """Do what a button on a card says, if whoever pressed it is of HR."""
        account = await self._channel.member(pressed.user, pressed.place)
        if account is None:
            await self._channel.turn_away(pressed.user, event)
            return
        case_id, by = pressed.value, account.asker
        try:
            match pressed.action:
                case "case_claim":
                    await self.show_card(await self._desk.claim(case_id, by, key=event))
                case "case_resolve":
                    case = await self._desk.resolve(case_id, by, key=event)
                    await self.show_card(case)
                    closed = notes.hr_closed(case.id, await self._employees_words(case))
                    await self._tell_as_hr(case, pressed.user, event, closed)
                case action if action.startswith("verified_"):
                    await self._verifying.pressed(pressed, account)
                case _:
                    pass  # a dialog was opened at once
        except CaseError as error:
            await self._channel.object(pressed.user, error, event)

    async def wrote(self, submitted: Submitted, event: str) -> None:
        """Do what a form of HR's says, if whoever filled it in is of HR."""
        account = await self._channel.member(submitted.user, self._channel.place)
        if account is None:
            await self._channel.turn_away(submitted.user, event)
            return
        try:
            match submitted.form:
                case "case_reply":
                    await self._reply(submitted, account, event)
                case "case_ask_back":
                    await self._ask_back(submitted, account, event)
                case "case_reassign":
                    await self._reassign(submitted, account, event)
                case "case_save":
                    await self._verifying.propose(submitted, account, event)
                case "verified_audience":
                    group = str(submitted.values["audience"])
                    await self._verifying.approve(submitted.about, account, [group])
                case _:
                    log.warning("form not known", form=submitted.form)
        except CaseError as error:
            await self._channel.object(submitted.user, error, event)

    async def answered(self, service: Service, submitted: Submitted, event: str) -> None:
        """Hand on to HR what the employee says to what HR asked."""
        account = await service.roster.account(submitted.user)
        text = str(submitted.values["text"])
        try:
            case = await self._desk.answer_back(submitted.about, account.asker, text, key=event)
        except CaseError as error:
            await self._object_in_private(service, submitted, account, error, event)
            return
        await self.show_card(case)
        await self._tell_employee(case, event, hints.passed_on(case.id, locale(account)))

    async def remind(self, case: Case) -> bool:
        """Remind HR of a case whose time is over; False where HR cannot be reached."""
        if not await self.show_card(case):
            return False
        card = await self._poster.reference(_card(case))
        thread = Place(self._channel.place.team, self._channel.place.channel, card)
        note = hints.overdue(case.id, LANGUAGE)
        await self._poster.show(f"reminder:{case.reminder}", thread, note)
        return True

    async def _reply(self, submitted: Submitted, account: Account, event: str) -> None:
        text = str(submitted.values["text"])
        case = await self._desk.reply(submitted.about, account.asker, text, key=event)
        words, name = await self._employees_words(case), await self._channel.name(account.asker)
        said = notes.hr_replied(text, name, await self._asked_at(case), words)
        await self._tell_as_hr(case, submitted.user, event, said)
        await self.show_card(case)

    async def _ask_back(self, submitted: Submitted, account: Account, event: str) -> None:
        text = str(submitted.values["text"])
        case = await self._desk.ask_back(submitted.about, account.asker, text, key=event)
        words, name = await self._employees_words(case), await self._channel.name(account.asker)
        said = notes.hr_asks(text, name, case.id, await self._asked_at(case), words)
        await self._tell_as_hr(case, submitted.user, event, said)
        await self.show_card(case)

    async def _reassign(self, submitted: Submitted, account: Account, event: str) -> None:
        heir = await self._channel.member(str(submitted.values["user"]), self._channel.place)
        if heir is None:
            note = hints.not_of_hr(locale(account))
            place = self._channel.place
            await self._poster.whisper(f"objection:{event}", place, submitted.user, note)
            return
        case = await self._desk.reassign(submitted.about, account.asker, heir.asker, key=event)
        await self.show_card(case)

    async def _object_in_private(
        self,
        service: Service,
        submitted: Submitted,
        account: Account,
        error: CaseError,
        event: str,
    ) -> None:
        place = await service.poster.direct(submitted.team, submitted.user)
        note = notes.note(error.told(locale(account)))
        await service.poster.show(f"objection:{event}", place, note)

    async def _tell_opened(self, case: Case, account: Account, *, is_shown: bool) -> None:
        """Tell the employee that HR has the question, or that it will."""
        words = locale(account)
        told = (
            notes.case_opened(case.id, self._hours, words)
            if is_shown
            else notes.hr_unreachable(words, self._hr(words))
        )
        await self._tell_employee(case, "opened", told)

    async def _tell_as_hr(self, case: Case, user: str, event: str, said: Said) -> None:
        """Tell the employee what HR did; HR, where the service does not let them be told."""
        try:
            await self._tell_employee(case, event, said)
        except RefusedError as error:
            log.warning("employee not told", case=case.id, reason=error.code)
            words = locale(await self._channel.service.roster.account(user))
            note = hints.not_reached(case.id, words)
            await self._poster.whisper(f"objection:{event}", self._channel.place, user, note)

    async def _tell_employee(self, case: Case, event: str, said: Said) -> None:
        """Tell the employee in private, in the thread of the question if it is there."""
        origin, poster = case.told.origin, self._employees(case).poster
        place = await poster.direct(str(origin["team"]), str(origin["user"]))
        root = origin.get("root") if origin.get("channel") == place.channel else None
        place = replace(place, root=None if root is None else str(root))
        await poster.show(f"case:{case.id}/{event}", place, said)

    async def _asked_at(self, case: Case) -> str | None:
        origin = case.told.origin
        if not origin.get("message"):
            return None
        place = Place(str(origin["team"]), str(origin["channel"]))
        return await self._employees(case).poster.permalink(place, str(origin["message"]))

    async def _employees_words(self, case: Case) -> str:
        return locale(await self._employee(case))

    def _employees(self, case: Case) -> Service:
        """The service in which the employee asked."""
        return self._services[str(case.told.origin["surface"])]

    async def _employee(self, case: Case) -> Account:
        return await self._employees(case).roster.account(str(case.told.origin["user"]))


def _card(case: Case) -> str:
    """The key under which a case's card stands."""
    return f"case:{case.id}"


def _origin(service: Service, submitted: Submitted, asked: Kept | None) -> dict[str, object]:
    """Where it was asked, as the service names it."""
    where: dict[str, object] = {
        "surface": service.surface,
        "team": submitted.team,
        "user": submitted.user,
    }
    if asked is not None and asked.place is not None:
        place = asked.place
        where |= {"channel": place.channel, "root": place.root, "message": asked.message}
    return where
