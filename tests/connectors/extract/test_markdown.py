from datetime import UTC, date, datetime
from re import sub
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.extract.extracted import Extracted, UnsuitableError
from connectors.extract.frontmatter import front_matter
from connectors.extract.markdown import extract
from retrieval.documents import Section, Status


def read(text: str, path: str = "hr/parental-leave.md") -> Extracted:
    return extract(dedent(text).encode(), path)


def outline(page: Extracted) -> list[tuple[tuple[str, ...], str | None]]:
    return [(section.heading, section.anchor) for section in page.sections]


def test_a_page_is_cut_along_its_headings() -> None:
    page = read(
        """\
        # Travel

        For all.

        ## Per diem

        | City | EUR |
        |------|-----|
        | Oslo | 180 |

        ### Abroad
          * one

        ## Hotels
        Book *early*.
        """
    )

    assert page.title == "Travel"
    assert page.sections == (
        Section((), "For all.", "travel"),
        Section(("Per diem",), "| City | EUR |\n|------|-----|\n| Oslo | 180 |", "per-diem"),
        Section(("Per diem", "Abroad"), "  * one", "abroad"),
        Section(("Hotels",), "Book *early*.", "hotels"),
    )


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Leave\n\na", "Leave"),
        ("---\ntitle: Front\n---\n# Leave\n\na", "Leave"),
        ("---\ntitle: Front\n---\n## Leave\n\na", "Front"),
        ("---\ntitle: Front\n---\n# One\na\n# Two\nb", "Front"),
        ("# One\na\n# Two\nb", "One"),
        ("Leave\n=====\na", "Leave"),
        ("# The *new* [leave](x.md) `rule` ![now](n.png)\na", "The new leave rule now"),
        ("a", "Parental leave"),
        ("#\na", "Parental leave"),
        ("---\ntitle: '  '\n---\na", "Parental leave"),
        ("---\ntitle: |\n  Two\n  lines\n---\na", "Two lines"),
    ],
)
def test_a_title_is_the_heading_or_the_fact_or_the_name(text: str, title: str) -> None:
    assert read(text).title == title


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("a/b/README.md", "B"),
        ("index.html", "Index"),
        ("time_off.MD", "Time off"),
        ("x.y.txt", "X.y"),
    ],
)
def test_a_name_becomes_a_title(path: str, title: str) -> None:
    assert read("a", path).title == title


def test_the_first_of_several_top_headings_is_left_out_of_the_paths() -> None:
    page = read("# One\na\n## In one\nb\n# Two\nc\n## In two\nd")

    assert outline(page) == [
        ((), "one"),
        (("In one",), "in-one"),
        (("Two",), "two"),
        (("Two", "In two"), "in-two"),
    ]


def test_levels_may_be_skipped() -> None:
    page = read("#### Deep\na\n## Up\nb\n##### Far down\nc\n### Between\nd")

    assert [section.heading for section in page.sections] == [
        ("Deep",),
        ("Up",),
        ("Up", "Far down"),
        ("Up", "Between"),
    ]


def test_what_only_looks_like_a_heading_is_text() -> None:
    fenced = "```sh\n# comment\n```\n\n    # code"
    text = f"{fenced}\n\n> # quoted\n\n- # listed\n\n<!--\n# hidden\n-->\n#no"
    page = read(f"# Title\n\n{text}")

    assert page.sections == (Section((), text, "title"),)


def test_anchors_are_those_of_github() -> None:
    page = read(
        "## What's new? (2026)\na\n## Año & `code_x`\nb\n## Dup\nc\n## Dup\nd\n## Dup-1\ne\n"
        "> ## Dup\n\nf\n## Dup\ng\n## Own {#mine}\nh\n## ¿?\ni"
    )

    assert [section.anchor for section in page.sections] == [
        "whats-new-2026",
        "año--code_x",
        "dup",
        "dup-1",
        "dup-1-1",
        "dup-3",
        "mine",
        None,
    ]
    assert page.sections[6].heading == ("Own",)


def test_a_heading_over_nothing_is_its_own_text() -> None:
    page = read("# Title\n\n## Empty\n\n## Parent\n\n### Child\na\n\nLast\n----\n")

    assert page.sections == (
        Section(("Empty",), "## Empty", "empty"),
        Section(("Parent", "Child"), "a", "child"),
        Section(("Last",), "Last\n----", "last"),
    )


@pytest.mark.parametrize("text", ["", "\n \n", "---\ntitle: Moved\nredirect_to: /x\n---\n", "# T"])
def test_a_page_without_text_says_so(text: str) -> None:
    page = read(text)

    assert page.sections == ()
    assert page.warnings == ("It holds no text.",)


def test_facts_are_read_as_they_are_written() -> None:
    page = read(
        """\
        ---
        owner: People Team
        version: 1.10
        effective: 2026-03-01
        effective-until: 31 December 2026
        Status: In force
        lang: es-ES
        supersedes: hr/old.md
        updated: 2026-02-01T10:00:00+01:00
        id: HR-001
        tags: [a, b]
        ---
        a
        """
    )

    said = page.metadata
    assert (said.owner, said.version, said.language) == ("People Team", "1.10", "es")
    assert (said.effective_from, said.effective_until) == (date(2026, 3, 1), date(2026, 12, 31))
    assert said.status is Status.APPROVED
    assert said.supersedes == "hr/old.md"
    assert said.updated == datetime(2026, 2, 1, 9, tzinfo=UTC)
    assert not page.warnings


