"""A desk over a database of its own, and questions that were asked."""

from collections.abc import Awaitable, Mapping

import pytest

from bot.escalation import HrDesk
from bot.escalation_wording import CaseError
from storage.cases import Case
from storage.database import Database
from storage.exchanges import Opening
from tests.sealed import cases_in, recorded

ANA, MARTA, IVO = "ana@corp.example", "marta@corp.example", "ivo@corp.example"
QUESTION = "How many days do I get when I move?"
ASKED: Mapping[str, object] = {
    "question": QUESTION,
    "language": "en",
    "principals": ["everyone", "group:staff"],
}
CITATION = {
    "document_id": "folder:leave.md",
    "title": "Leave",
    "heading": ["Moving house"],
    "url": "https://wiki.example/leave#moving",
    "quote": "Two days.",
}
ANSWER: Mapping[str, object] = {
    "kind": "grounded",
    "answer": {
        "frame": "From the policies:",
        "statements": [
            {"text": "Two days.", "citations": [CITATION]},
            {"text": "They are paid.", "citations": [CITATION]},
        ],
        "steps": [],
        "missing": "",
    },
}
HOURS = 24
ORIGIN = {"channel": "C1"}


class House:
    """A desk, and those who ask it."""

    def __init__(self, database: Database) -> None:
        self.exchanges = recorded(database)
        self.desk = HrDesk(cases_in(database), self.exchanges, hours=HOURS)

    async def asked(
        self,
        asked: Mapping[str, object] = ASKED,
        answer: Mapping[str, object] = ANSWER,
        *,
        by: str = ANA,
    ) -> str:
        opening = Opening(by, "tests", private=True)
        exchange_id = await self.exchanges.open(opening, asked, [])
        await self.exchanges.append(exchange_id, "answered", answer)
        return exchange_id

    async def opened(self) -> Case:
        return await self.open(await self.asked())

    async def open(self, exchange_id: str, *, with_text: bool = True, key: str = "k0") -> Case:
        return await self.desk.open(
            exchange_id, ANA, note="Soon, please.", with_text=with_text, origin=ORIGIN, key=key
        )

    async def kinds(self, case: Case) -> list[str]:
        return [event.kind for event in await self.exchanges.events(case.exchange_id)]


async def refused(doing: Awaitable[object]) -> CaseError:
    with pytest.raises(CaseError) as raised:
        await doing
    return raised.value
