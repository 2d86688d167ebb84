from collections.abc import AsyncIterator, Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.answers import Citation
from connectors.source import UnreadableError
from connectors.verified import NAME, VerifiedAnswers, document_id
from retrieval.access import NOBODY_MAY, Access, access, clause
from retrieval.documents import Kind, Section
from storage.accesses import Accesses
from storage.cases import Told
from storage.database import Database
from storage.exchanges import Opening
from storage.ledger import Entry as Line
from storage.ledger import Ledger
from storage.moments import now, written
from storage.verified import Approval, Entry, Proposal, Refusal, Withdrawal
from tests.sealed import cases_in, entries_in, recorded

ANA, MARTA, IVO = "ana@corp.example", "marta@corp.example", "ivo@corp.example"
LEAVE, PAY = "folder:leave.md", "folder:pay.md"
STAFF, HR, BOSSES = (clause(f"group:{name}") for name in ("staff", "hr", "bosses"))


class House:
    """A ledger with pages in it, and answers that HR proposed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ledger = Ledger(database)
        self.accesses = Accesses(database)
        self.entries = entries_in(database)
        self.source = VerifiedAnswers(self.entries, self.ledger, self.accesses)

    async def page(self, id_: str, given: Access) -> None:
        await self.accesses.add({given.id: given.canonical()})
        await self.ledger.put(
            Line(
                id=id_,
                source="folder",
                path=id_,
                revision="r",
                generation="g",
                access_id=given.id,
                title=id_,
                url="",
                version="1",
                status="approved",
                language=None,
                chunks=1,
                synced_at=written(now()),
            )
        )

    async def proposed(
        self, *cited: str, until: date | None = None, organisation: str | None = None
    ) -> Entry:
        opening = Opening(ANA, "tests", private=True, organisation=organisation)
        exchange_id = await recorded(self.database).open(opening, {}, [])
        told = Told(None, None, (), "", "grounded", "en", {})
        case = await cases_in(self.database).open(exchange_id, ANA, told, due_at=now(), key="k")
        proposal = Proposal(
            case_id=case.id,
            question="Does a second move count?",
            answer="It does, once a year.",
            owner=MARTA,
            until=until,
            cited=cited,
            organisation=organisation,
        )
        return await self.entries.propose(proposal, MARTA, key=case.id, decide=lambda _: None)

    async def approved(
        self,
        *cited: str,
        audience: Sequence[str] = (),
        until: date | None = None,
        organisation: str | None = None,
    ) -> str:
        entry = await self.proposed(*cited, until=until, organisation=organisation)
        await self.entries.change(entry.id, IVO, lambda _: Approval(tuple(audience)))
        return document_id(entry.id)

    async def given(self) -> dict[str, Access]:
        """Who may read what, as the source lists it now."""
        return {item.id: item.access for item in (await self.source.listing()).items}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    house = House(database)
    await house.page(LEAVE, access(STAFF))
    await house.page(PAY, access(HR, BOSSES))
    yield house
    await database.close()


async def test_an_approved_answer_is_a_document_and_no_other_answer_is(house: House) -> None:
    until = now().date() + timedelta(days=1)
    id_ = await house.approved(LEAVE, until=until)
    await house.proposed(LEAVE)
    refused = await house.proposed(LEAVE)
    await house.entries.change(refused.id, IVO, lambda _: Refusal())

    listing = await house.source.listing()

    assert (listing.complete, listing.members, listing.problems) == (True, (), ())
    (item,) = listing.items
    document = await house.source.document(item)
    assert (document.id, document.source) == (id_, house.source.name)
    assert (document.title, document.sections) == (
        "Does a second move count?",
        (Section((), "It does, once a year."),),
    )
    assert (document.owner, document.kind) == (MARTA, Kind.FAQ)
    assert (document.effective_from, document.effective_until) == (now().date(), until)
    assert await house.source.contents(item) == b"It does, once a year."


async def test_a_surface_tells_it_from_a_page_by_its_citation(house: House) -> None:
    id_ = await house.approved(LEAVE)

    def cited(document_id: str) -> Citation:
        return Citation(document_id, "c", "", "", (), "", "", None, None, "en", "")

    assert id_.startswith(f"{NAME}:")
    assert cited(id_).is_verified_answer
    assert not cited(LEAVE).is_verified_answer


async def test_who_may_read_it_may_read_every_page_that_was_cited(house: House) -> None:
    id_ = await house.approved(LEAVE, PAY)

    assert (await house.given())[id_] == access(STAFF, HR, BOSSES)

    narrower = access(HR)
    await house.page(LEAVE, narrower)
    assert (await house.given())[id_] == access(HR, BOSSES)


async def test_a_page_that_is_gone_or_shut_lets_nobody_in_until_it_is_back(house: House) -> None:
    id_ = await house.approved(LEAVE, PAY, audience=("everyone",))

    await house.ledger.remove(PAY)
    assert (await house.given())[id_] == NOBODY_MAY
    await house.page(PAY, NOBODY_MAY)
    assert (await house.given())[id_] == NOBODY_MAY
    await house.page(PAY, access(HR))
    assert (await house.given())[id_] == access(STAFF, HR, clause("everyone"))


async def test_without_a_cited_page_only_the_groups_that_were_named_let_in(house: House) -> None:
    named = await house.approved(audience=("group:staff", "group:hr"))
    unnamed = await house.approved(organisation="north")

    assert await house.given() == {
        named: access(clause("group:staff", "group:hr")),
        unnamed: NOBODY_MAY,
    }


async def test_groups_that_were_named_narrow_what_cited_pages_allow(house: House) -> None:
    id_ = await house.approved(LEAVE, audience=("group:hr",))

    assert (await house.given())[id_] == access(STAFF, HR)


async def test_what_was_asked_in_one_organisation_answers_in_no_other(house: House) -> None:
    id_ = await house.approved(audience=("everyone",), organisation="north")

    assert (await house.given())[id_] == access(clause("everyone"), clause("organisation:north"))


async def test_an_answer_that_was_cited_stands_for_what_it_rests_on(house: House) -> None:
    first = await house.approved(PAY)
    second = await house.approved(first, LEAVE)

    assert (await house.given())[second] == access(HR, BOSSES, STAFF)

    await house.entries.change(first.partition(":")[2], MARTA, lambda _: Withdrawal())
    assert await house.given() == {second: NOBODY_MAY}


async def test_what_is_over_or_withdrawn_is_not_listed_and_no_longer_read(house: House) -> None:
    yesterday = now().date() - timedelta(days=1)
    await house.approved(LEAVE, until=yesterday)
    today = await house.approved(LEAVE, until=now().date())
    (item,) = (await house.source.listing()).items
    assert item.id == today

    await house.entries.change(today.partition(":")[2], MARTA, lambda _: Withdrawal())

    assert await house.given() == {}
    with pytest.raises(UnreadableError, match="withdrawn"):
        await house.source.document(item)
