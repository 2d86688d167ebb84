from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from fpdf import FPDF
from PIL import Image

from connectors.extract.extracted import Extracted, UnsuitableError
from connectors.extract.pdf import extract
from connectors.extract.pdf_lines import HYPHEN, Spelling, readable
from retrieval.documents import Section
from tests.at_hand import need

DATA = Path(__file__).parents[3] / "../shared/data/northwind"
TEXT = "The rule holds for all who work here, from their first day to the last one they have."


class Paper(FPDF):
    def header(self) -> None:
        self.set_font("helvetica", size=9)
        self.cell(text="Corp policies")
        self.ln(12)

    def footer(self) -> None:
        self.set_y(-15)
        self.set_font("helvetica", size=9)
        self.cell(text=f"Page {self.page_no()} of 4")

    def heading(self, text: str, size: int) -> None:
        self.set_font("helvetica", size=size)
        self.multi_cell(0, text=text, new_x="LMARGIN", new_y="NEXT")
        self.ln(4)

    def bold(self, text: str) -> None:
        self.set_font("helvetica", style="B", size=11)
        self.multi_cell(0, text=text, new_x="LMARGIN", new_y="NEXT")

    def text_block(self, text: str) -> None:
        self.set_font("helvetica", size=11)
        self.multi_cell(0, text=text, new_x="LMARGIN", new_y="NEXT")
        self.ln(6)


def paper(write: Callable[[Paper], None]) -> bytes:
    pdf = Paper()
    pdf.add_page()
    write(pdf)
    return bytes(pdf.output())


def read(write: Callable[[Paper], None]) -> Extracted:
    return extract(paper(write), "hr/travel-rules.pdf")


def test_pages_are_cut_along_large_lines_and_margins_are_left_out() -> None:
    def write(pdf: Paper) -> None:
        pdf.set_title("Something else")
        pdf.set_author("People")
        pdf.set_lang("en-GB")
        pdf.set_creation_date(datetime(2026, 3, 1, tzinfo=UTC))
        pdf.heading("Travel policy", 24)
        pdf.text_block(TEXT)
        pdf.heading("Per diem", 16)
        pdf.text_block(f"{TEXT} {TEXT}")
        pdf.text_block("\x95 Oslo\n\x95 Rome")
        for city in ("Oslo", "Rome", "Bern"):
            pdf.add_page()
            pdf.text_block(f"More on {city}. {TEXT}")

    page = read(write)

    assert page.title == "Travel policy"
    assert (page.metadata.owner, page.metadata.language) == ("People", "en")
    assert page.sections[:2] == (
        Section((), TEXT, page=1),
        Section(("Per diem",), f"{TEXT} {TEXT}\n\n- Oslo\n- Rome", page=1),
    )
    assert [(s.page, s.heading, s.text) for s in page.sections[2:]] == [
        (number, ("Per diem",), f"More on {city}. {TEXT}")
        for number, city in enumerate(("Oslo", "Rome", "Bern"), start=2)
    ]
    assert not page.warnings


def test_headings_are_nested_by_size_and_none_is_lost() -> None:
    def write(pdf: Paper) -> None:
        pdf.text_block(TEXT)
        pdf.heading("One", 18)
        pdf.heading("Inner", 14)
        pdf.text_block(TEXT)
        pdf.heading("Two over nothing", 18)
        pdf.heading("Three", 18)

    assert [(s.heading, s.text) for s in read(write).sections] == [
        ((), f"Corp policies\n\n{TEXT}"),
        (("One", "Inner"), TEXT),
        (("Two over nothing",), "Two over nothing"),
        (("Three",), "Page 1 of 4"),
    ]


def test_a_bold_line_is_a_heading_below_the_larger_ones_and_holds_over_pages() -> None:
    def write(pdf: Paper) -> None:
        pdf.heading("Leave", 16)
        pdf.bold("Parental leave")
        pdf.text_block(f"One. {TEXT}")
        pdf.add_page()
        pdf.text_block(f"Two. {TEXT}")
        pdf.bold("Sick leave")
        pdf.text_block(f"Three. {TEXT}")
        pdf.add_page()
        pdf.heading("Pay", 16)
        pdf.text_block(f"Four. {TEXT}")

    assert [(s.page, s.heading, s.text) for s in read(write).sections] == [
        (1, ("Leave", "Parental leave"), f"One. {TEXT}"),
        (2, ("Leave", "Parental leave"), f"Two. {TEXT}"),
        (2, ("Leave", "Sick leave"), f"Three. {TEXT}"),
        (3, ("Pay",), f"Four. {TEXT}"),
    ]


