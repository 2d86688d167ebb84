import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.evaluation.questions import Golden, QuestionsError, read_questions
from bot.evaluation.scores import by_group, of_others, scored
from tests.conftest import SHARED

PAGES = [f"org/{letter}.md" for letter in "abcdefghijklmnopqrstuvwx"] + ["rival/a.md", "rival/b.md"]


def golden(*relevant: str) -> Golden:
    return Golden(
        id="q",
        organisation="org",
        asker="employee",
        question="?",
        thread=(),
        expected="answer",
        relevant=relevant,
        tags=("lookup",),
        language="en",
    )


@given(
    runs=st.lists(
        st.tuples(
            st.lists(st.sampled_from(PAGES), max_size=26),
            st.lists(st.sampled_from(PAGES), max_size=4, unique=True),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_the_figures_are_those_of_the_public_scorer(
    scorer: ModuleType, runs: list[tuple[list[str], list[str]]]
) -> None:
    gold = [
        {
            "id": f"q{n}",
            "corpus": "org",
            "lang": "en",
            "asker": "employee",
            "tags": ["lookup"],
            "relevant": [{"path": path} for path in relevant],
        }
        for n, (_, relevant) in enumerate(runs)
    ]
    run = [{"id": f"q{n}", "retrieved": retrieved} for n, (retrieved, _) in enumerate(runs)]
    theirs = scorer.retrieval(gold, run, scorer.Acl(SHARED / "data" / "acl.json"))["groups"]

    scores = (scored(golden(*relevant), retrieved) for retrieved, relevant in runs)
    ours = by_group(score for score in scores if score is not None)

    for group, figures in ours.items():
        for name, figure in figures.items():
            their_name = {"fail@20": "top20_fail"}.get(name, name)
            assert figure == pytest.approx(theirs[group][their_name], abs=6e-5), (group, name)


def test_three_good_pages_of_four_have_their_f1() -> None:
    score = scored(golden(*PAGES[:4]), [PAGES[0], PAGES[9], PAGES[1], PAGES[2]])

    assert score is not None
    assert score.figures["precision@3"] == pytest.approx(2 / 3)
    assert score.figures["F1@3"] == pytest.approx(2 * (2 / 3) * (1 / 2) / (2 / 3 + 1 / 2))


def test_where_there_is_one_organisation_no_page_is_another_ones() -> None:
    alone = replace(golden("a.md"), organisation=None)

    assert of_others(alone, ["a.md", "leave/b.md"]) == []
    assert of_others(golden("org/a.md"), ["org/a.md", "rival/a.md"]) == ["rival/a.md"]


def test_a_question_without_relevant_pages_has_no_figures() -> None:
    assert scored(golden(), ["org/a.md"]) is None


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("not json", "line 1 is not a question"),
        ('{"id": "a"}', r"line 1 is not a question\. question: Field required\."),
        ('{"id": "a", "question": 5}', "question: Input should be a valid string"),
        ('{"id": "a", "question": "?", "key_facts": [1]}', r"key_facts\.0: Input should be"),
        ('{"id": "a", "question": "?", "relevant": [{}]}', r"relevant\.0\.path: Field required"),
        ("[1]", "the line: Input should be an object"),
        ('\n{"id": "a", "question": "?", "thread": [{"role": "cat", "text": ""}]}', "line 2"),
        ("", "holds no question"),
    ],
)
def test_a_golden_file_that_cannot_be_used_is_told_with_its_line(
    tmp_path: Path, text: str, wrong: str
) -> None:
    file = tmp_path / "golden.jsonl"
    file.write_text(text)

    with pytest.raises(QuestionsError, match=wrong):
        read_questions(file)


def test_a_golden_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / "golden.jsonl"
    file.write_bytes(b"\xff\xfe")

    with pytest.raises(QuestionsError, match="not in UTF-8"):
        read_questions(file)


def test_a_page_of_a_pdf_is_named_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "golden.jsonl"
    relevant = [{"path": "org/a.pdf", "page": 7}, {"path": "org/a.pdf", "page": 7}]
    file.write_text(json.dumps({"id": "a", "question": "?", "relevant": relevant}))

    (question,) = read_questions(file)

    assert question.relevant == ("org/a.pdf#page=7",)
