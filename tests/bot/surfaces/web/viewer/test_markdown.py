import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.surfaces.web.viewer.links import Place
from bot.surfaces.web.viewer.markdown import drawn_text, is_heading_alone
from bot.surfaces.web.viewer.marks import unflagged
from bot.surfaces.web.viewer.quoting import Stretch, stretches
from retrieval.documents import Section

PLACE = Place("people/leave.md", "ana@corp.example")
PIECES = (
    "*", "**", "_", "`", "~~", "[", "](", ")", "![", "<", ">", "|", "\n", "\n\n", "- ", "1. ", "# ",
    "\n> ", "\n| ", " |\n", "|-|-|", "    ", " ", "\\", "<img onerror=x>", "[q](javascript:q)",
    "](../a.md)", "<https://a.example>", "<script>", "<br>", "&lt;", "\n---\n", "```\n", "word",
    "[a]: https://a.example\n", "\ufdd0", "\ufdd1", "\0", "\r\n", "$",
)  # fmt: skip
ELEMENT = re.compile(r"<[^>]*>")
INERT = re.compile(
    r"</?(?:p|h\d|ul|ol|li|em|strong|s|code|pre|blockquote|table|thead|tbody|tr|th|td|mark|a|span|div)"
    r"(?: (?:class|start|scope|href|target|rel|tabindex|role|aria-label|data-say-label)"
    r'="[^"<>]*")*>|<(?:br|hr) />'
)


def drawn(text: str, *quotes: str) -> str:
    text = unflagged(text)
    quoted = stretches([Section((), text)], quotes, anchor="").get(0, [])
    return drawn_text(text, quoted, PLACE)


def marks(text: str, *quotes: str) -> list[str]:
    """Say what is marked, without the elements in it."""
    found = re.findall(r"<mark>(.*?)</mark>", drawn(text, *quotes), re.DOTALL)
    return [unescape(ELEMENT.sub("", one)) for one in found]


def test_a_sentence_is_marked_and_nothing_around_it() -> None:
    html = drawn("Take leave. It is **paid**\nin full. Ask HR.", "It is **paid** in full.")
    assert html == (
        "<p>Take leave. <mark>It is </mark><strong><mark>paid</mark></strong><mark>\n"
        "in full.</mark> Ask HR.</p>\n"
    )


@pytest.mark.parametrize(
    ("text", "quote", "marked"),
    [
        ("**Note. Ask HR.** Then go.", "Ask HR.**", ["Ask HR."]),
        ("See _Form LV-04_ there.", "_Form LV-04_ there.", ["Form LV-04", " there."]),
        ("Write `RET-80` here. Or not.", "Write `RET-80` here.", ["Write RET-80 here."]),
        ("See [the form](form.md). Go.", "See [the form](form.md).", ["See ", "the form", "."]),
        ("- one\n- two days\n  and more\n- three", "two days\n  and more", ["two days\nand more"]),
        ("- one\n- two\n- three", "- two\n- three", ["two", "three"]),
        ("1. one\n2. two\n   - deep", "2. two\n   - deep", ["two", "deep"]),
        ("> Said so.\n> And so.", "And so.", ["And so."]),
        ("One.\n\nTwo.\n\nThree.", "One.\n\nTwo.", ["One.", "Two."]),
        ("```\na = 1\n```\n\nText.", "a = 1", ["a = 1\n"]),
        ("1 < 2 & 3 > 2. Next.", "1 < 2 & 3 > 2.", ["1 < 2 & 3 > 2."]),
    ],
)
def test_a_quote_is_marked_in_whatever_it_stands(text: str, quote: str, marked: list[str]) -> None:
    assert marks(text, quote) == marked
    assert drawn(text) == re.sub("</?mark>", "", drawn(text, quote))


def test_of_a_table_the_row_is_marked() -> None:
    table = "| City | Limit |\n|---|--:|\n| Madrid | 140 € |\n| **Paris** | 180 € |"
    html = drawn(table, "| **Paris** | 180 € |")
    assert html.count('<tr class="cited">') == 1
    assert marks(table, "| **Paris** | 180 € |") == ["Paris", "180 €"]
    assert '<th scope="col" class="right">Limit</th>' in html
    assert " style=" not in html
    assert marks(table, "Madrid") == ["Madrid", "140 €"]


