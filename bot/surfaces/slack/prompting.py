"""What has to happen within Slack's three seconds? A dialog opens, a command gets its first words.

Nothing hangs on it: a dialog that did not open is opened by another click, and what is sent from
one is checked again when it is worked on.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Audience
from bot.conversation import Message
from bot.escalation import HrDesk
from bot.escalation_wording import CaseError
from bot.identity import Account
from bot.library import Library
from bot.recorded import citations_of
from bot.surfaces.slack.asking import Asking, Kept, is_on
from bot.surfaces.slack.calling import once
from bot.surfaces.slack.channels import Channels
from bot.surfaces.slack.drawing import hints, modals, notes
from bot.surfaces.slack.drawing.audience import verified_audience
from bot.surfaces.slack.drawing.blocks import Block
from bot.surfaces.slack.drawing.sources import Source, numbered
from bot.surfaces.slack.events import Commanded, Place, Pressed, read
from bot.surfaces.slack.handling import PRIVACY
from bot.surfaces.slack.people import Roster
from bot.surfaces.slack.replies import Address, locale
from bot.surfaces.slack.viewing import sources
from bot.verification import Verification, needs_audience

log = structlog.get_logger()

_NAME = "Policybot"


class Prompting:
    """Opens dialogs; each shows a person only what they may see of an exchange or a case."""

    def __init__(  # noqa: PLR0913  # what dialogs show
        self,
        client: AsyncWebClient,
        bot: str,
        *,
        asking: Asking,
        roster: Roster,
        channels: Channels,
        audience: Audience,
        library: Library,
        desk: HrDesk,
        verification: Verification,
        home: Place | None,
        address: Address,
        hr: Callable[[str], str],
    ) -> None:
        self._client = client
        self._bot = bot
        self._asking = asking
        self._roster = roster
        self._channels = channels
        self._audience = audience
        self._library = library
        self._desk = desk
        self._verification = verification
        self._home = home
        self._address = address
        self._hr = hr

    async def opens(self, payload: Mapping[str, object]) -> None:
        """Open the dialog that a click asks for, if it asks for one."""
        pressed = read(payload, self._bot)
        if not isinstance(pressed, Pressed):
            return
        account = await self._roster.account(pressed.user)
        if account.refusal is not None:
            return
        try:
            view = await self._view(pressed, account)
        except CaseError as error:
            view = self._message(error.told(locale(account)), locale(account))
        if view is not None:
            trigger = str(payload["trigger_id"])
            await once("views.open", lambda: self._client.views_open(trigger_id=trigger, view=view))

    async def objections(self, payload: Mapping[str, object]) -> dict[str, str]:
        """Say what is wrong with what was typed, where that can be told at once, and to HR alone.

        What was typed is compared with what the employee wrote: to others that would tell of it.
        """
        submitted: Any = payload
        view, user = submitted["view"], str(submitted["user"]["id"])
        if view["callback_id"] != "case_save" or not await self._is_of_hr(user):
            return {}
        typed = {
            name: element.get("value") or ""
            for fields in view["state"]["values"].values()
            for name, element in fields.items()
        }
        words = locale(await self._roster.account(user))
        for field in ("question", "answer"):
            error = await self._verification.objection(view["private_metadata"], typed[field])
            if error is not None:
                return {field: error.told(words)}
        return {}

    def closing(self, payload: Mapping[str, object]) -> dict[str, object] | None:
        """Close every dialog once it is sent: what comes of it comes as a message."""
        del payload
        return None

    def commanded(self, payload: Mapping[str, object]) -> str:
        """Word what whoever typed a command sees at once."""
        command = read(payload, self._bot)
        if not isinstance(command, Commanded):
            return ""
        text = command.text.casefold()
        if text in PRIVACY:
            return hints.hints("en").command_privacy
        return hints.hints("en").command_taken if text else hints.hints("en").command_help

    async def _view(self, pressed: Pressed, account: Account) -> Block | None:  # noqa: PLR0911  # each
        match pressed.action.split("_"):
            case ["ask", "hr"]:
                return await self._ask_hr(pressed.value, account)
            case ["feedback"]:
                exchange_id, _, verdict = pressed.value.partition(":")
                is_bad = verdict == "bad"
                return modals.feedback_reason(exchange_id, locale(account)) if is_bad else None
            case ["show", "passage", *_]:
                return await self._passage(pressed, account)
            case ["share"]:
                return await self._share(pressed, account)
            case ["privacy", "delete"]:
                return modals.privacy_delete(locale(account))
            case ["case" | "verified", *_]:
                return await self._of_desk(pressed, account)
            case _:
                return None

    async def _ask_hr(self, exchange_id: str, account: Account) -> Block:
        words = locale(account)
        said = await self._desk.draft(exchange_id, account.asker)
        if (case := await self._desk.case_of(exchange_id)) is not None:
            return self._message(hints.asked_already(case.id, words), words)
        return modals.ask_hr(
            modals.AskHrView(
                exchange_id=exchange_id,
                question=said.question,
                answer=said.answer,
                sources=sources(said.citations),
                who=self._hr(words),
                locale=words,
                today=_today(),
            )
        )

    async def _passage(self, pressed: Pressed, account: Account) -> Block | None:
        """Show the words behind a citation to somebody who may read the page they are of."""
        exchange_id, _, number = pressed.value.partition(":")
        kept = await self._asking.kept(exchange_id)
        if kept is None or not is_on(kept, pressed):
            return self._message(notes.gone(locale(account)).text, locale(account))
        source = next((s for s in self._sources(kept) if str(s.number) == number), None)
        if source is None or not await self._may_read(account, source):
            return self._message(notes.gone(locale(account)).text, locale(account))
        return modals.passage(source, exchange_id, locale(account), _today())

    async def _share(self, pressed: Pressed, account: Account) -> Block | None:
        """Warn whoever shares an answer, of what would be shown to whom."""
        words = locale(account)
        kept = await self._asking.kept(pressed.value)
        if kept is None or kept.origin is None or account.asker.casefold() != kept.opening.asker:
            return self._message(notes.not_yours(words).text, words)
        listeners = await self._channels.listeners(kept.origin.channel)
        if listeners.refused is not None:
            return self._message(notes.refused(listeners.refused, words).text, words)
        if listeners.refusal(account.email) is not None:  # they have left it
            return self._message(hints.not_postable(words).text, words)
        before = Message(kept.question, account.asker, "slack", private=False)
        everybody = (await self._audience.readers(before)).together
        shown = self._sources(kept)
        open_to_all = await self._library.readable([s.first.document_id for s in shown], everybody)
        return modals.share(
            modals.ShareView(
                exchange_id=kept.id,
                channel=listeners.name,
                people=len(listeners.emails),
                sources=[s for s in shown if s.first.document_id in open_to_all],
                locale=words,
                today=_today(),
            )
        )

    async def _of_desk(self, pressed: Pressed, account: Account) -> Block | None:
        words, case_id = locale(account), pressed.value
        if pressed.action == "case_answer":
            case = await self._desk.case(case_id)
            if case.asker != account.asker:
                return self._message(notes.not_yours(words).text, words)
            asked = [event.text for event in case.events if event.kind == "asked_back"]
            return modals.case_answer(case_id, asked[-1] if asked else "", words)
        if self._home is None or pressed.place.channel != self._home.channel:
            return None
        if not await self._is_of_hr(pressed.user):
            return None
        return await self._of_hr(pressed, words)

    async def _is_of_hr(self, user: str) -> bool:
        account = await self._roster.account(user)
        if self._home is None or account.refusal is not None:
            return False
        return await self._channels.has(self._home.channel, user)

    async def _of_hr(self, pressed: Pressed, words: str) -> Block | None:  # noqa: PLR0911  # each
        if pressed.action == "verified_approve":
            entry = await self._verification.entry(pressed.value)
            if not needs_audience(entry):
                return None
            groups = await self._verification.audiences()
            return verified_audience(entry.id, groups, words)
        case = await self._desk.case(pressed.value)
        question = case.told.question or ""
        match pressed.action:
            case "case_reply":
                return modals.case_reply(case.id, question, words)
            case "case_ask_back":
                return modals.case_ask_back(case.id, question, words)
            case "case_reassign":
                return modals.case_reassign(case.id, words)
            case "case_save":
                replies = [event.text for event in case.events if event.kind == "answered"]
                return modals.case_save(
                    case.id, question, replies[-1] if replies else "", words, _today()
                )
            case _:
                return None

    def _message(self, text: str, words: str) -> Block:
        return hints.message(_NAME, text, words)

    def _sources(self, kept: Kept) -> tuple[Source, ...]:
        return numbered(
            citations_of(kept.answer), lambda n, cited: self._address(kept.id, n, cited)
        )

    async def _may_read(self, account: Account, source: Source) -> bool:
        message = Message("", account.asker, "slack")
        reader = (await self._audience.readers(message)).together
        document_id = source.first.document_id
        return document_id in await self._library.readable([document_id], reader)


def _today() -> date:
    return date.today()  # noqa: DTZ011  # the day of whoever reads, as far as it is known
