"""What stands where a form does? Some services draw a form in place of what a button was on.

Whoever closes or sends the form sees that again, as it is by then.
"""

from bot.chat.events import Pressed
from bot.chat.hr_channel import LANGUAGE, HrChannel
from bot.chat.kept import read_kept
from bot.chat.own_data import OwnData
from bot.chat.ports import Service
from bot.chat.replies import Replies, locale
from bot.chat.viewing import case_view, verified_view
from bot.escalation import HrDesk
from bot.escalation_wording import CaseError
from bot.saying import notes
from bot.saying.cases import case_card, verified_card
from bot.saying.parts import Said
from bot.verification import Verification
from storage.cases import Deed
from storage.exchanges import Exchanges
from storage.moments import now


class Behind:
    """Words once more what a button is on; shows nobody more than stood there."""

    def __init__(  # noqa: PLR0913  # whatever has buttons
        self,
        service: Service,
        exchanges: Exchanges,
        *,
        replies: Replies,
        own_data: OwnData,
        desk: HrDesk,
        verification: Verification,
        hr_channel: HrChannel | None,
    ) -> None:
        self._service = service
        self._exchanges = exchanges
        self._replies = replies
        self._own_data = own_data
        self._desk = desk
        self._verification = verification
        self._hr_channel = hr_channel

    async def said(self, pressed: Pressed) -> Said | None:
        """Word it; None where there is nothing any more, or nothing for whoever pressed."""
        try:
            match pressed.action.split("_"):
                case ["case", "answer"]:
                    return await self._asked_back(pressed)
                case ["case" | "verified" as kind, *_]:
                    return await self._hrs(pressed, is_case=kind == "case")
                case ["privacy", *_]:
                    return await self._own_data.summary(pressed.user)
                case _:
                    return await self._answer(pressed)
        except CaseError:
            return None

    async def _answer(self, pressed: Pressed) -> Said | None:
        kept = await read_kept(self._exchanges, pressed.value.partition(":")[0])
        if kept is None or not kept.is_on(pressed):
            return None
        return await self._replies.again(kept, pressed.user)

    async def _asked_back(self, pressed: Pressed) -> Said | None:
        account = await self._service.roster.account(pressed.user)
        case = await self._desk.case(pressed.value)
        asked = [event for event in case.events if event.deed is Deed.ASKED_BACK]
        if case.asker != account.asker or self._hr_channel is None or not asked:
            return None
        name = await self._hr_channel.name(asked[-1].by)
        return notes.hr_asks(asked[-1].text, name, case.id, None, locale(account))

    async def _hrs(self, pressed: Pressed, *, is_case: bool) -> Said | None:
        channel = self._hr_channel
        if channel is None or await channel.member(pressed.user, pressed.place) is None:
            return None
        if is_case:
            case = await self._desk.case(pressed.value)
            return case_card(await case_view(case, channel.name, LANGUAGE, now()))
        entry = await self._verification.entry(pressed.value)
        return verified_card(await verified_view(entry, channel.name, LANGUAGE))
