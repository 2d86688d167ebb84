"""Ask, check, ask once more, check, take out."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.answering.answerer import AnswererUnavailableError, Desk
from bot.answering.facts.claims import findings
from bot.answering.facts.finding import Fault, Finding
from bot.answering.request import Request
from bot.answering.support import supported
from bot.answering.support_check import SupportCheck
from bot.answers import Abstained, Answer, Clarification, Grounded, Reason, Statement, Step
from retrieval.documents import Passage
from retrieval.embedding import FastEmbedder
from tests.bot.answering.claimed import answered, cited
from tests.bot.answering.passages import Page
from tests.bot.answering.word_embedder import WordEmbedder
from tests.bot.claude.desk import TestDesk

NOTICE = Page("Notice").passage(
    "Employees must give 60 days' notice. The notice is given in writing to the manager."
)
TRAVEL = Page("Travel").passage("Hotel costs are reimbursed within 30 days.")
TRUE = "Employees must give 60 days' notice."
FALSE = "Employees must give 90 days' notice."
ASKED = Request("How long is my notice?", "How long is my notice?", "en", "en")


DESK = TestDesk(found=[TRAVEL])


class Scripted:
    """Says what it is told to, in turn, and remembers the reasons that it was given."""

    name = "scripted"

    def __init__(self, *answers: Answer | AnswererUnavailableError, looks_for: str = "") -> None:
        self._answers = list(answers)
        self._looks_for = looks_for
        self.reasons: list[str] = []

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Answer:
        if self._looks_for:
            await desk.search(self._looks_for)
        return self._next()

    def _next(self) -> Answer:
        answer = self._answers.pop(0)
        if isinstance(answer, AnswererUnavailableError):
            raise answer
        return answer


class Reworded(Scripted):
    """The same, and can be asked once more."""

    async def again(
        self,
        request: Request,
        passages: Sequence[Passage],
        objections: Sequence[str],
        desk: Desk,
        /,
    ) -> Answer:
        self.reasons += objections
        return self._next()


@pytest.fixture
def check() -> SupportCheck:
    return SupportCheck(WordEmbedder())


def both(*texts: str) -> Grounded:
    return Grounded(tuple(Statement(text, (cited(NOTICE),)) for text in texts))


def texts(answer: Answer) -> list[str]:
    assert isinstance(answer, Grounded)
    return [statement.text for statement in answer.statements]


async def test_what_is_borne_out_is_said_as_it_is(check: SupportCheck) -> None:
    answerer = Reworded(both(TRUE))

    checked = await supported(answerer, ASKED, [NOTICE], DESK, check=check)

    assert texts(checked.answer) == [TRUE]
    assert (checked.found, checked.asked_again, checked.taken_out) == ((), False, 0)


async def test_what_is_not_is_asked_for_once_more_with_the_reason(check: SupportCheck) -> None:
    answerer = Reworded(both(FALSE), both(TRUE))

    checked = await supported(answerer, ASKED, [NOTICE], DESK, check=check)

    assert texts(checked.answer) == [TRUE]
    assert checked.asked_again
    assert {finding.fault for finding in checked.found} == {Fault.NUMBER}
    assert any("90" in reason and FALSE in reason for reason in answerer.reasons)


async def test_what_is_wrong_again_is_taken_out_and_the_rest_is_said(check: SupportCheck) -> None:
    checked = await supported(
        Reworded(both(FALSE), both(FALSE, TRUE)), ASKED, [NOTICE], DESK, check=check
    )

    assert texts(checked.answer) == [TRUE]
    assert checked.taken_out == 1


async def test_an_answerer_that_words_once_loses_what_is_wrong(check: SupportCheck) -> None:
    checked = await supported(Scripted(both(TRUE, FALSE)), ASKED, [NOTICE], DESK, check=check)

    assert texts(checked.answer) == [TRUE]
    assert not checked.asked_again


async def test_nothing_left_is_told_as_such_and_the_reason_is_kept(check: SupportCheck) -> None:
    checked = await supported(Scripted(both(FALSE)), ASKED, [NOTICE], DESK, check=check)

    assert isinstance(checked.answer, Abstained)
    assert checked.answer.reason is Reason.NOT_SUPPORTED
    assert [finding.words for finding in checked.found] == ["90"] * len(checked.found)
    assert checked.found


async def test_an_answerer_that_is_gone_when_asked_again_keeps_what_was_right(
    check: SupportCheck,
) -> None:
    answerer = Reworded(both(TRUE, FALSE), AnswererUnavailableError("down"))

    checked = await supported(answerer, ASKED, [NOTICE], DESK, check=check)

    assert texts(checked.answer) == [TRUE]


async def test_what_an_answerer_found_by_searching_again_may_be_cited(check: SupportCheck) -> None:
    told = answered("Hotel costs are reimbursed within 30 days.", TRAVEL)

    looked = await supported(Scripted(told, looks_for="hotel"), ASKED, [NOTICE], DESK, check=check)
    made_up = await supported(Scripted(told), ASKED, [NOTICE], DESK, check=check)

    assert looked.answer == told
    assert isinstance(made_up.answer, Abstained)
    assert {finding.fault for finding in made_up.found} == {Fault.UNKNOWN_PASSAGE}


async def test_what_is_no_answer_is_not_checked(check: SupportCheck) -> None:
    question = Clarification("Which country?", ("Spain", "Germany"))

    assert (
        await supported(Scripted(question), ASKED, [NOTICE], DESK, check=check)
    ).answer == question


async def test_a_second_look_is_asked_of_what_the_first_lets_through() -> None:
    async def doubts(
        answer: Grounded, request: Request, passages: Sequence[Passage], desk: Desk
    ) -> Sequence[Finding]:
        return [Finding(0, Fault.SECOND_LOOK, "It leaves out the hotline.")]

    check = SupportCheck(WordEmbedder(), second_look=doubts)
    checked = await supported(Scripted(both(TRUE)), ASKED, [NOTICE], DESK, check=check)

    assert isinstance(checked.answer, Abstained)
    assert checked.found[0].words == "It leaves out the hotline."


async def test_free_words_about_something_else_are_far(embedder: FastEmbedder) -> None:
    check = SupportCheck(embedder)
    far = answered("The canteen serves vegetarian food.", TRAVEL)
    near = answered("The company pays back what you spend on hotels.", TRAVEL)

    assert {f.fault for f in await check(far, ASKED, [TRAVEL], DESK)} == {Fault.FAR}
    assert not await check(near, ASKED, [TRAVEL], DESK)


async def test_a_name_in_another_language_is_known_by_its_likeness(embedder: FastEmbedder) -> None:
    check = SupportCheck(embedder)
    page = Page("Abroad").passage("Working from Germany or Warsaw needs the approval of HR.")
    asked = replace(ASKED, language="es", reply_in="es")
    told = "Trabajar desde {} necesita la aprobación de RRHH."

    assert not await check(answered(told.format("Alemania"), page), asked, [page], DESK)
    assert not await check(answered(told.format("Varsovia"), page), asked, [page], DESK)
    assert await check(answered(told.format("Francia"), page), asked, [page], DESK)
    assert await check(answered(told.format("Kubernetes"), page), asked, [page], DESK)


def found(answer: Grounded, *passages: Passage, question: str = "") -> set[Fault]:
    given = findings(answer, question=question, language="en", passages=passages)
    return {finding.fault for finding in given}


def test_a_citation_names_a_passage_that_was_given() -> None:
    assert found(answered(TRUE, NOTICE), TRAVEL) == {Fault.UNKNOWN_PASSAGE}
    for forged in (
        replace(cited(NOTICE), title="Official policy"),
        replace(cited(NOTICE), url="https://drop.example/notice"),
        replace(cited(NOTICE), version="9"),
        replace(cited(NOTICE), document_id="HR-001"),
    ):
        assert found(Grounded((Statement(TRUE, (forged,)),)), NOTICE) == {Fault.UNKNOWN_PASSAGE}


def test_a_statement_without_citation_is_none() -> None:
    assert found(Grounded((Statement(TRUE, ()),)), NOTICE) == {Fault.NO_CITATION}


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        (TRUE, True),
        ("Employees  must give\n60 days' notice.", True),
        ("Employees must give 90 days' notice.", False),
        ("employees must give 60 days' notice.", False),
        ("", False),
        ("  ", False),
    ],
)
def test_a_quote_stands_in_its_passage_but_for_spaces(quote: str, *, stands: bool) -> None:
    answer = Grounded((Statement("Notice is given.", (cited(NOTICE, quote),)),))

    assert (Fault.ALTERED_QUOTE not in found(answer, NOTICE)) is stands


def test_a_shown_calculation_bears_out_its_result() -> None:
    page = Page("Leave").passage("Employees get 22 days of leave a year.")
    told = "Employees get 12.83 days of leave."

    asked = "I start in June, 7 months before the year ends. How many days?"
    step = Step("22 * 7 / 12", "12.83")
    assert found(answered(told, page, steps=[step]), page, question=asked) == set()
    assert Fault.NUMBER in found(answered(told, page), page, question=asked)
    made_up = Step("23 * 7 / 12", "13.42")
    assert Fault.STEP in found(answered(told, page, steps=[made_up]), page, question=asked)


def test_a_row_is_borne_out_under_its_header() -> None:
    page = Page("Caps").passage("| City | Days | Cap |\n|---|---|---|\n| Lisbon | 3 | €140 |\n")
    row = Grounded((Statement("Lisbon: 3 days, €140.", (cited(page, "| Lisbon | 3 | €140 |"),)),))
    other = Grounded((Statement("Lisbon: 3 weeks, €140.", row.statements[0].citations),))

    assert found(row, page) == set()
    assert found(other, page)
