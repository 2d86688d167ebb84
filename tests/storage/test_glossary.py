from dataclasses import replace

from storage.database import Database
from storage.glossary import Explained, Glossary, KeptTerm
from storage.ledger import Entry, Ledger

PTO = KeptTerm("PTO", "Paid Time Off", "pto", "paid time off")
AL = KeptTerm("AL", "annual leave", "al", "annual leave")
LEAVE = Entry(
    id="leave",
    source="wiki",
    path="leave.md",
    revision="r",
    generation="g1",
    access_id="staff",
    title="Leave",
    url="u",
    version="1",
    status="approved",
    language="en",
    chunks=1,
    synced_at="2026-11-30T12:00:00+00:00",
)


async def test_a_term_is_found_by_either_form_with_its_document_and_access(
    database: Database,
) -> None:
    glossary, ledger = Glossary(database), Ledger(database)
    await glossary.put("leave", "g1", [PTO, AL, PTO])
    await ledger.put(LEAVE)

    told = [Explained("PTO", "Paid Time Off", "leave", "staff")]
    assert await glossary.terms({"pto"}) == told
    assert await glossary.terms({"paid time off", "pto", "nothing"}) == told
    assert await glossary.terms(set()) == []


async def test_a_term_counts_only_in_the_generation_that_is_in_force(database: Database) -> None:
    glossary, ledger = Glossary(database), Ledger(database)
    await glossary.put("leave", "g2", [PTO])
    await ledger.put(LEAVE)
    assert await glossary.terms({"pto"}) == []

    await ledger.put(replace(LEAVE, generation="g2"))
    assert len(await glossary.terms({"pto"})) == 1


async def test_a_draft_explains_nothing(database: Database) -> None:
    glossary, ledger = Glossary(database), Ledger(database)
    await glossary.put("leave", "g1", [PTO])
    await ledger.put(replace(LEAVE, status="draft"))

    assert await glossary.terms({"pto"}) == []


async def test_a_changed_access_holds_for_the_terms_at_once(database: Database) -> None:
    glossary, ledger = Glossary(database), Ledger(database)
    await glossary.put("leave", "g1", [PTO])
    await ledger.put(LEAVE)
    await ledger.set_access("leave", "board")

    (term,) = await glossary.terms({"pto"})
    assert term.access_id == "board"


async def test_terms_are_replaced_with_their_document_and_go_with_it(database: Database) -> None:
    glossary, ledger = Glossary(database), Ledger(database)
    await glossary.put("leave", "g1", [PTO])
    await ledger.put(LEAVE)
    await glossary.put("leave", "g1", [AL])
    assert await glossary.terms({"pto"}) == []
    assert len(await glossary.terms({"al"})) == 1

    await ledger.remove("leave")
    await ledger.put(LEAVE)
    assert await glossary.terms({"al"}) == []


async def test_many_words_are_looked_up_at_once(database: Database) -> None:
    glossary, ledger = Glossary(database), Ledger(database)
    await glossary.put("leave", "g1", [PTO])
    await ledger.put(LEAVE)

    assert len(await glossary.terms({"pto", *map(str, range(2000))})) == 1
