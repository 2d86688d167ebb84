"""Does the sample company hold together: its pages, its access file, its golden questions?"""

import html
import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import chain
from pathlib import Path, PurePosixPath

import docx
import pdfplumber
import pytest
import yaml

DEMO = Path(__file__).parents[3] / "bot" / "demo"
COMPANY = DEMO / "company"
ACCESS_FILE = "access.json"
NOT_PAGES = (ACCESS_FILE, "contacts.toml")
PATHS = sorted(
    path.relative_to(COMPANY).as_posix()
    for path in COMPANY.rglob("*")
    if path.is_file() and path.name not in NOT_PAGES
)
MARKED = [path for path in PATHS if path.endswith((".md", ".html"))]
PLAIN = "seguridad/phishing.txt"
WORD_FILE = "people/onboarding-and-probation.docx"
PDF_FILE = "viajes/dietas-internacionales.pdf"

FIELDS = {"title", "policy", "owner", "version", "effective", "status", "language", "updated"}
POLICY = re.compile(r"\b(?:HR|FI|IT|SE|DP|FA|LE|PL)-\d{3}\b")
SPANISH = re.compile(r"\b(?:el|la|los|las|una?|que|por|para|con|no)\b", re.IGNORECASE)
ENGLISH = re.compile(r"\b(?:the|an?|of|to|is|are|for|with|not)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quote:
    """A piece of a page that bears out an answer."""

    path: str
    text: str
    page: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """One golden question."""

    id: str
    lang: str
    asker: str
    text: str
    expected: str
    quotes: tuple[Quote, ...]
    key_facts: tuple[str, ...]
    tags: frozenset[str]
    closed: tuple[str, ...]
    pair: str | None


def question_in(line: str) -> Question:
    row = json.loads(line)
    return Question(
        id=row["id"],
        lang=row["lang"],
        asker=row["asker"],
        text=row["question"],
        expected=row["expected"],
        quotes=tuple(Quote(it["path"], it["quote"], it.get("page")) for it in row["relevant"]),
        key_facts=tuple(row["key_facts"]),
        tags=frozenset(row["tags"]),
        closed=tuple(row.get("must_not_retrieve", ())),
        pair=row.get("pair"),
    )


QUESTIONS = [
    question_in(line)
    for line in (DEMO / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
ACCESS = json.loads((COMPANY / ACCESS_FILE).read_text(encoding="utf-8"))


def groups_of(audience: str | list[str]) -> set[str]:
    return {audience} if isinstance(audience, str) else set(audience)


def audience_of(path: str) -> set[str]:
    matching = [rule for rule in ACCESS["rules"] if path.startswith(rule["prefix"])]
    longest = max(matching, key=lambda rule: len(rule["prefix"]), default=None)
    return groups_of(ACCESS["default"] if longest is None else longest["audience"])


def may_read(asker: str, path: str) -> bool:
    return bool({"everyone", *ACCESS["people"][asker]["groups"]} & audience_of(path))


def source(path: str) -> str:
    return (COMPANY / path).read_text(encoding="utf-8")


@cache
def front_matter(path: str) -> dict[str, object]:
    if path.endswith(".html"):
        return {
            name: html.unescape(content)
            for name, content in re.findall(r'<meta name="(\w+)" content="([^"]*)">', source(path))
        }
    _, matter, _ = source(path).split("---\n", 2)
    loaded = yaml.safe_load(matter)
    assert isinstance(loaded, dict)
    return loaded


@cache
def body(path: str) -> str:
    """The words of a page, without front matter and tags; a table's row on one line."""
    match PurePosixPath(path).suffix:
        case ".md":
            return source(path).split("---\n", 2)[2]
        case ".html":
            return html.unescape(re.sub(r"<[^>]+>", " ", source(path).split("<body>")[1]))
        case ".docx":
            return words_of_word_file(path)
        case ".pdf":
            return "\n".join(pdf_pages(path))
        case _:
            return source(path)


def words_of_word_file(path: str) -> str:
    file = docx.Document(str(COMPANY / path))
    rows = chain.from_iterable(table.rows for table in file.tables)
    paragraphs = [paragraph.text for paragraph in file.paragraphs]
    return "\n".join([*paragraphs, *(" ".join(cell.text for cell in row.cells) for row in rows)])


@cache
def pdf_pages(path: str) -> tuple[str, ...]:
    with pdfplumber.open(COMPANY / path) as pdf:
        return tuple(page.extract_text() for page in pdf.pages)


def folded(text: str) -> str:
    return " ".join(text.split())


def without_bars(text: str) -> str:
    """Write a table's row as its words alone, as HTML, DOCX and PDF hold it."""
    return folded(text.replace("|", " "))


def language_of(path: str) -> str:
    match path:
        case _ if path in MARKED:
            return str(front_matter(path)["language"])
        case _ if path == WORD_FILE:
            return "en"
        case _:
            return "es"


def with_tag(tag: str) -> list[Question]:
    return [question for question in QUESTIONS if tag in question.tags]


def name(question: Question) -> str:
    return question.id


class TestPages:
    def test_there_are_as_many_as_a_company_has_and_in_every_format(self) -> None:
        formats = Counter(PurePosixPath(path).suffix for path in PATHS)
        assert 45 <= len(PATHS) <= 55
        assert formats[".html"] >= 2
        assert formats[".md"] >= 40
        assert formats[".txt"] == formats[".docx"] == formats[".pdf"] == 1

    def test_about_two_in_five_are_in_spanish(self) -> None:
        spanish = sum(language_of(path) == "es" for path in PATHS)
        assert 0.35 <= spanish / len(PATHS) <= 0.45

    def test_the_collection_stays_small(self) -> None:
        assert sum((COMPANY / path).stat().st_size for path in PATHS) < 1_000_000

    @pytest.mark.parametrize("path", PATHS)
    def test_a_page_is_neither_a_stub_nor_a_book(self, path: str) -> None:
        assert 250 <= len(body(path).split()) <= 1500

    @pytest.mark.parametrize("path", MARKED)
    def test_front_matter_is_complete(self, path: str) -> None:
        matter = front_matter(path)
        assert matter.keys() >= FIELDS
        assert matter.keys() <= FIELDS | {"supersedes"}
        assert matter["status"] in {"approved", "draft", "superseded", "archived"}
        assert matter["language"] in {"en", "es"}
        assert isinstance(matter["version"], str)
        assert POLICY.fullmatch(str(matter["policy"]))
        for moment in ("effective", "updated"):
            date.fromisoformat(str(matter[moment]))

    @pytest.mark.parametrize("path", MARKED)
    def test_the_first_heading_is_the_title(self, path: str) -> None:
        heading = re.search(r"^# (.+)$|<h1>(.+)</h1>", source(path), re.MULTILINE)
        assert heading is not None
        assert front_matter(path)["title"] in heading.groups()

    @pytest.mark.parametrize("path", PATHS)
    def test_a_page_is_in_the_language_that_it_declares(self, path: str) -> None:
        spanish, english = (len(found.findall(body(path))) for found in (SPANISH, ENGLISH))
        assert language_of(path) == ("es" if spanish > english else "en")

    def test_the_text_file_begins_with_its_title(self) -> None:
        title, blank, *_ = source(PLAIN).splitlines()
        assert title
        assert not blank

    def test_the_word_file_says_what_it_is_and_has_a_table_and_a_numbered_list(self) -> None:
        file = docx.Document(str(COMPANY / WORD_FILE))
        properties = file.core_properties
        styles = {paragraph.style.name for paragraph in file.paragraphs if paragraph.style}
        assert (properties.title, properties.author, properties.language) == (
            "Onboarding and probation",
            "People Operations",
            "en",
        )
        assert len(file.tables) == 1
        assert {"Heading 1", "List Number"} <= styles

    def test_the_pdf_says_what_it_is_and_has_tables_on_several_pages(self) -> None:
        with pdfplumber.open(COMPANY / PDF_FILE) as pdf:
            assert pdf.metadata["Title"] == "Dietas internacionales"
            assert pdf.metadata["Author"] == "Finanzas, Mesa de Viajes"
            assert sum(bool(page.find_tables()) for page in pdf.pages) >= 2

    def test_policy_numbers_are_unique(self) -> None:
        numbers = Counter(front_matter(path)["policy"] for path in MARKED)
        assert {number for number, times in numbers.items() if times > 1} == set()

    @pytest.mark.parametrize("path", PATHS)
    def test_a_policy_that_is_mentioned_exists(self, path: str) -> None:
        known = {str(front_matter(page)["policy"]) for page in MARKED}
        known |= {POLICY.findall(body(page))[0] for page in (PLAIN, WORD_FILE, PDF_FILE)}
        assert set(POLICY.findall(body(path))) <= known

    @pytest.mark.parametrize("path", MARKED)
    def test_a_link_leads_to_a_page(self, path: str) -> None:
        links = re.findall(r"\]\(([^)]+)\)|href=\"([^\"]+)\"", source(path))
        for link in map("".join, links):
            assert ((COMPANY / path).parent / link).resolve().is_relative_to(COMPANY.resolve())
            assert ((COMPANY / path).parent / link).is_file(), link

    def test_a_page_that_supersedes_another_names_one_that_is_superseded(self) -> None:
        superseded = {
            str(matter["supersedes"])
            for matter in map(front_matter, MARKED)
            if "supersedes" in matter
        }
        assert superseded == {
            path for path in MARKED if front_matter(path)["status"] == "superseded"
        }
        assert superseded

    def test_exactly_one_page_is_a_draft(self) -> None:
        assert sum(front_matter(path)["status"] == "draft" for path in MARKED) == 1

    @pytest.mark.parametrize("path", [*PATHS, ACCESS_FILE, "../questions.jsonl"])
    def test_every_address_is_in_a_domain_that_nobody_can_own(self, path: str) -> None:
        text = body(path) if path in PATHS else source(path)
        domains = re.findall(r"@([\w-]+(?:\.[\w-]+)+)|https?://([\w.-]+)", text)
        assert all(domain.endswith(".example") for domain in map("".join, domains))


class TestAccess:
    @pytest.mark.parametrize("prefix", [rule["prefix"] for rule in ACCESS["rules"]])
    def test_a_rule_is_about_some_page(self, prefix: str) -> None:
        assert any(path.startswith(prefix) for path in PATHS)

    def test_audiences_and_people_name_defined_groups_only(self) -> None:
        defined = set(ACCESS["groups"])
        audiences = [ACCESS["default"], *(rule["audience"] for rule in ACCESS["rules"])]
        named = set[str]().union(*map(groups_of, audiences))
        held = set[str]().union(*(person["groups"] for person in ACCESS["people"].values()))
        assert named <= defined | {"everyone"}
        assert held <= defined
        assert "everyone" not in defined

    def test_most_pages_are_for_all_staff_and_some_for_everyone(self) -> None:
        readers = Counter(frozenset(audience_of(path)) for path in PATHS)
        assert readers[frozenset({"all-staff"})] > len(PATHS) / 2
        assert readers[frozenset({"everyone"})] >= 5

    def test_a_contractor_reads_what_everyone_reads_and_nothing_else(self) -> None:
        contractor = "luis.pardo@ardosela.example"
        opened = {path for path in PATHS if may_read(contractor, path)}
        assert opened == {path for path in PATHS if audience_of(path) == {"everyone"}}

    def test_nobody_reads_every_page(self) -> None:
        assert not any(all(may_read(one, path) for path in PATHS) for one in ACCESS["people"])


class TestQuestions:
    def test_there_are_enough_of_every_kind(self) -> None:
        expected = Counter(question.expected for question in QUESTIONS)
        assert len(QUESTIONS) >= 60
        assert expected["abstain"] >= 15
        assert expected["clarify"] >= 2
        assert len(with_tag("cross-lingual")) >= expected["answer"] / 3
        for tag in ("table", "thread", "identifier", "stale", "conflict", "acl-denied"):
            assert len(with_tag(tag)) >= 2, tag

    def test_ids_are_unique(self) -> None:
        assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)

    @pytest.mark.parametrize("question", QUESTIONS, ids=name)
    def test_a_question_is_asked_by_somebody_who_works_here(self, question: Question) -> None:
        assert question.asker in ACCESS["people"]
        assert question.lang in {"en", "es"}

    @pytest.mark.parametrize("question", QUESTIONS, ids=name)
    def test_a_quote_is_verbatim_in_its_page(self, question: Question) -> None:
        for quote in question.quotes:
            assert 8 <= len(quote.text.split()) <= 40
            if quote.path.endswith((".md", ".txt")):
                assert folded(quote.text) in folded(body(quote.path))
            elif quote.path.endswith(".pdf"):
                assert quote.page is not None
                assert without_bars(quote.text) in folded(pdf_pages(quote.path)[quote.page - 1])
            else:
                assert without_bars(quote.text) in folded(body(quote.path))

    @pytest.mark.parametrize("question", QUESTIONS, ids=name)
    def test_whoever_is_to_be_answered_may_read_every_page_that_answers(
        self, question: Question
    ) -> None:
        assert bool(question.quotes) == (question.expected != "abstain")
        assert bool(question.key_facts) == (question.expected != "abstain")
        assert all(may_read(question.asker, quote.path) for quote in question.quotes)

    @pytest.mark.parametrize("question", QUESTIONS, ids=name)
    def test_a_page_that_must_not_be_retrieved_is_closed_to_the_asker(
        self, question: Question
    ) -> None:
        assert set(question.closed) <= set(PATHS)
        assert not any(may_read(question.asker, path) for path in question.closed)
        assert question.closed or "acl-denied" not in question.tags

    @pytest.mark.parametrize("question", with_tag("cross-lingual"), ids=name)
    def test_no_page_that_answers_is_in_the_asker_s_language(self, question: Question) -> None:
        assert question.lang not in {language_of(quote.path) for quote in question.quotes}

    def test_a_pair_is_one_question_to_one_who_may_read_and_one_who_may_not(self) -> None:
        for pair in {question.pair for question in QUESTIONS if question.pair}:
            allowed, denied = (question for question in QUESTIONS if question.pair == pair)
            assert allowed.text == denied.text
            assert {quote.path for quote in allowed.quotes} <= set(denied.closed)
            assert (allowed.expected, denied.expected) == ("answer", "abstain")
