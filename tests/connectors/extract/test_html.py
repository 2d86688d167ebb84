from datetime import UTC, date, datetime

import pytest

from connectors.extract.extracted import Extracted, UnsuitableError
from connectors.extract.html import extract
from retrieval.documents import Section, Status


def read(body: str) -> Extracted:
    return extract(f"<html><body>{body}</body></html>".encode(), "hr/pay-day.html")


def text(body: str) -> str:
    return "\n\n".join(section.text for section in read(body).sections)


def test_a_page_is_cut_along_its_headings() -> None:
    page = read(
        "<h1>Travel</h1><p>For all.</p><h2 id=rates>Per&nbsp;diem</h2><p>180</p>"
        "<h3><a name=abroad></a>Abroad <em>only</em></h3><ul><li>one<ul><li>two</ul></ul>"
        "<section id=hotels><h2>Hotels</h2><p>Book.</section><section><h2>Last</h2>x</section>"
    )

    assert page.title == "Travel"
    assert page.sections == (
        Section((), "For all."),
        Section(("Per diem",), "180", "rates"),
        Section(("Per diem", "Abroad only"), "- one\n  - two", "abroad"),
        Section(("Hotels",), "Book.", "hotels"),
        Section(("Last",), "x"),
    )


def test_only_what_is_seen_of_the_main_content_is_read() -> None:
    page = read(
        "<nav>Menu</nav><script>code()</script><main><h1>Pay</h1><p>Seen.</p>"
        "<p hidden>h1</p><p style='Display : NONE'>h2</p><i style='font-size:0px'>h3</i>"
        "<i style='opacity:0.5'>Dim.</i><b aria-hidden=true>h4</b><template>h5</template>"
        "<!-- h6 --><button>h7</button><select><option>h8</select><footer>h9</footer></main>"
        "<aside>Elsewhere</aside>"
    )

    assert page.title == "Pay"
    assert [section.text for section in page.sections] == ["Seen.\n\n*Dim.*"]


def test_without_a_main_part_the_body_is_read() -> None:
    assert text("<header><h1>T</h1></header><main> </main><div>a</div>") == "a"
    assert text("<p>x</p><article><p>a</p></article>") == "a"
    assert text("<article>a</article><article>b</article>") == "a\n\nb"


def test_a_page_says_things_about_itself() -> None:
    page = extract(
        b"<html lang=es-ES><head><title> Permisos |\n Corp </title><meta name=owner content=RRHH>"
        b"<meta name=Version content=1.10><meta name=effective-date content=2026-03-01>"
        b"<meta property=article:modified_time content=2026-02-01T10:00:00Z>"
        b"<meta name=status content=Draft></head><body><h2>Uno</h2>a</body></html>",
        "a.html",
    )

    said = page.metadata
    assert page.title == "Permisos | Corp"
    assert (said.owner, said.version, said.language) == ("RRHH", "1.10", "es")
    assert said.effective_from == date(2026, 3, 1)
    assert said.updated == datetime(2026, 2, 1, 10, tzinfo=UTC)
    assert said.status is Status.DRAFT


@pytest.mark.parametrize(
    ("table", "markdown"),
    [
        (
            "<tr><th colspan=2>Band</th><th>Cap</th></tr><tr><td>A</td><td>B</td><td>40</td></tr>",
            "| Band | Band | Cap |\n| --- | --- | --- |\n| A | B | 40 |",
        ),
        (
            "<tr><th>A<th>B<th>C<tr><td rowspan=2 colspan=2>m<td>1<tr><td>2<tr><td>x<td>y<td>3",
            "| A | B | C |\n| --- | --- | --- |\n| m | m | 1 |\n| m | m | 2 |\n| x | y | 3 |",
        ),
        (
            "<thead><tr><th rowspan=2>T<th colspan=2>EUR<tr><th>D<th>N<tbody><tr><td>O<td>1<td>2",
            "| T | EUR / D | EUR / N |\n| --- | --- | --- |\n| O | 1 | 2 |",
        ),
        ("<tr><td>Paris<td>180", "|  |  |\n| --- | --- |\n| Paris | 180 |"),
        (
            "<tr><th>K<th>V<tr><td><p>one<p>two<td><ul><li>a<li>b</ul>",
            "| K | V |\n| --- | --- |\n| one<br>two | - a<br>- b |",
        ),
        (
            "<tr><th>Cmd<th>Use<tr><td>a | b <code>x|y</code><td>",
            "| Cmd | Use |\n| --- | --- |\n| a \\| b `x\\|y` |  |",
        ),
        (
            "<tr><th>K<th>L<tr><td><table><tr><td>in1<td>in2<tr><td>in3</table><td>z",
            "| K | L |\n| --- | --- |\n| in1 in2 / in3 | z |",
        ),
        (
            "<tr><th>A<th>B<tr><td>1<tr><td>2<td>3<td>4",
            "| A | B |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 2 | 3 | 4 |",
        ),
        (
            "<tr><th colspan=0>A<th>B<tr><td rowspan=9999999>x<td rowspan=-1>1<tr><td>2",
            "| A | B |\n| --- | --- |\n| x | 1 |\n| x | 2 |",
        ),
        (
            "<caption>Rates</caption><tr><th>A<th>B<tr><td>1<td>2",
            "Rates\n\n| A | B |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<tr><td><h3>Head</h3>x<td>y", "|  |  |\n| --- | --- |\n| **Head**<br>x | y |"),
    ],
)
def test_a_table_has_every_value_in_every_place(table: str, markdown: str) -> None:
    assert text(f"<table>{table}</table>") == markdown


