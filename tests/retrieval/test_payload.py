from datetime import UTC, date, datetime

from retrieval.access import access, clause
from retrieval.documents import Chunk, Document, Kind
from retrieval.payload import Filed, passage

DOCUMENT = Document(
    id="wiki:cars.md",
    source="wiki",
    path="cars.md",
    title="Cars",
    url="https://wiki.example/cars.md",
    version="2.1",
    sections=(),
    effective_from=date(2026, 1, 1),
    effective_until=date(2026, 12, 31),
    updated=datetime(2026, 2, 3, tzinfo=UTC),
    region=("Spain", "PT"),
    audience="Field technicians",
    kind=Kind.FAQ,
)
CHUNK = Chunk(ordinal=0, heading=("Fuel",), text="Up to 30 litres.", language="en")


def test_what_a_document_says_of_itself_is_read_back_from_its_points() -> None:
    filed = Filed(DOCUMENT, "g1", access(clause("everyone")))

    found = passage(filed.chunk_id(CHUNK), filed.payload(CHUNK))

    said = (found.effective_from, found.effective_until, found.updated, found.version)
    assert said == (date(2026, 1, 1), date(2026, 12, 31), DOCUMENT.updated, "2.1")
    assert (found.region, found.audience, found.kind) == (
        ("Spain", "PT"),
        "Field technicians",
        Kind.FAQ,
    )
