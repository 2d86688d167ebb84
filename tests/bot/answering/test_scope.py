import pytest

from bot.answering.scope import holds_for
from tests.bot.answering.passages import Page

GENERAL = Page("Parental leave").passage("Leave is 16 weeks. Use form LV-07, code 051.\n")
CANADA = Page("Benefits in Canada").passage("Leave is 14 weeks.\n")
INTERNS = Page("Leave").passage("Leave is 5 days.\n", heading="Interns")


@pytest.mark.parametrize(
    "question", ["US parental leave", "leave for us employees", "permiso parental en España"]
)
def test_a_page_for_one_country_does_not_hold_in_another(question: str) -> None:
    assert not holds_for(question, CANADA)
    assert holds_for(question, GENERAL)


@pytest.mark.parametrize(
    "question", ["parental leave in Canada", "permiso en Canadá", "tell us about parental leave"]
)
def test_a_page_for_a_country_holds_there_and_where_none_is_named(question: str) -> None:
    assert holds_for(question, CANADA)


def test_a_section_for_interns_does_not_hold_for_contractors() -> None:
    assert not holds_for("leave for contractors", INTERNS)
    assert holds_for("leave for an intern", INTERNS)


@pytest.mark.parametrize("question", ["what is LV-07", "code 51, what is it for?"])
def test_a_code_has_to_stand_in_the_passage(question: str) -> None:
    assert holds_for(question, GENERAL)
    assert not holds_for(question, CANADA)


def test_a_number_that_is_no_code_may_be_missing() -> None:
    assert holds_for("leave after 3 years, starting 1/10 with 37.5 hours", CANADA)
