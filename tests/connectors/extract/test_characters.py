import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.extract.characters import decoded, without_hidden


@pytest.mark.parametrize(
    ("text", "seen", "kind"),
    [
        ("Monday.\U000e0069\U000e0067 Ba\u200bd", "Monday. Bad", "tag characters"),
        ("allowed\U000e015c\U000e0155 on", "allowed on", "variation selectors"),
        ("x\ufe00y\ufe0fz", "xyz", "variation selectors"),
        ("\u2600\ufe0f\ufe0f\ufe0f", "\u2600\ufe0f", "variation selectors"),
        ("on\u3164\u2800\u115f\u1160\uffa0.", "on.", "blank letters"),
        ("\u202eodaborpa\u202c \u2066x\u2069\u200f", "odaborpa x", "bidi controls"),
        ("a\u2060b\u2063c\ufeffd", "abcd", "zero-width characters"),
        ("a\u200db\u200c", "ab", "zero-width characters"),
        ("a\x00b\x1b[0m\x9f", "ab[0m", "control characters"),
        ("a\ud800b", "ab", "control characters"),
    ],
)
def test_what_nobody_sees_is_taken_out_and_named(text: str, seen: str, kind: str) -> None:
    cleaned = without_hidden(text)

    assert cleaned.text == seen
    assert kind in cleaned.hidden
    assert kind in cleaned.warnings[0]


@pytest.mark.parametrize(
    "text",
    [
        "Año \u2013 40 €\n\tTab\u00a0nbsp soft\u00adhyphen\x0c",
        "\u2600\ufe0f \u260e\ufe0e 1\ufe0f\u20e3",
        "\U0001f469\u200d\U0001f4bb \U0001f3f3\ufe0f\u200d\U0001f308",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "日本語 한국어 Ελληνικά עברית",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert without_hidden(text).text == text
    assert without_hidden(text).warnings == ()


@given(st.text())
def test_taking_out_twice_takes_out_no_more(text: str) -> None:
    once = without_hidden(text).text

    assert without_hidden(once).text == once


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    text = decoded(data)

    assert text is None or "\r" not in text.text
