from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.identity import Identity
from bot.opened import Pdf
from bot.reading import Reading
from connectors.source import SourceUnavailableError, UnreadableError
from retrieval.documents import Document
from storage.database import Database
from storage.people import Known, People
from tests.fakes.shelf import Shelf

ANA, BEN = "ana@corp.example", "ben@corp.example"


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[People]:
    database = Database(tmp_path / "people.sqlite")
    await database.open()
    people = People(database)
    await people.replace(
        "shelf",
        [Known(ANA, "Ana", "", (("group:hr", None),)), Known(BEN, "Ben", "", ())],
    )
    yield people
    await database.close()


@pytest.fixture
def shelf() -> Shelf:
    shelf = Shelf()
    shelf.put("leave.md", "Sixteen weeks.")
    shelf.put("pay.md", "Band C ends at 61,000.", "group:hr")
    return shelf


@pytest.fixture
def reading(people: People, shelf: Shelf) -> Reading:
    return Reading(Identity(people), shelf, listed_for=0)


async def test_a_document_opens_for_whoever_may_read_it_and_for_nobody_else(
    reading: Reading, shelf: Shelf
) -> None:
    assert await reading.open("pay.md", ANA) == shelf.pages["pay.md"]
    assert await reading.open("pay.md", ANA.upper()) == shelf.pages["pay.md"]
    assert await reading.open("pay.md", BEN) is None
    assert await reading.open("leave.md", BEN) == shelf.pages["leave.md"]
    assert shelf.reads == {"pay.md": 2, "leave.md": 1}


async def test_what_is_open_to_everyone_is_shut_to_strangers(reading: Reading) -> None:
    assert await reading.open("leave.md", "eve@elsewhere.example") is None
    assert await reading.open("leave.md", "") is None


@pytest.mark.parametrize(
    "path", ["", "gone.md", "../leave.md", "/leave.md", "./leave.md", "LEAVE.md"]
)
async def test_only_what_is_listed_can_be_opened(reading: Reading, path: str) -> None:
    assert await reading.open(path, ANA) is None


async def test_the_access_of_now_counts(reading: Reading, shelf: Shelf, people: People) -> None:
    shelf.put("leave.md", "Sixteen weeks.", "group:hr")
    assert await reading.open("leave.md", BEN) is None
    await people.replace("shelf", [Known(BEN, "Ben", "", (("group:hr", None),))])
    assert await reading.open("leave.md", BEN) is not None
    assert await reading.open("leave.md", ANA) is None


async def test_a_listing_is_kept_for_a_moment_and_no_longer_where_a_page_has_changed(
    people: People, shelf: Shelf
) -> None:
    reading = Reading(Identity(people), shelf, listed_for=3600)
    assert await reading.open("leave.md", BEN) is not None
    shelf.put("leave.md", "Seventeen weeks.", "group:hr")
    assert await reading.open("leave.md", BEN) is not None
    shelf.broken.add("leave.md")
    assert await reading.open("leave.md", BEN) is None


async def test_what_cannot_be_read_is_told_to_those_who_may_read_it(
    reading: Reading, shelf: Shelf
) -> None:
    shelf.broken.add("pay.md")
    with pytest.raises(UnreadableError, match="damaged"):
        await reading.open("pay.md", ANA)
    assert await reading.open("pay.md", BEN) is None


async def test_a_source_that_is_down_is_told(reading: Reading, shelf: Shelf) -> None:
    shelf.down = True
    for path in ("pay.md", "gone.md"):
        with pytest.raises(SourceUnavailableError):
            await reading.open(path, BEN)


async def test_a_pdf_is_opened_as_it_is_kept(reading: Reading, shelf: Shelf) -> None:
    shelf.put("travel/Rates.PDF", "%PDF-1.7 …", "group:hr")
    assert await reading.open("travel/Rates.PDF", ANA) == Pdf("Rates.PDF", "%PDF-1.7 …".encode())
    assert await reading.open("travel/Rates.PDF", BEN) is None
    assert isinstance(await reading.open("leave.md", ANA), Document)


async def test_of_two_sources_each_opens_its_own_and_the_first_one_what_both_hold(
    people: People, shelf: Shelf
) -> None:
    other = Shelf("other")
    other.put("faq.md", "Twelve.")
    other.put("pay.md", "Something else.")
    reading = Reading(Identity(people), shelf, other, listed_for=0)

    assert await reading.open("faq.md", BEN) == other.pages["faq.md"]
    assert await reading.open("pay.md", ANA) == shelf.pages["pay.md"]
    assert await reading.open("pay.md", BEN) is None
