"""Whatever a text is, Teams shows it as it was written, and nothing in it acts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.saying.runs import Run, run
from bot.surfaces.teams.drawing.inert import JOINER
from bot.surfaces.teams.drawing.markdown import Shape, Stretch, cites, escaped, markdown
from tests.bot.surfaces.teams.drawing.visible import AUTOLINK, bare, html, texts

LITERAL = [
    "*not bold* _nor italic_ ~~nor struck~~ `nor code` snake_case 2 * 3 * 4",
    "# no heading",
    "- no list",
    "1. no list either",
    "12) nor this",
    "> no quote",
    "===",
    "---",
    "[label](https://drop.example) ![picture](https://drop.example/i.png)",
    "[1]: https://drop.example",
    "<at>Ana</at> <b>bold</b> <script>alert(1)</script> a < b > c",
    "&lt;b&gt; &amp; &#42; R&D",
    "| a | b |\n|---|---|\n| c | d |",
    "    four spaces",
    "```\nfence\n```",
    "back\\slash \\* \\",
    "https://drop.example/?k=1 www.drop.example hr@corp.example drop.example",
    "see [3] and [12]",
    "{{DATE(2026-11-30T00:00:00Z,SHORT)}}",
]


@pytest.mark.parametrize("text", LITERAL)
def test_a_text_is_shown_as_it_is_written(text: str) -> None:
    shown = html(markdown([Stretch((run(text),))]))

    assert bare(shown.get_text()) == bare(text)
    assert {tag.name for tag in shown.find_all()} <= {"html", "body", "p", "br"}


def styled() -> st.SearchStrategy[Run]:
    flags = st.booleans()
    return st.builds(
        lambda text, bold, italic, strike, code, url: Run(
            run(text).text, bold=bold, italic=italic, strike=strike, code=code, url=url
        ),
        texts(),
        flags,
        flags,
        flags,
        flags,
        st.sampled_from([None, None, None, "https://wiki.example/a_(b)*c*?x=1&copy;=2"]),
    )


def stretches() -> st.SearchStrategy[list[Stretch]]:
    return st.lists(
        st.builds(
            Stretch,
            st.lists(styled(), min_size=1, max_size=4).map(tuple),
            st.sampled_from(Shape),
            st.integers(0, 3),
            st.sampled_from([None, 1, 9, 10, 100]),
            st.booleans(),
            st.booleans(),
        ),
        max_size=5,
    )


@given(stretches())
def test_no_text_in_any_style_or_shape_acts_or_is_lost(given_: list[Stretch]) -> None:
    shown = html(markdown(given_))

    said = "\n".join("".join(run.text for run in one.line) for one in given_)
    assert "".join(bare(shown.get_text()).split()) == "".join(bare(said).split())
    tags = {tag.name for tag in shown.find_all()}
    assert tags <= {"html", "body", "p", "br", "strong", "em", "s", "code", "a", "ul", "ol", "li",
                    "blockquote"}  # fmt: skip
    assert {link["href"] for link in shown.find_all("a")} <= {
        "https://wiki.example/a_%28b%29*c*?x=1&copy;=2"
    }


@given(texts())
def test_no_address_looks_like_one_to_what_makes_links(text: str) -> None:
    shown = html(markdown([Stretch((run(text),))])).get_text()
    assert AUTOLINK.search(shown) is None


@given(st.lists(styled(), min_size=1, max_size=5))
def test_styles_are_there_whatever_stands_beside_them(line: list[Run]) -> None:
    plain = [Run(one.text, bold=one.bold, italic=one.italic) for one in line]
    shown = html(markdown([Stretch(tuple(plain))]))

    bold = "".join(tag.get_text() for tag in shown.find_all("strong"))
    assert "".join(bare(bold).split()) == "".join(
        "".join(bare(one.text).split()) for one in plain if one.bold
    )
    italic = "".join(tag.get_text() for tag in shown.find_all("em"))
    assert "".join(bare(italic).split()) == "".join(
        "".join(bare(one.text).split()) for one in plain if one.italic
    )


def test_the_mark_of_a_source_is_one_only_where_its_source_is_cited() -> None:
    line = (Run("Yes [2]. "), Run("[1]", cites=1), Run("(so far)"), Run("[2]", cites=2))

    assert markdown([Stretch(line)], cited=[1]) == (
        rf"Yes \[{JOINER}2\]. [1]{JOINER}(so far)\[{JOINER}2\]"
    )
    assert cites([Stretch(line), Stretch(line)]) == [1, 2]


def test_a_list_keeps_its_numbers_its_depth_and_its_end() -> None:
    def item(
        text: str, depth: int = 0, number: int | None = None, *, begins: bool = False
    ) -> Stretch:
        return Stretch((run(text),), Shape.ITEM, depth, number, begins=begins)

    shown = html(
        markdown(
            [
                item("ninth", 0, 99, begins=True),
                item("tenth", 0, 100),
                item("inner\nrow", 1),
                item("innermost", 2, 1),
                item("last", 0, 101),
                item("another list", 0, 1, begins=True),
                Stretch((run("after"),)),
            ]
        )
    )

    assert [lists.get("start", "1") for lists in shown.find_all("ol")] == ["99", "1", "1"]
    assert [
        one.get_text(" ", strip=True) for one in shown.select("ol > li > ul > li > ol > li")
    ] == ["innermost"]
    assert shown.find_all("p")[-1].get_text() == "after"


def test_what_goes_on_is_one_paragraph_and_rows_stay_rows() -> None:
    shown = html(
        markdown(
            [
                Stretch((run("One. "),), Shape.QUOTE),
                Stretch((run("Two.\nThree."),), Shape.QUOTE, goes_on=True),
                Stretch((run("Title"),), Shape.HEADING),
            ]
        )
    )

    assert shown.blockquote is not None
    assert str(shown.blockquote.p) == "<p>One. Two.<br/>\nThree.</p>"
    assert str(shown.find_all("p")[-1]) == "<p><strong>Title</strong></p>"


def test_what_is_said_plainly_stays_plain() -> None:
    text = "Up to 3 days (5 in Spain), 50 % of it: write to HR – or don't. 1.5 × 2 = 3!"
    assert escaped(text) == text