def test_numbers_tell_how_bold_headings_are_nested() -> None:
    def write(pdf: Paper) -> None:
        pdf.bold("1. Leave\n1.1 Sick leave")
        pdf.text_block(TEXT)
        pdf.bold("1.2 Parental leave")
        pdf.text_block(TEXT)
        pdf.bold("2. Pay")
        pdf.text_block(TEXT)

    assert [section.heading for section in read(write).sections[1:]] == [
        ("1. Leave", "1.1 Sick leave"),
        ("1. Leave", "1.2 Parental leave"),
        ("2. Pay",),
    ]


@pytest.mark.parametrize(
    "emphasis",
    [
        "Nobody may share a password.",
        f"{TEXT} {TEXT} {TEXT}",
        "\x95 Never share",
        "Whoever shares a password with anyone, inside the company or out of it, loses it,",
    ],
)
def test_what_is_bold_for_emphasis_is_no_heading(emphasis: str) -> None:
    def write(pdf: Paper) -> None:
        pdf.text_block(TEXT)
        pdf.bold(emphasis)
        pdf.text_block(f"and {TEXT}")

    assert {section.heading for section in read(write).sections} == {()}


def test_where_all_text_is_bold_a_bold_line_is_no_heading() -> None:
    def write(pdf: Paper) -> None:
        pdf.bold("Leave")
        pdf.ln(6)
        pdf.bold(f"{TEXT} {TEXT}")

    assert {section.heading for section in read(write).sections} == {()}


def test_bookmarks_tell_of_headings_that_look_like_text() -> None:
    def write(pdf: Paper) -> None:
        for level, title, shown in ((0, "Leave", "1. Leave"), (1, "Sick  leave", "Sick leave")):
            pdf.start_section(title, level)
            pdf.text_block(shown)
            pdf.text_block(TEXT)
        pdf.add_page()
        pdf.text_block(f"Sick leave\n{TEXT}")

    assert [(s.page, s.heading) for s in read(write).sections[1:]] == [
        (1, ("1. Leave",)),
        (1, ("1. Leave", "Sick leave")),
        (2, ("1. Leave", "Sick leave")),
    ]


def test_a_title_that_goes_over_lines_is_one() -> None:
    def write(pdf: Paper) -> None:
        pdf.heading("Reimbursement of what\nwas paid abroad", 24)
        pdf.heading("For employees", 18)
        pdf.add_page()
        pdf.add_page()
        pdf.text_block(f"{TEXT} {TEXT}")

    assert read(write).title == "Reimbursement of what was paid abroad: For employees"


def test_letters_that_are_thickened_are_bold() -> None:
    def write(pdf: Paper) -> None:
        pdf.heading("Leave", 16)
        with pdf.local_context(text_mode="FILL_STROKE", line_width=0.3):
            pdf.text_block("Sick leave")
        pdf.text_block(TEXT)

    assert read(write).sections[-1].heading == ("Leave", "Sick leave")


def test_a_table_of_contents_has_no_headings() -> None:
    def write(pdf: Paper) -> None:
        pdf.bold("Contents")
        pdf.bold("1. Leave . . . . . . . . . . . 3\n2. Pay ........... 4")
        pdf.text_block(f"{TEXT} {TEXT}")

    (_, section) = read(write).sections

    assert section.heading == ("Contents",)
    assert "1. Leave" in section.text


def test_page_numbers_are_left_out_beside_names_of_chapters_that_change() -> None:
    pdf = FPDF()
    pdf.set_font("helvetica", size=11)
    for number, chapter in enumerate(("Sick leave", "Moving house", "Travel", "Pay"), start=1):
        pdf.add_page()
        pdf.multi_cell(0, text=f"{chapter} {number + 8}\n", new_x="LMARGIN", new_y="NEXT")
        pdf.multi_cell(0, text=f"On {chapter}. {TEXT}", new_x="LMARGIN", new_y="NEXT")
        pdf.multi_cell(0, text=f"{chapter} counts since 2019")

    page = extract(bytes(pdf.output()), "a.pdf")

    assert page.sections[3].text == f"On Pay. {TEXT} Pay counts since 2019"


def test_small_lines_may_stand_above_the_title_and_are_kept() -> None:
    def write(pdf: Paper) -> None:
        pdf.text_block("Policy HR-012")
        pdf.heading("Travel", 24)
        pdf.heading("Scope", 16)
        pdf.text_block(f"{TEXT} {TEXT}")

    page = read(write)

    assert page.title == "Travel"
    assert [(section.heading, section.text.split("\n")[-1][:9]) for section in page.sections] == [
        ((), "Policy HR"),
        (("Scope",), "Page 1 of"),
    ]


def test_a_chapter_below_small_lines_is_no_title() -> None:
    def write(pdf: Paper) -> None:
        for chapter in ("Travel", "Leave"):
            pdf.text_block("Whoever works here")
            pdf.heading(chapter, 24)
            pdf.text_block(f"{TEXT} {TEXT}")

    page = read(write)

    assert page.title == "Travel rules"
    assert [section.heading for section in page.sections] == [(), ("Travel",), ("Leave",)]