def test_a_table_that_only_places_things_is_none() -> None:
    page = read(
        "<table role=presentation><tr><td><h2>One</h2><p>a<td><table><tr><th>A<th>B"
        "<tr><td>1<td>2</table></table><table><tr><td><h2>Two</h2>b</table>"
    )

    assert page.sections == (
        Section(("One",), "a\n\n| A | B |\n| --- | --- |\n| 1 | 2 |"),
        Section(("Two",), "b"),
    )


def test_a_table_that_is_made_to_fill_the_memory_is_refused() -> None:
    cells = "<td colspan=1000 rowspan=1000>x" * 9
    with pytest.raises(UnsuitableError, match="too large"):
        read(f"<table><tr>{cells}{'<tr><td>y' * 1000}</table>")


def test_code_links_and_pictures_keep_what_is_said() -> None:
    body = (
        "<pre class=language-sh>\n# no heading\n```\n</pre><p>a_b * c "
        "<a href='/x'>in</a> <a href='javascript:x()'>js</a> <a href='https://e.example'>"
        "https://e.example</a> <img src='https://e.example/p.png' alt='The map'> ca&shy;se<br>end"
    )

    assert text(body) == (
        "````sh\n# no heading\n```\n````\n\na_b * c [in](/x) js https://e.example The map case\nend"
    )


def test_headings_that_do_not_cut_stay_text() -> None:
    page = read("<h1>T</h1><ul><li><h3>In</h3>x</li></ul><blockquote><h2>Q</h2>y</blockquote>")
    linked = read("<a href='/x'><h2>Linked</h2></a><p>a</p>")

    assert [section.heading for section in page.sections] == [()]
    assert "**In**" in page.sections[0].text
    assert "> **Q**" in page.sections[0].text
    assert "Linked" in linked.title + linked.sections[0].text + str(linked.sections[0].heading)


def test_what_looks_like_a_heading_in_text_does_not_cut() -> None:
    page = read("<p># no</p><p>no<br>---</p><p>\ue0000\ue000</p><h2>Yes</h2>a")

    assert [section.heading for section in page.sections] == [(), ("Yes",)]


def test_an_open_tag_or_a_stray_end_loses_nothing() -> None:
    assert text("<p>Visible.</p></div><p>if x < 3 then</p><p>tail") == (
        "Visible.\n\nif x < 3 then\n\ntail"
    )


def test_what_nobody_sees_is_taken_out_whatever_hides_it() -> None:
    page = read("<h1>Bad&#x200b;ges</h1><p>Free&#xe0041;&#x202e;.</p>")

    assert (page.title, page.sections[0].text) == ("Badges", "Free.")
    assert "tag characters" in page.warnings[0]


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        (b"<meta charset=iso-8859-15><p>40 \xa4", "40 €"),
        (b"<meta charset=nonsense><p>a\xc3\xb1o", "año"),
        ("<p>año".encode("utf-16"), "año"),
        (b"<p>a\xf1o", "año"),
    ],
)
def test_the_encoding_is_found(data: bytes, seen: str) -> None:
    assert extract(data, "a.html").sections[0].text == seen


def test_bad_pages_are_refused_or_say_that_they_are_empty() -> None:
    with pytest.raises(UnsuitableError, match="does not hold text"):
        extract(bytes(range(32)) * 20, "a.html")
    with pytest.raises(RecursionError):  # the process for it makes a sentence of this
        read("<div>" * 3000)
    assert read("").warnings == ("It holds no text.",)
