"""How do the HR desk's cases live in Slack? In HR's own channel, and in each employee's messages.

The desk (`bot.escalation`) decides what may be done; here it is only shown. Whoever acts as HR is
a member of HR's channel, which must be private and internal: else no card is put there.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Any

import structlog

from bot.escalation import HrDesk
from bot.escalation_wording import CaseError
from bot.identity import Account
from bot.surfaces.slack.asking import Asking, Kept
from bot.surfaces.slack.calling import SlackRefusedError, SlackUnavailableError, Ts
from bot.surfaces.slack.channels import Channels
from bot.surfaces.slack.drawing import notes
from bot.surfaces.slack.drawing.blocks import Drawn
from bot.surfaces.slack.drawing.cases import case_card, verified_card
from bot.surfaces.slack.events import Place, Pressed, Submitted
from bot.surfaces.slack.people import Roster
from bot.surfaces.slack.posting import Poster
from bot.surfaces.slack.replies import locale
from bot.surfaces.slack.viewing import case_view, verified_view
from bot.verification import Verification, needs_audience
from storage.cases import Case
from storage.moments import now
from storage.people import People
from storage.verified import Entry

log = structlog.get_logger()

_ENGLISH = "en"


class Casework:
    """Cases and verified answers, as far as Slack is where they are worked on.

    `channel` is HR's, in the workspace `team`; `learned` is called when a verified answer was let
    in, so that it is found.
    """

    def __init__(  # noqa: PLR0913  # what it talks to
        self,
        desk: HrDesk,
        verification: Verification,
        people: People,
        *,
        asking: Asking,
        poster: Poster,
        roster: Roster,
        channels: Channels,
        home: Place,
        hours: int,
        hr: Callable[[str], str],
        learned: Callable[[], Awaitable[None]],
    ) -> None:
        self._desk = desk
        self._verification = verification
        self._people = people
        self._asking = asking
        self._poster = poster
        self._roster = roster
        self._channels = channels
        self._home = home
        self._hours = hours
        self._hr = hr
        self._learned = learned

    async def opened(self, submitted: Submitted, event: str) -> None:
        """Open a case, put its card before HR, and tell the employee."""
        account = await self._roster.account(submitted.user)
        kept = await self._asking.kept(submitted.about)
        values = submitted.values
        try:
            case = await self._desk.open(
                submitted.about,
                account.asker,
                note=str(values.get("note") or ""),
                with_text=not values.get("leave_out"),
                question=str(values["question"]) if values.get("question") else None,
                origin=_origin(submitted, kept),
                key=event,
            )
        except CaseError as error:
            await self._tell(f"case:{event}", submitted.user, notes.note(error.told(locale(account))))
            return
        if await self.show_card(case):
            told = notes.case_opened(case.id, self._hours, locale(account))
        else:
            told = notes.hr_unreachable(locale(account), self._hr(locale(account)))
        await self._poster.show(f"case:{case.id}/opened", await self._employees_place(case), [told])

    async def show_card(self, case: Case) -> bool:
        """Let a case's card stand in HR's channel as the case is now; False where it cannot."""
        try:
            if not await self._channels.is_internal_and_private(self._home.channel):
                log.error("hr channel is not private, or cannot be seen", case=case.id)
                return False
            view = await case_view(case, self._name, _ENGLISH, now())
            await self._poster.show(f"case:{case.id}", self._home, case_card(view))
        except (SlackRefusedError, SlackUnavailableError) as error:
            log.error("hr channel unreachable", case=case.id, reason=str(error))  # noqa: TRY400  # told
            return False
        return True

    async def pressed(self, pressed: Pressed, event: str) -> None:
        """Do what a button on a card says, if whoever pressed it is of HR."""
        account = await self._of_hr(pressed.user, pressed.place)
        if account is None:
            return
        try:
            match pressed.action:
                case "case_claim":
                    await self._after(await self._desk.claim(pressed.value, account.asker, key=event))
                case "case_resolve":
                    case = await self._desk.resolve(pressed.value, account.asker, key=event)
                    await self._after(case)
                    words = await self._employees_words(case)
                    await self._tell_employee(case, event, [notes.hr_closed(case.id, words)])
                case _:
                    await self._verified(pressed, account)
        except CaseError as error:
            await self._object(pressed, account, error, event)

    async def wrote(self, submitted: Submitted, event: str) -> None:
        """Do what a form of HR's says, if whoever filled it in is of HR."""
        account = await self._of_hr(submitted.user, self._home)
        if account is None:
            return
        case_id, values, by = submitted.about, submitted.values, account.asker
        try:
            match submitted.form:
                case "case_reply":
                    text = str(values["text"])
                    case = await self._desk.reply(case_id, by, text, key=event)
                    await self._said_to_employee(case, account, text, event)
                case "case_ask_back":
                    text = str(values["text"])
                    case = await self._desk.ask_back(case_id, by, text, key=event)
                    await self._asked_employee(case, account, text, event)
                case "case_reassign":
                    heir = await self._of_hr(str(values["user"]), self._home)
                    if heir is not None:
                        case = await self._desk.reassign(case_id, by, heir.asker, key=event)
                        await self._after(case)
                case "case_save":
                    await self._proposed(case_id, account, values, event)
                case "verified_audience":
                    await self._approved(case_id, account, [str(values["audience"])])
        except CaseError as error:
            await self._object(
                Pressed(self._home, None, submitted.user, "", ""), account, error, event
            )

    async def answered(self, submitted: Submitted, event: str) -> None:
        """Hand on to HR what the employee says to what HR asked."""
        account = await self._roster.account(submitted.user)
        try:
            text = str(submitted.values["text"])
            case = await self._desk.answer_back(submitted.about, account.asker, text, key=event)
        except CaseError as error:
            await self._tell(f"case:{event}", submitted.user, notes.note(error.told(locale(account))))
            return
        await self._after(case)
        await self._tell_employee(case, event, [notes.passed_on(case.id, locale(account))])

    async def remind(self, case: Case) -> None:
        """Remind HR of a case whose time is over; its card is put there where it never was."""
        if await self.show_card(case):
            note = notes.overdue(case.id, _ENGLISH)
            thread = await self._card(case)
            await self._poster.show(f"reminder:{case.reminder}", thread, [note])

    async def _after(self, case: Case) -> None:
        await self.show_card(case)

    async def _said_to_employee(self, case: Case, by: Account, text: str, event: str) -> None:
        words = await self._employees_words(case)
        asked_at = await self._asked_at(case)
        drawn = notes.hr_replied(text, await self._name(by.asker), asked_at, words)
        await self._tell_employee(case, event, drawn)
        await self._after(case)

    async def _asked_employee(self, case: Case, by: Account, text: str, event: str) -> None:
        words = await self._employees_words(case)
        asked_at = await self._asked_at(case)
        drawn = notes.hr_asks(text, await self._name(by.asker), case.id, asked_at, words)
        await self._tell_employee(case, event, drawn)
        await self._after(case)

    async def _proposed(
        self, case_id: str, account: Account, values: Mapping[str, Any], event: str
    ) -> None:
        owner = await self._roster.account(str(values["owner"]))
        until = values.get("until")
        entry = await self._verification.propose(
            case_id,
            account.asker,
            question=str(values["question"]),
            answer=str(values["answer"]),
            owner=owner.asker,
            until=None if until is None else date.fromisoformat(str(until)),
            key=event,
        )
        await self._show_entry(entry)

    async def _verified(self, pressed: Pressed, account: Account) -> None:
        match pressed.action:
            case "verified_approve":
                entry = await self._verification.entry(pressed.value)
                if not needs_audience(entry):  # else a form asks for it
                    await self._approved(pressed.value, account, [])
            case "verified_refuse":
                await self._show_entry(
                    await self._verification.refuse(pressed.value, account.asker)
                )
            case "verified_withdraw":
                await self._show_entry(
                    await self._verification.withdraw(pressed.value, account.asker)
                )

    async def _approved(self, entry_id: str, account: Account, audience: list[str]) -> None:
        entry = await self._verification.approve(entry_id, account.asker, audience=audience)
        await self._show_entry(entry)
        await self._learned()

    async def _show_entry(self, entry: Entry) -> None:
        if not await self._channels.is_internal_and_private(self._home.channel):
            return
        view = await verified_view(entry, self._name, _ENGLISH)
        await self._poster.show(f"verified:{entry.id}", self._home, verified_card(view))

    async def _of_hr(self, user: str, place: Place) -> Account | None:
        """Somebody of HR: an employee, in HR's channel, where the card is."""
        account = await self._roster.account(user)
        is_there = place.channel == self._home.channel
        is_member = is_there and await self._channels.has(self._home.channel, user)
        if account.refusal is None and is_member:
            return account
        log.warning("not of hr", user=user, channel=place.channel)
        return None

    async def _object(
        self, pressed: Pressed, account: Account, error: CaseError, event: str
    ) -> None:
        who = await self._name(error.who) if error.who else ""
        note = notes.note(error.told(locale(account), who))
        place = Place(self._home.team, self._home.channel)
        await self._poster.whisper(f"objection:{event}", place, pressed.user, note)

    async def _tell_employee(self, case: Case, event: str, drawn: list[Drawn]) -> None:
        await self._poster.show(f"case:{case.id}/{event}", await self._employees_place(case), drawn)

    async def _tell(self, key: str, user: str, note: Drawn) -> None:
        channel = await self._poster.direct(user)
        await self._poster.show(key, Place(self._home.team, channel), [note])

    async def _employees_place(self, case: Case) -> Place:
        """Where the employee is told: in the direct messages, in the thread of the question."""
        origin = case.told.origin
        channel = await self._poster.direct(str(origin["user"]))
        root = origin.get("root") if origin.get("channel") == channel else None
        return Place(self._home.team, channel, None if root is None else Ts(str(root)))

    async def _asked_at(self, case: Case) -> str | None:
        origin = case.told.origin
        if not origin.get("ts"):
            return None
        return await self._poster.permalink(str(origin["channel"]), Ts(str(origin["ts"])))

    async def _employees_words(self, case: Case) -> str:
        return locale(await self._roster.account(str(case.told.origin["user"])))

    async def _card(self, case: Case) -> Place:
        root = await self._poster.reference(f"case:{case.id}")
        return Place(self._home.team, self._home.channel, root)

    async def _name(self, email: str) -> str:
        names = sorted(await self._people.names(email))
        return names[0] if names else email


def _origin(submitted: Submitted, kept: Kept | None) -> dict[str, object]:
    """Where it was asked, as Slack names it."""
    place = None if kept is None else kept.place
    where = {} if place is None else {"channel": place.channel, "root": place.root}
    return {"surface": "slack", "team": submitted.team, "user": submitted.user, **where} | (
        {} if kept is None or kept.ts is None else {"ts": kept.ts}
    )
