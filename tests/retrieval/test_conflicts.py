from dataclasses import replace
from datetime import date
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.conflicts import answering, contradictions, duplicates, stated
from retrieval.documents import Document, Section, Status
from retrieval.statements import contradict

LANGUAGES = ("en", "es")


def page(name: str, *texts: str, region: tuple[str, ...] = ()) -> Document:
    return Document(
        id=name,
        source="wiki",
        path=name,
        title=name,
        url=f"https://wiki.example/{name}",
        version="1",
        sections=tuple(Section((), text) for text in texts),
        region=region,
    )


def pairs(*documents: Document) -> list[set[str]]:
    found = [one for document in documents for one in stated(document, LANGUAGES)]
    return [{c.one.document.path, c.other.document.path} for c in contradictions(found)]


THIRTY = "Upload the receipt of an expense within 30 days of its date."
FORTY_FIVE = "The receipt of an expense can be uploaded within 45 days of its date."


def test_other_figures_in_two_documents_are_found_once() -> None:
    assert pairs(page("a", THIRTY), page("b", FORTY_FIVE)) == [{"a", "b"}]
    assert pairs(page("a", THIRTY, FORTY_FIVE)) == []


def test_a_statement_that_the_other_document_bears_out_is_no_contradiction() -> None:
    managers = "Managers approve the timesheet of the month by 17:00 on the last day."
    staff = "Everybody submits the timesheet of the month by 10:00 on the last day."

    assert pairs(page("a", managers, staff), page("b", staff, managers)) == []


def test_documents_of_different_regions_are_not_compared() -> None:
    spain, germany = page("a", THIRTY, region=("Spain",)), page("b", FORTY_FIVE, region=("DE",))

    assert pairs(spain, germany) == []
    assert pairs(spain, page("c", FORTY_FIVE)) == [{"a", "c"}]


def test_only_what_answers_today_is_looked_at() -> None:
    now, draft = page("a"), replace(page("b"), status=Status.DRAFT)

    assert answering([now, draft], date(2026, 6, 1)) == [now]


LONG = " ".join(f"word{number}" for number in range(60))


def test_copies_are_grouped_and_others_are_not() -> None:
    copies = [page("a", LONG), page("b", LONG + " more"), page("c", LONG.upper())]

    (group,) = duplicates([*copies, page("d", "Something else altogether is written here.")])

    assert [document.path for document in group.documents] == ["a", "b", "c"]
    assert group.likeness > 0.9


def test_empty_documents_are_no_copies_of_each_other() -> None:
    assert duplicates([page("a"), page("b")]) == []


sentences = st.lists(
    st.builds(
        "Everybody gets {} days of {} {} {}.".format,
        st.integers(2, 5),
        *(st.sampled_from(["leave", "training", "travel", "sickness", "notice"]) for _ in range(3)),
    ),
    max_size=12,
)


@given(sentences)
def test_no_pair_is_missed_by_comparing_only_those_with_rare_words_in_common(
    texts: list[str],
) -> None:
    found = [one for n, text in enumerate(texts) for one in stated(page(str(n), text), ("en",))]
    borne_out = {
        (a.document.id, b.document.id)
        for a in found
        for b in found
        if a.statement.figures == b.statement.figures
    }
    expected = {
        frozenset((a.statement.text, b.statement.text))
        for a, b in combinations(found, 2)
        if contradict(a.statement, b.statement) and (a.document.id, b.document.id) not in borne_out
    }
    assert {
        frozenset((c.one.statement.text, c.other.statement.text)) for c in contradictions(found)
    } == expected
