import re
from pathlib import Path

import pytest

from tests.terminal import Terminal

ANA = "ana.ruiz@ardosela.example"
MARTA = "marta.soler@ardosela.example"  # of HR


@pytest.fixture
def company(terminal: Terminal, company_data: Path) -> Terminal:
    terminal.set(DATA=company_data)
    return terminal


def test_an_answer_stands_with_its_sources_each_link_whole_and_the_exchanges_id(
    company: Terminal,
) -> None:
    said = company.run("ask", "¿Cuántos días tengo si me mudo?", "--as", ANA)

    assert said.status == 0
    assert "1 día por trasladar tu domicilio habitual" in said.words
    links = re.findall(r"file://\S+", said.out)
    assert any(link.endswith("/permisos/permisos-retribuidos.md#mudanza") for link in links)
    assert re.search(r"On record as [2-9A-HJ-NP-TV-Z]{10}$", said.out.strip())


def test_a_spanish_question_over_an_english_page_has_a_spanish_frame_around_the_english_quote(
    company: Terminal,
) -> None:
    reply = company.run("ask", "qué es RET-80", "--as", ANA, "--json").json

    assert (reply["outcome"], reply["language"]) == ("grounded", "es")
    citations = [c for s in reply["answer"]["statements"] for c in s["citations"]]
    assert {c["language"] for c in citations} == {"en"}
    assert "leave/parental-leave.md" in {c["path"] for c in citations}
    assert "inglés" in reply["answer"]["frame"]
    assert reply["exchange_id"]


def test_whom_to_turn_to_is_printed_before_the_answer(company: Terminal) -> None:
    question = "mi jefe me acosa, ¿cuánto dura como máximo el procedimiento informal?"

    said = company.run("ask", question, "--as", ANA)
    reply = company.run("ask", question, "--as", ANA, "--json").json

    assert said.status == 0
    assert said.words.index("acoso@ardosela.example") < said.words.index("On record as")
    assert reply["first"].startswith("Nadie tiene que soportar el acoso.")


def test_who_is_unknown_is_refused_and_gets_no_page(company: Terminal) -> None:
    question = "How many days of annual leave do I have?"

    reply = company.run("ask", question, "--as", "eve@elsewhere.example", "--json").json

    assert (reply["outcome"], reply["answer"]["reason"]) == ("abstained", "refused")
    assert reply["answer"]["nearest"] == []


def test_in_a_channel_even_hr_is_told_only_what_everyone_may_read(company: Terminal) -> None:
    question = "What is the salary band of a senior engineer?"

    private = company.run("ask", question, "--as", MARTA, "--json")
    channel = company.run("ask", question, "--as", MARTA, "--channel", "--json")

    assert "hr/salary-bands.md" in private.out
    assert "hr/" not in channel.out
    assert "managers/" not in channel.out


def test_where_nothing_is_indexed_the_asker_is_told_to_sync(terminal: Terminal) -> None:
    said = terminal.run("ask", "How many days?", "--as", ANA, "--json")

    assert said.status == 1
    assert said.out == ""
    assert "Nothing is indexed yet. Run `python -m bot sync` first." in said.err


def test_a_question_needs_an_asker(terminal: Terminal) -> None:
    said = terminal.run("ask", "How many days?")

    assert said.status == 2
    assert "--as" in said.err


def test_an_asker_that_is_no_text_is_refused(terminal: Terminal) -> None:
    said = terminal.run("ask", "How many days?", "--as", "ana\udcff@corp.example")

    assert said.status == 2
    assert "is not an e-mail" in said.err