def test_a_ruled_table_becomes_markdown() -> None:
    def write(pdf: Paper) -> None:
        pdf.text_block(TEXT)
        pdf.set_font("helvetica", size=11)
        with pdf.table() as table:
            for cells in (
                ("Level", "Days", "Approver"),
                ("L1", "20", "Lead | HR"),
                ("L2", "22", "HR"),
            ):
                row = table.row()
                for cell in cells:
                    row.cell(cell)
            row = table.row()
            row.cell("L3", colspan=2)
            row.cell("CEO")
        pdf.ln(6)
        pdf.text_block("After it.")

    (section,) = read(write).sections

    assert (
        f"{TEXT}\n\n| Level | Days | Approver |\n| --- | --- | --- |\n| L1 | 20 | Lead \\| HR |\n"
        "| L2 | 22 | HR |\n| L3 | L3 | CEO |\n\nAfter it."
    ) in section.text
    assert section.text.count("Approver") == 1


@pytest.mark.parametrize("title", ["", "Microsoft Word - x", "rules.docx", "Untitled1"])
def test_without_a_title_the_name_of_the_file_is_one(title: str) -> None:
    def write(pdf: Paper) -> None:
        pdf.set_title(title)
        pdf.text_block(TEXT)

    assert read(write).title == "Travel rules"


def test_a_pdf_that_asks_for_a_password_is_refused() -> None:
    def locked(pdf: Paper) -> None:
        pdf.set_encryption(owner_password="owner", user_password="user")
        pdf.text_block(TEXT)

    with pytest.raises(UnsuitableError, match="asks for a password"):
        read(locked)


def test_a_pdf_that_only_forbids_printing_is_read() -> None:
    def protected(pdf: Paper) -> None:
        pdf.set_encryption(owner_password="owner")
        pdf.text_block(TEXT)

    assert TEXT in read(protected).sections[0].text


def test_a_damaged_pdf_is_refused() -> None:
    whole = paper(lambda pdf: pdf.text_block(TEXT))
    for data in (b"", b"%PDF-1.7\n", b"<html>", whole[: len(whole) // 3]):
        with pytest.raises(UnsuitableError, match="damaged"):
            extract(data, "a.pdf")


def test_a_scan_needs_ocr() -> None:
    with pytest.raises(UnsuitableError, match="needs OCR"):
        extract(_scan(), "a.pdf")


def test_a_scanned_page_among_others_is_warned_of() -> None:
    page = extract(_scan("Text on the second page."), "a.pdf")

    assert [(section.page, section.text) for section in page.sections] == [
        (2, "Text on the second page.")
    ]
    assert page.warnings == ("Pages without text that can be read need OCR: 1.",)


def _scan(*texts: str) -> bytes:
    picture = BytesIO()
    Image.new("RGB", (80, 40), "white").save(picture, "PNG")
    pdf = FPDF()
    pdf.add_page()
    pdf.image(picture, 0, 0, 200)
    for text in texts:
        pdf.add_page()
        pdf.set_font("helvetica", size=11)
        pdf.cell(text=text)
    return bytes(pdf.output())


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("the inter-", "national annex"), "the international annex"),
        (("policy-", "maker"), "policymaker"),
        (("well-known, well-", "known"), "well-known, well-known"),
        (("out-", "of-pocket"), "out-of-pocket"),
        (("COVID-", "19 and Anglo-", "Saxon"), "COVID-19 and Anglo-Saxon"),
        (("ends in -", ""), "ends in "),
    ],
)
def test_words_that_a_line_breaks_are_put_together(lines: tuple[str, ...], text: str) -> None:
    broken = [line[:-1] + HYPHEN if line.endswith("-") else line for line in lines]

    assert Spelling(broken).mended("".join(broken)) == text


def test_where_lines_hardly_break_words_a_hyphen_is_one() -> None:
    lines = [*["a line of text"] * 200, f"cutting{HYPHEN}", "edge"]

    assert Spelling(lines).mended(f"cutting{HYPHEN}edge") == "cutting-edge"


def test_ligatures_are_taken_apart_and_nothing_else() -> None:
    assert (
        readable("o\ufb03ce\xa0\ufb02ow x\u00b2 \ud83d\ude00") == "office flow x\u00b2 \U0001f600"
    )


def test_a_real_handbook_is_read_page_by_page() -> None:
    need(DATA.is_dir(), "the collections are not beside the project")
    page = extract((DATA / "employee_handbook.pdf").read_bytes(), "employee_handbook.pdf")

    assert page.title == "Contoso Electronics Employee Handbook"
    assert {section.page for section in page.sections} == set(range(2, 12))
    assert ("Performance Reviews",) in {section.heading for section in page.sections}
