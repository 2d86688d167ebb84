"""A table that no service can draw is told row by row, and no word of it is lost."""

from bot.saying.prose import Table, in_words
from bot.saying.runs import said


def told(*rows: tuple[str, ...], is_headed: bool = True) -> list[str]:
    return [said(item.line) for item in in_words(Table(rows, is_headed=is_headed)).items]


def test_each_cell_is_told_with_the_name_of_its_column() -> None:
    assert told(("City", "Limit"), ("Madrid", "140 €"), ("Paris", "")) == [
        "City: Madrid; Limit: 140 €",
        "City: Paris",
    ]


def test_a_name_with_nothing_under_it_is_told_all_the_same() -> None:
    assert told(("City", "Limit"), ("Madrid", "")) == ["City — Limit", "City: Madrid"]
    assert told(("City", "Limit"), ("", "")) == ["City — Limit"]


def test_rows_without_names_are_told_as_they_are() -> None:
    assert told(("Madrid", "", "140 €"), is_headed=False) == ["Madrid — 140 €"]
    assert told(("City", "Limit")) == ["City — Limit"]
