import json
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answers import Abstained, Answer, Citation, Clarification, Grounded, Reason, Statement
from bot.conversation import Reply
from bot.evaluation.answers import FIGURES, Scored, confusion, figure, has_fact, scored
from bot.evaluation.intervals import Estimate
from bot.evaluation.questions import Golden
from bot.evaluation.run import Outcome

PAGES = {
    "org/leave.md": "You get **23 days**\nof leave a year.",
    "org/pay.md": "Pay is due on the 25th.",
    "org/closed.md": "Band four earns 52,000.",
}
QUOTES = ["you get **23 DAYS** of leave", "25th", "nowhere", " "]
FACTS = ["23|veintitrés", "leave", "25", "2"]


def citation(path: str, quote: str, page: int | None = None) -> Citation:
    return Citation("d", "c", path, "Title", (), "", "1", None, page, "en", quote)


def golden(expected: str, relevant: tuple[str, ...], facts: tuple[str, ...]) -> Golden:
    return Golden(
        id="q",
        organisation="org",
        asker="employee",
        question="?",
        thread=(),
        expected=expected,
        relevant=relevant,
        tags=(),
        language="en",
        key_facts=facts,
    )


def done(
    answer: Answer | None,
    expected: str = "answer",
    relevant: tuple[str, ...] = ("org/leave.md",),
    facts: tuple[str, ...] = ("23",),
    language: str = "en",
) -> Scored:
    reply = None if answer is None else Reply("x", language, answer, {})
    outcome = Outcome(golden(expected, relevant, facts), (), (), reply, {})
    return scored(outcome, PAGES.get)


def mean(name: str, *questions: Scored) -> float | None:
    found = figure(name, questions)
    if found is None:
        return None
    return found[1].mean if isinstance(found[1], Estimate) else found[1]


ANSWERED = Grounded(
    (Statement("You get 23 days of leave.", (citation("org/leave.md", "23 days**\nof leave"),)),)
)
ABSTAINED = Abstained(Reason.NOT_SUPPORTED, "No policy tells of 23 days.")
ASKED_BACK = Clarification("Which country?", ("Spain", "France"))
CITATIONS = st.lists(
    st.builds(citation, st.sampled_from([*PAGES, "org/none.md"]), st.sampled_from(QUOTES)),
    max_size=3,
)
ANSWERS = st.one_of(
    st.builds(
        lambda text, cited: Grounded((Statement(text, tuple(cited)),)),
        st.sampled_from(["You get 23 days.", "Due on the 25th of leave", ""]),
        CITATIONS,
    ),
    st.just(ABSTAINED),
    st.just(ASKED_BACK),
    st.none(),
)
QUESTIONS = st.tuples(
    st.sampled_from(["answer", "abstain", "clarify"]),
    st.lists(st.sampled_from([*PAGES]), max_size=2, unique=True).map(tuple),
    st.lists(st.sampled_from(FACTS), max_size=3, unique=True).map(tuple),
    ANSWERS,
)


@given(asked=st.lists(QUESTIONS, min_size=1, max_size=6))
def test_the_figures_are_those_of_the_public_scorer(
    scorer: ModuleType,
    tmp_path_factory: pytest.TempPathFactory,
    asked: list[tuple[str, tuple[str, ...], tuple[str, ...], Answer | None]],
) -> None:
    folder = _delivered(tmp_path_factory)
    vars(scorer)["HERE"] = str(folder)
    acl = scorer.Acl(str(folder / "acl.json"))
    ours, gold, run = [], [], []
    for n, (expected, relevant, facts, answer) in enumerate(asked):
        outcome = Outcome(
            golden(expected, relevant, facts),
            (),
            (),
            None if answer is None else Reply("x", "en", answer, {}),
            {},
        )
        ours.append(scored(outcome, PAGES.get))
        gold.append(
            {
                "id": f"q{n}",
                "corpus": "org",
                "lang": "en",
                "asker": "employee",
                "expected": expected,
                "relevant": [{"path": path} for path in relevant],
                "key_facts": list(facts),
                "tags": [],
            }
        )
        if answer is not None:
            run.append(outcome.line() | {"id": f"q{n}"})

    theirs = scorer.answers(gold, run, acl)

    assert confusion(ours) == theirs["confusion"]
    for name, value in theirs["groups"]["ALL"].items():
        if name in FIGURES and name != "acl_leaks":
            assert mean(name, *ours) == (None if value is None else pytest.approx(value, abs=1e-4))


def _delivered(factory: pytest.TempPathFactory) -> Path:
    folder = factory.mktemp("delivered")
    (folder / "org").mkdir()
    for path, text in PAGES.items():
        (folder / path).write_text(text)
    (folder / "acl.json").write_text(json.dumps({"default": "all", "rules": [], "askers": {}}))
    return folder


def test_questions_back_count_in_precision_and_recall() -> None:
    questions = (
        done(ASKED_BACK, "clarify"),
        done(ANSWERED, "clarify"),
        done(ASKED_BACK, "answer"),
        done(ASKED_BACK, "abstain"),
    )
    assert mean("clarify precision", *questions) == pytest.approx(1 / 3)
    assert mean("clarify recall", *questions) == pytest.approx(1 / 2)
    assert mean("clarify precision", done(ANSWERED)) is None


def test_a_fact_that_an_abstention_happens_to_name_is_not_told() -> None:
    assert mean("fact_recall", done(ANSWERED)) == 1.0
    assert mean("fact_recall", done(ABSTAINED)) == 0.0


def test_an_answer_in_another_language_is_counted() -> None:
    assert mean("language", done(ANSWERED), done(ANSWERED, language="es")) == 0.5


def test_a_page_of_a_pdf_counts_by_its_number_and_its_quote_is_not_compared() -> None:
    answer = Grounded((Statement("23", (citation("org/plan.pdf", "23", page=3),)),))
    question = done(answer, relevant=("org/plan.pdf#page=3", "org/plan.pdf#page=4"))
    assert mean("gold_cited", question) == 0.5
    assert mean("cite_valid", question) is None


def test_short_facts_and_numbers_stand_as_words_of_their_own() -> None:
    assert has_fact("up to **4** weeks", "4")
    assert not has_fact("up to 40 weeks", "4")
    assert not has_fact("annotation", "no")
    assert has_fact("It is prohibited.", "prohib")
    assert has_fact("Sí, señor", "si")
