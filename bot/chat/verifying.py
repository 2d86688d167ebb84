"""How does HR make an answer to one employee an answer to others?"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date

import structlog

from bot.chat.events import Pressed, Submitted
from bot.chat.hr_channel import LANGUAGE, HrChannel
from bot.chat.ports import RefusedError
from bot.chat.viewing import verified_view
from bot.identity import Account
from bot.saying.cases import verified_card
from bot.verification import Verification, needs_audience
from storage.verified import Entry, EntryState

log = structlog.get_logger()


class Verifying:
    """The cards of verified answers; `learned` is called when one was let in, to be found.

    What may not be done raises `CaseError`.
    """

    def __init__(
        self,
        verification: Verification,
        channel: HrChannel,
        *,
        learned: Callable[[], Awaitable[None]],
    ) -> None:
        self._verification = verification
        self._channel = channel
        self._roster = channel.service.roster
        self._poster = channel.service.poster
        self._learned = learned

    async def pressed(self, pressed: Pressed, account: Account) -> None:
        """Approve, refuse or withdraw, as somebody of HR."""
        entry_id, by = pressed.value, account.asker
        match pressed.action:
            case "verified_approve":
                if not needs_audience(await self._verification.entry(entry_id)):
                    await self.approve(entry_id, account, ())
            case "verified_refuse":
                await self._show(await self._verification.refuse(entry_id, by))
            case "verified_withdraw":
                await self._show(await self._verification.withdraw(entry_id, by))
            case _:
                raise ValueError(f"{pressed.action!r} is no button of a verified answer.")

    async def propose(self, submitted: Submitted, account: Account, event: str) -> None:
        """Propose what was filled in."""
        values = submitted.values
        owner = await self._roster.account(str(values["owner"]))
        until = values.get("until")
        entry = await self._verification.propose(
            submitted.about,
            account.asker,
            question=str(values["question"]),
            answer=str(values["answer"]),
            owner=owner.asker,
            until=None if until is None else date.fromisoformat(str(until)),
            key=event,
        )
        await self._show(entry)

    async def approve(self, entry_id: str, account: Account, audience: Sequence[str]) -> None:
        """Let an answer in, for those whom its pages or the chosen group let in."""
        entry = await self._verification.approve(entry_id, account.asker, audience=audience)
        await self._show(entry)
        await self._learned()

    async def catch_up(self) -> None:
        """Show HR the proposals that its channel could not take before."""
        for entry in await self._verification.all(EntryState.PROPOSED):
            if await self._poster.reference(_card(entry)) is None:
                await self._show(entry)

    async def _show(self, entry: Entry) -> None:
        if not await self._channel.is_sound():
            return
        view = await verified_view(entry, self._channel.name, LANGUAGE)
        try:
            await self._poster.show(_card(entry), self._channel.place, verified_card(view))
        except RefusedError as error:
            log.error("hr channel unreachable", entry=entry.id, reason=error.code)  # noqa: TRY400  # that is all


def _card(entry: Entry) -> str:
    """The key under which a verified answer's card stands."""
    return f"verified:{entry.id}"