def test_several_quotes_are_marked_in_one_text() -> None:
    assert marks("One. Two. Three. Four.", "One.", "Three. Four.") == ["One.", "Three. Four."]


def test_a_mark_that_would_break_an_address_is_left_out() -> None:
    text = "See [form](https://wiki.example/form?x=1)."
    assert drawn(text, "wiki.example") == drawn(text)


@pytest.mark.parametrize(
    ("written", "html"),
    [
        ("[a](b.md)", '<a href="../documents/people/b.md?as=ana%40corp.example">a</a>'),
        (
            "[a](../es/b%20c.md#d)",
            '<a href="../documents/es/b%20c.md?as=ana%40corp.example#d">a</a>',
        ),
        ("[a](#b)", '<a href="#b">a</a>'),
        (
            "[a](https://wiki.example/b?c=d)",
            (
                '<a href="https://wiki.example/b?c=d" target="_blank" rel="noopener noreferrer">'
                'a</a> <span class="address">(wiki.example)</span>'
            ),
        ),
        (
            "<https://wiki.example/b>",
            (
                '<a href="https://wiki.example/b" target="_blank" rel="noopener noreferrer">'
                "https://wiki.example/b</a>"
            ),
        ),
        ("[HR](mailto:hr@corp.example)", 'HR <span class="address">(hr@corp.example)</span>'),
        ("<hr@corp.example>", "hr@corp.example"),
        ("[a](//wiki.example/b)", "a"),
        ("[a](/etc/passwd)", "a"),
        ("[a](../../b.md)", "a"),
        ("[a](..%5Cb.md)", "a"),
        ("[a](ftp://wiki.example/b)", "a"),
        ("[a](https:b)", "a"),
        ("[a](javascript:alert(1))", "[a](javascript:alert(1))"),
        ("[a](JaVaScRiPt&colon;alert(1))", "[a](JaVaScRiPt:alert(1))"),
        ("[a](data:text/html,b)", "[a](data:text/html,b)"),
        ("![a **b**](data:image/png;base64,c)", "a b"),
        ("![](https://collect.example/i.png)", ""),
    ],
)
def test_a_link_leads_to_a_document_or_to_the_web_or_is_none(written: str, html: str) -> None:
    html = html.replace("../documents/", "../../documents/")
    assert drawn(written) == f"<p>{html}</p>\n"


def test_an_address_that_is_none_leads_nowhere() -> None:
    assert PLACE.target("http://[b") is None


def test_html_in_a_document_is_text() -> None:
    html = drawn(
        "<script>alert(1)</script>\n\n<img src=x onerror=alert(2)>\n\n"
        "| a |\n|---|\n| <svg onload=alert(3)><br>b |\n\n```html\n<b>\n```\n\n# <i>c</i>"
    )
    assert all(INERT.fullmatch(found) for found in ELEMENT.findall(html)), html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "onload=alert(3)&gt;<br />\nb" in html
    assert '<p class="heading">&lt;i&gt;c&lt;/i&gt;</p>' in html


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join), st.data())
def test_whatever_is_written_and_quoted_nothing_can_act_and_no_mark_changes_a_word(
    text: str, data: st.DataObject
) -> None:
    text = unflagged(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    html = drawn_text(text, [Stretch(start, end)], PLACE)
    assert all(INERT.fullmatch(found) for found in ELEMENT.findall(html)), html
    assert "javascript:" not in "".join(re.findall(r'href="[^"]*"', html))
    assert not {"\ufdd0", "\ufdd1"} & set(html)
    unmarked = re.sub(r'</?mark>| class="cited"', "", html)
    assert unmarked == drawn_text(text, (), PLACE)


def test_a_heading_with_nothing_under_it_is_known() -> None:
    assert is_heading_alone("## Form LV-04 ##")
    assert not is_heading_alone("Form LV-04")
    assert not is_heading_alone("## Form LV-04\n\nSend it.")
