import pytest

from bot.answering.extractive import ExtractiveAnswerer
from bot.answering.request import Request
from bot.answers import Answer, Clarification, Grounded
from retrieval.documents import Passage
from retrieval.embedding import FastEmbedder
from tests.bot.answering.passages import Page

ACCRUAL = Page("Annual leave").passage(
    "How much annual leave you earn depends on how long you have worked here:\n\n"
    "- Fewer than 3 years: 4 hours per pay period\n"
    "- Between 3 and 15 years: 6 hours per pay period\n"
    "- 15 or more years: 8 hours per pay period\n",
    heading="Earning annual leave",
)
VACATION = Page("Vacaciones", "es").passage(
    "Cuántos días de vacaciones anuales te corresponden depende de la antigüedad:\n\n"
    "- Quince años de servicio: veintitrés días\n"
    "- Veinte años de servicio: veinticuatro días\n",
    heading="Vacaciones por antigüedad",
)
SUBSIDY = Page("Commuting subsidy").passage(
    "You can get the commuting subsidy if you meet all of these requirements:\n\n"
    "- you live more than ten kilometres from the office\n"
    "- you have no company car\n"
    "- you have passed your probation\n",
    heading="Who can get the commuting subsidy",
)
HOLIDAYS = Page("Public holidays").passage(
    "There are 14 public holidays a year. Anyone who works on one gets a day off instead.\n"
)


@pytest.fixture
def answerer(embedder: FastEmbedder) -> ExtractiveAnswerer:
    return ExtractiveAnswerer(embedder)


async def asked(
    answerer: ExtractiveAnswerer,
    question: str,
    *passages: Passage,
    earlier: str = "",
    language: str = "en",
) -> Answer:
    search = f"{earlier}\n{question}" if earlier else question
    return await answerer.answer(Request(question, search, language, language), passages)


async def test_the_grade_that_a_value_depends_on_is_asked_for_with_the_choices(
    answerer: ExtractiveAnswerer,
) -> None:
    answer = await asked(answerer, "How much annual leave do I earn?", ACCRUAL, HOLIDAYS)
    assert isinstance(answer, Clarification)
    assert answer.options == ("Fewer than 3 years", "Between 3 and 15 years", "15 or more years")


async def test_a_grade_that_was_said_is_not_asked_for(answerer: ExtractiveAnswerer) -> None:
    question = "How much annual leave do I earn after 5 years?"
    assert isinstance(await asked(answerer, question, ACCRUAL, HOLIDAYS), Grounded)


async def test_the_choice_made_answers_the_question_back(answerer: ExtractiveAnswerer) -> None:
    answer = await asked(
        answerer, "Between 3 and 15 years", ACCRUAL, earlier="How much annual leave do I earn?"
    )
    assert isinstance(answer, Grounded)
    assert "6 hours per pay period" in answer.statements[0].text


async def test_who_asks_in_spanish_is_asked_back_in_spanish(answerer: ExtractiveAnswerer) -> None:
    question = "¿Cuántos días de vacaciones anuales me corresponden?"
    answer = await asked(answerer, question, VACATION, language="es")
    assert isinstance(answer, Clarification)
    assert answer.question.startswith("Depende.")
    assert answer.options == ("Quince años de servicio", "Veinte años de servicio")


async def test_a_condition_of_a_yes_is_asked_for(answerer: ExtractiveAnswerer) -> None:
    answer = await asked(answerer, "Can I get the commuting subsidy?", SUBSIDY, HOLIDAYS)
    assert isinstance(answer, Clarification)
    assert any(item in answer.question for item in ("ten kilometres", "company car", "probation"))
    assert answer.options == ("Yes", "No")


async def test_one_condition_that_is_not_met_settles_a_rule_of_all(
    answerer: ExtractiveAnswerer,
) -> None:
    earlier = "Can I get the commuting subsidy?\nDo you have a company car?"
    met = await asked(answerer, "Yes", SUBSIDY, earlier=earlier)
    not_met = await asked(answerer, "No", SUBSIDY, earlier=earlier)
    assert isinstance(met, Clarification)
    assert isinstance(not_met, Grounded)


async def test_a_rule_without_conditions_is_told_at_once(answerer: ExtractiveAnswerer) -> None:
    answer = await asked(answerer, "How many public holidays are there a year?", HOLIDAYS, ACCRUAL)
    assert isinstance(answer, Grounded)
    assert "14 public holidays" in answer.statements[0].text
