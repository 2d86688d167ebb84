import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.masking import mask, unmask
from bot.app import COMPANY

PERSONAL = {
    "email": ("ana.ruiz@corp.example", "o'neill+hr@mail.corp.example", "josé@compañía.example"),
    "iban": (
        "ES9121000418450200051332",
        "DE89 3704 0044 0532 0130 00",
        "GB82 WEST 1234 5698 7654 32",
    ),
    "card": ("4111 1111 1111 1111", "5500-0000-0000-0004", "378282246310005"),
    "id": ("12345678Z", "X1234567L", "12345678-Z", "219-09-9999"),
    "phone": (
        "+34 600 123 456",
        "+49 (0)30 901820",
        "0034 91 123 45 67",
        "+1-303-555-0142",
        "(303) 555-0142",
        "303-555-0142",
        "912 345 678",
        "612 34 56 78",
        "91 123 45 67",
        "612345678",
    ),
}


@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind, values in PERSONAL.items() for value in values]
)
@pytest.mark.parametrize("around", ["Write to {}.", "({})", "Ana: {}, or her deputy", "{}"])
def test_what_points_to_a_person_stays_behind(kind: str, value: str, around: str) -> None:
    text = around.format(value)

    masked, mapping = mask(text)

    tail = value[-4:]
    assert tail not in masked
    assert f"[{kind} 1]" in masked
    assert unmask(masked, mapping) == text


@pytest.mark.parametrize(
    "text",
    [
        "In force from 2026-03-01 to 2027-12-31, 2025-2026.",
        "Up to €1 200 000, or 1,234,567.89 dollars.",
        "HR-010, LV-07, LE-003, form 3440, extension 4120, ext. 4111.",
        "Articles 48.1.2 and 51.3, page 12, section 3.14.15.",
        "Between 9:00 and 13:00, Monday to Thursday, 24/7.",
        "The IBAN ES9121000418450200051333 has a wrong check digit.",
        "Card 4111 1111 1111 1112 has a wrong check digit.",
        "12345678A is nobody's number.",
        "Call 112 or 911, or 116 123.",
        "BOE-A-2015-11719, 2026-8287, ISO 27001:2022, RFC 2119",
        "@channel and a@b are no addresses.",
        "The 40 hours, 22 days, 15 % and 45,000 euros of 2026.",
        "37,5 horas; 1.647 horas anuales; 1 647 horas",
    ],
)
def test_what_points_to_nobody_stays(text: str) -> None:
    assert mask(text) == (text, {})


def test_the_same_value_has_the_same_placeholder_in_all_texts_that_go_out_together() -> None:
    first, mapping = mask("ana@corp.example and ben@corp.example")
    second, mapping = mask("eve@corp.example, ana@corp.example", mapping)

    assert (first, second) == ("[email 1] and [email 2]", "[email 3], [email 1]")
    assert mapping == {
        "[email 1]": "ana@corp.example",
        "[email 2]": "ben@corp.example",
        "[email 3]": "eve@corp.example",
    }


def test_a_placeholder_that_stands_in_a_page_is_no_way_to_another_pages_values() -> None:
    _, mapping = mask("ana@corp.example")
    masked, mapping = mask("Print [email 1] here.", mapping)

    assert unmask(masked, mapping) == "Print [email 1] here."


def test_a_placeholder_that_nobody_gave_out_stays() -> None:
    assert unmask("Write to [email 7].", {"[email 1]": "ana@corp.example"}) == "Write to [email 7]."


VALUES = st.sampled_from([value for values in PERSONAL.values() for value in values])
PLACEHOLDERS = st.sampled_from(["[email 1]", "[phone 2]", "[placeholder 1]", "[id 1]"])
TEXTS = st.lists(st.text(max_size=12) | VALUES | PLACEHOLDERS, max_size=6).map(" ".join)


@given(st.lists(TEXTS, max_size=4))
def test_every_text_comes_back_to_the_letter(texts: list[str]) -> None:
    mapping: dict[str, str] = {}
    out = []
    for text in texts:
        masked, mapping = mask(text, mapping)
        out.append(masked)

    assert [unmask(masked, mapping) for masked in out] == texts


def test_of_the_sample_company_nothing_but_addresses_is_masked() -> None:
    hidden = set[str]()
    for page in COMPANY.rglob("*.md"):
        hidden |= mask(page.read_text(encoding="utf-8"))[1].keys()

    assert {name.split()[0] for name in hidden} == {"[email"}
