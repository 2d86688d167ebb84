"""Who is a Teams user? What Teams says of the account now, and why it may get no answer."""

from collections.abc import AsyncIterator

import structlog

from bot.chat.lately import Lately
from bot.chat.ports import RefusedError
from bot.conversation import Refusal
from bot.identity import Account
from bot.surfaces.teams.conversations import Conversations, UnknownConversationError
from bot.surfaces.teams.failing import failing_as_a_chat
from bot.surfaces.teams.references import Reference
from bot.surfaces.teams.transport import Member, Transport
from storage.conversations import Acquaintance

log = structlog.get_logger()

_KEPT = 600.0  # seconds: Teams tells of no changes
_BOTS = "28:"
_EXTERNAL = "#ext#"  # in the name of a guest's account
_ROLES = {"guest": Refusal.GUEST, "anonymous": Refusal.STRANGER}


class Roster:
    """The accounts of `tenant`, each asked for when it is needed and kept for some minutes.

    Somebody is asked for in a conversation that they are in: in private, else where they last
    wrote, else in `also_in`, ids of conversations such as HR's, else in a new private one.
    """

    def __init__(
        self,
        transport: Transport,
        conversations: Conversations,
        tenant: str | None,
        *,
        also_in: tuple[str, ...] = (),
    ) -> None:
        self._transport = transport
        self._conversations = conversations
        self._tenant = tenant and tenant.casefold()
        self._also_in = also_in
        self._members = Lately(self._asked, kept=_KEPT)

    async def account(self, user: str) -> Account:
        """Say who somebody is, by Teams' id or by that of the company's directory.

        Raises `RefusedError` where it is the bot itself that Teams does not take.
        """
        met = await self._conversations.somebody(user)
        member = await self._members.told(user if met is None else met.user)
        if member is None:
            tenant = self._tenant or ""
            return Account(f"teams:{tenant}/{user}", "", None, refusal=Refusal.UNVERIFIABLE)
        account = self.read(member, met)
        if account.refusal is None:
            await self._conversations.is_on_record_as(member.user, account.asker)
        return account

    async def forget(self, user: str) -> None:
        """Ask anew the next time."""
        met = await self._conversations.somebody(user)
        await self._members.forget(user if met is None else met.user)

    def keep(self, member: Member) -> None:
        """Keep what was told of somebody where all who are there were asked for."""
        self._members.keep(member.user, member)
        if member.object_id is not None:
            self._members.keep(member.object_id, member)

    def read(self, member: Member, met: Acquaintance | None) -> Account:
        """Say who a member is whom the bot may have met; what Teams does not say is refused.

        The e-mail is what Teams tells as such: the name of an account may look like one.
        """
        tenant = self._tenant or member.tenant or ""
        refusal = self._refusal(member, met)
        return Account(
            id=f"teams:{tenant}/{member.object_id or member.user}",
            name=member.name,
            email=member.email.casefold() if member.email and refusal is None else None,
            locale="" if met is None else met.locale,
            refusal=refusal,
        )

    def _refusal(self, member: Member, met: Acquaintance | None) -> Refusal | None:
        """Find the reason not to answer.

        A guest has our own tenant, so that only their role and the name of their account tell.
        """
        name = (member.principal_name or "").casefold()
        if member.user.startswith(_BOTS):
            return Refusal.BOT
        if member.role in _ROLES:
            return _ROLES[member.role]
        is_foreign = self._tenant is not None and member.tenant not in (None, self._tenant)
        is_told = None not in (member.object_id, member.tenant, member.principal_name)
        is_as_met = met is None or met.object_id in (None, member.object_id)
        reasons = {
            Refusal.FOREIGN: is_foreign,
            Refusal.GUEST: _EXTERNAL in name,
            Refusal.UNVERIFIABLE: not is_told or member.role != "user" or not is_as_met,
            Refusal.NO_EMAIL: not member.email,
        }
        return next((refusal for refusal, holds in reasons.items() if holds), None)

    async def _asked(self, user: str) -> Member | None:
        """Ask for somebody where they may be, one place after another."""
        async for place in self._places(user):
            member = await self._member(place, user)
            if member is not None:
                return member
        log.warning("account not told", user=user)
        return None

    async def _member(self, place: Reference, user: str) -> Member | None:
        """Ask for somebody in one place; another's account, or none, is not theirs."""
        try:
            with failing_as_a_chat():
                member = await self._transport.member(place, user)
        except RefusedError as error:
            if error.is_of_ours:
                raise
            log.info("account not told here", reason=error.code)
            return None
        is_theirs = member is not None and user.casefold() in (
            member.user.casefold(),
            member.object_id,
        )
        return member if is_theirs else None

    async def _places(self, user: str) -> AsyncIterator[Reference]:
        for place in await self._conversations.where(user):
            yield place
        for channel in self._also_in:
            known = await self._conversations.conversation(channel)
            if known is not None:
                yield Reference.from_json(known.place)
        private = await self._opened(user)
        if private is not None:
            yield private

    async def _opened(self, user: str) -> Reference | None:
        """Open the personal chat with somebody: nothing is seen of it. None where Teams won't."""
        try:
            known = await self._conversations.any()
            with failing_as_a_chat():
                private = await self._transport.create_conversation(known, user)
        except UnknownConversationError:
            return None
        except RefusedError as error:
            if error.is_of_ours:
                raise
            return None
        await self._conversations.found(private, user)
        return private