@pytest.mark.parametrize(
    ("fact", "warning"),
    [
        ("effective: soon", "effective date 'soon'"),
        ("effective: 2026-13-45", "effective date"),
        ("updated: 03/04/2026", "last update"),
        ("status: maybe", "status 'maybe'"),
        ("lang: Klingon (old)", "language"),
    ],
)
def test_a_fact_that_is_not_understood_is_warned_of(fact: str, warning: str) -> None:
    page = read(f"---\n{fact}\n---\na")

    assert page.sections == (Section((), "a"),)
    assert len(page.warnings) == 1
    assert warning in page.warnings[0]


@pytest.mark.parametrize(
    "block",
    [
        "title: [unclosed",
        "title: a: b",
        "\ttitle: x",
        "a: &a [*a, *b]",
        "? {a: b}\n: c",
        "a: " + "[" * 3000,
        "a: " + "x" * 70_000,
    ],
)
def test_broken_facts_stay_text(block: str) -> None:
    page = read(f"---\n{block}\n---\n# Leave\n\nTake it.")

    assert page.title == "Leave"
    assert page.sections == (
        Section((), f"---\n{block}\n---"),
        Section((), "Take it.", "leave"),
    )
    assert page.warnings == (
        "The block of facts at its top is not YAML and was read as text. Mend it.",
    )


@pytest.mark.parametrize("text", ["---\n\nJust a line.\n\n---\n\nb", "---\nnever closed\n\nb"])
def test_a_rule_at_the_top_is_no_block_of_facts(text: str) -> None:
    page = read(text)

    assert "\n".join(section.text for section in page.sections).startswith("---\n")
    assert not page.warnings


def test_line_ends_and_marks_of_other_systems_are_understood() -> None:
    text = "---\r\ntitle: Año\r\n---\r\n## Uno\r\na\rb\r\n"
    expected = (Section(("Uno",), "a\nb", "uno"),)
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        page = extract(text.encode(encoding), "a.md")
        assert (page.title, page.sections, page.warnings) == ("Año", expected, ())


def test_an_old_encoding_is_read_with_a_warning() -> None:
    page = extract("Grüße, 40 €".encode("cp1252"), "a.md")

    assert page.sections[0].text == "Grüße, 40 €"
    assert "Windows-1252" in page.warnings[0]


@pytest.mark.parametrize("data", [bytes(range(256)) * 8, b"PK\x03\x04" + b"\0" * 400, b"a\0" * 99])
def test_what_is_not_text_is_unsuitable(data: bytes) -> None:
    with pytest.raises(UnsuitableError, match="does not hold text"):
        extract(data, "a.md")


def test_what_nobody_sees_is_taken_out_of_text_headings_and_titles() -> None:
    page = read("# Bad\u200bges\n## Pay\U000e0041\u202e\na\0b\u3164c")

    assert (page.title, page.sections) == ("Badges", (Section(("Pay",), "abc", "pay"),))
    assert len(page.warnings) == 1
    for kind in ("tag", "zero-width", "bidi", "blank", "control"):
        assert kind in page.warnings[0]


def test_harm_that_is_nested_deeply_is_read_quickly() -> None:
    for harm in ("> " * 20_000, "- " * 20_000, "[" * 40_000, "*a " * 10_000, "`" * 40_000):
        assert read(f"# {harm}\n\n{harm}a").sections


pieces = st.sampled_from(
    [
        "# One",
        "## Two",
        "##### Five",
        "## Two ##",
        "#",
        "Under",
        "=====",
        "-----",
        "---",
        "a b c",
        "  indented",
        "    code",
        "\ttab",
        "- item",
        "  - # inner",
        "> quote",
        "> # quoted",
        "```",
        "~~~",
        "| a | b |",
        "|---|---|",
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "[x]: http://y",
        "## [x] and *y*",
        "title: x",
        "",
        "",
        "\u2028\x0c\x85",
    ]
)
documents = st.lists(pieces | st.text("#-=`~ ab\u00a0\n\\", max_size=8), max_size=25).map("\n".join)


@given(documents)
def test_no_line_is_lost_or_told_twice(document: str) -> None:
    page = extract(document.encode(), "a.md")
    told = [line for section in page.sections for line in section.text.split("\n")]
    left = iter(told)
    paths = " ".join(part for section in page.sections for part in section.heading)
    headings = sub(r"\W+", "", f"{page.title} {paths}")

    expected = next(left, None)
    block = front_matter(document)
    text = document if block.broken else document[block.length :]
    for line in text.split("\n"):
        if line == expected:
            expected = next(left, None)
        else:  # a heading: told in a path, or as the title
            assert sub(r"\W+", "", line) in headings, line
    assert expected is None
