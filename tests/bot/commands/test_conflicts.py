import json
from pathlib import Path

import pytest

from tests.terminal import Terminal

EXPENSES = """\
---
title: Expenses
effective: 2026-01-01
---
# Expenses

## Deadlines

Upload the receipt of an expense within 30 days of its date.
"""
OFFICE = """\
---
title: Office questions
effective: 2025-03-01
---
# Office questions

## When do I hand in receipts?

The receipt of an expense can be uploaded within 45 days of its date.
"""
GUIDE = """\
# Visitors

Every visitor is announced in advance at the reception by whoever invited them, wears a badge at
all times, and is accompanied until they leave the building through the main door again.
"""


@pytest.fixture
def handbook(terminal: Terminal, tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "expenses.md").write_text(EXPENSES)
    (folder / "office.md").write_text(OFFICE)
    (folder / "visitors.md").write_text(GUIDE)
    (folder / "visitors-copy.md").write_text(GUIDE.replace("main door", "front door"))
    (folder / "access.json").write_text(json.dumps({"default": "everyone"}))
    terminal.set(FOLDER__PATH=folder)
    return folder


def test_both_sides_are_shown_with_path_heading_and_date(
    terminal: Terminal, handbook: Path
) -> None:
    said = terminal.run("conflicts")

    assert said.status == 0
    assert "expenses.md, in force since 2026-01-01 › Deadlines" in said.out
    assert "“Upload the receipt of an expense within 30 days of its date.”" in said.out
    assert "office.md, in force since 2025-03-01 › When do I hand in receipts?" in said.out
    assert "within 45 days" in said.out
    assert "4 pages that answer today: 1 groups" in said.words


def test_pages_that_are_nearly_the_same_are_shown_together(
    terminal: Terminal, handbook: Path
) -> None:
    report = terminal.run("conflicts", "--json").json

    (twins,) = report["duplicates"]
    assert [page["path"] for page in twins["pages"]] == ["visitors-copy.md", "visitors.md"]
    ((one, other),) = report["contradictions"]
    assert (one["figures"], other["figures"]) == ({"day": ["30"]}, {"day": ["45"]})


@pytest.mark.parametrize(
    "cure",
    [
        ("office.md", "title: Office questions", "title: Office questions\nstatus: superseded"),
        ("expenses.md", "title: Expenses", "title: Expenses\nsupersedes: office.md"),
        ("office.md", "effective: 2025-03-01", "effective_until: 2025-12-31"),
        ("office.md", "45 days", "30 days"),
    ],
)
def test_a_contradiction_is_cured_as_the_help_says(
    terminal: Terminal, handbook: Path, cure: tuple[str, str, str]
) -> None:
    page, before, after = cure
    file = handbook / page
    file.write_text(file.read_text().replace(before, after))

    assert terminal.run("conflicts", "--json").json["contradictions"] == []


def test_rules_for_different_regions_do_not_contradict_each_other(
    terminal: Terminal, handbook: Path
) -> None:
    for page, region in (("office.md", "Spain"), ("expenses.md", "Germany")):
        file = handbook / page
        file.write_text(file.read_text().replace("title:", f"region: {region}\ntitle:"))

    assert terminal.run("conflicts", "--json").json["contradictions"] == []


def test_the_help_teaches_what_to_do_with_a_finding(terminal: Terminal) -> None:
    said = terminal.run("conflicts", "--help")

    assert said.status == 0
    assert "supersedes: PATH" in said.out
