from urllib.parse import parse_qs, unquote, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from bot.surfaces.web.viewer.address import LONGEST_ADDRESS, viewer_address

ASKER = "ana+hr@corp.example"


def test_an_address_says_who_asks_what_was_quoted_and_where() -> None:
    address = viewer_address(
        "es/baja médica.md",
        ASKER,
        kept_at="file:///srv/es/baja%20m%C3%A9dica.md#días-pagados",
        quotes=["Del 4.º al 15.º:\n100 % & más.", "Otra #cosa."],
    )
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc) == ("", "")
    assert unquote(parts.path) == "documents/es/baja médica.md"
    assert parts.fragment == "quoted"
    assert parse_qs(parts.query) == {
        "as": [ASKER],
        "at": ["días-pagados"],
        "quote": ["Del 4.º al 15.º: 100 % & más.", "Otra #cosa."],
    }


def test_a_pdf_is_opened_at_its_page() -> None:
    kept_at = "file:///srv/travel/Rates.PDF#page=12"
    address = viewer_address("travel/Rates.PDF", ASKER, kept_at=kept_at, quotes=["68,00 €"])
    assert address == "documents/travel/Rates.PDF?as=ana%2Bhr%40corp.example#page=12"


def test_a_whole_document_is_opened_at_its_top() -> None:
    address = viewer_address("leave.md", "ana@corp.example", kept_at="file:///srv/leave.md")
    assert address == "documents/leave.md?as=ana%40corp.example"


@given(st.lists(st.text(min_size=1, max_size=2_000), max_size=12))
def test_an_address_is_never_too_long_for_a_server(quotes: list[str]) -> None:
    address = viewer_address("a.md", ASKER, kept_at="file:///a.md#b", quotes=quotes)
    assert len(address) <= LONGEST_ADDRESS
    assert len(parse_qs(urlsplit(address).query).get("quote", [])) <= len(quotes)
