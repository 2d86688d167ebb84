from pathlib import Path

import pytest

from bot.vocabulary import Vocabulary, operators_glossary
from connectors.explaining import keep_terms
from retrieval.documents import Document, Section
from retrieval.glossary import GlossaryError, edited
from storage.database import Database
from storage.glossary import Glossary
from storage.ledger import Entry, Ledger


async def explained(database: Database, name: str, text: str, *, access: str) -> None:
    """Put a document that explains something in force, under an access."""
    document = Document(
        id=name,
        source="s",
        path=f"{name}.md",
        title=name,
        url="u",
        version="1",
        sections=(Section((), text),),
    )
    await keep_terms(Glossary(database), document, "g")
    await Ledger(database).put(
        Entry(
            id=name,
            source="s",
            path=document.path,
            revision="r",
            generation="g",
            access_id=access,
            title=name,
            url="u",
            version="1",
            status="approved",
            language="en",
            chunks=1,
            synced_at="2026-11-30T12:00:00+00:00",
        )
    )


async def test_a_term_is_only_used_for_whoever_may_read_the_document_that_explains_it(
    database: Database,
) -> None:
    await explained(database, "merger", "Project Blue Heron (PBH) is secret.", access="board")
    vocabulary = Vocabulary(Glossary(database), edited("{}"))

    board = await vocabulary.expansions("what is PBH?", "en", lambda access: access == "board")
    staff = await vocabulary.expansions("what is PBH?", "en", lambda access: access == "staff")

    assert board == ("Project Blue Heron",)
    assert staff == ()


async def test_the_long_form_is_not_shortened_by_what_may_not_be_read(database: Database) -> None:
    await explained(database, "merger", "Project Blue Heron (PBH) is secret.", access="board")
    vocabulary = Vocabulary(Glossary(database), edited("{}"))

    assert await vocabulary.expansions("project blue heron?", "en", lambda _: False) == ()
    assert await vocabulary.expansions("project blue heron?", "en", lambda _: True) == ("PBH",)


async def test_operators_win_over_documents_and_hold_for_everyone(database: Database) -> None:
    await explained(database, "leave", "Paid Time Off (PTO). Annual Leave (AL).", access="staff")
    told = edited('{"PTO": "personal time off", "AL": null, "ERG": "employee resource group"}')
    vocabulary = Vocabulary(Glossary(database), told)

    everything = await vocabulary.expansions("PTO, AL or ERG?", "en", lambda _: True)
    nothing = await vocabulary.expansions("PTO, AL or ERG?", "en", lambda _: False)

    assert set(everything) == set(nothing) == {"personal time off", "employee resource group"}


def test_no_file_says_nothing_and_a_bad_one_is_told(tmp_path: Path) -> None:
    assert operators_glossary(tmp_path / "glossary.json").terms == {}
    for content in (b"{", b"[]", b"\xff\xfe"):
        (tmp_path / "bad.json").write_bytes(content)
        with pytest.raises(GlossaryError, match=r"bad\.json"):
            operators_glossary(tmp_path / "bad.json")
    with pytest.raises(GlossaryError, match="cannot be read"):
        operators_glossary(tmp_path)
