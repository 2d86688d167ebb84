import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telltales import Person, Sign, telltale

GRACE = Person(
    email="g.ruiz@corp.example",
    names=frozenset({"Grace Ruiz de la Peña"}),
    wrote=("My mother is ill and I want to stay with her for the whole of May.", "Thanks a lot!"),
)


@pytest.mark.parametrize(
    ("text", "sign", "words"),
    [
        ("As Grace was told, two days.", Sign.NAME, "Grace"),
        ("As Ms PENA was told.", Sign.NAME, "PENA"),
        ("grace ruiz de la peña has two.", Sign.NAME, "grace ruiz de la peña"),
        ("What g.ruiz asked.", Sign.NAME, "g.ruiz"),
        ("Write to g.ruiz@corp.example.", Sign.ADDRESS, "g.ruiz@corp.example"),
        ("Write to people@corp.example.", Sign.ADDRESS, "people@corp.example"),
        ("Call +34 912 345 678.", Sign.NUMBER, "+34 912 345 678"),
        ("The DNI 12345678Z is known.", Sign.NUMBER, "12345678Z"),
        ("Employee no. 40211 has two.", Sign.NUMBER, "Employee no. 40211"),
        ("That is employee #40211.", Sign.NUMBER, "employee #40211"),
        ("El empleado nº A-4021 tiene dos.", Sign.NUMBER, "empleado nº A-4021"),
        (
            "Who says: I want to stay with her, for the WHOLE of May, may.",
            Sign.WORDS,
            "I want to stay with her, for the",
        ),
    ],
)
def test_what_points_to_the_employee_is_found_and_named(text: str, sign: Sign, words: str) -> None:
    found = telltale(text, GRACE)

    assert found is not None
    assert (found.sign, found.words) == (sign, words)


@pytest.mark.parametrize(
    "text",
    [
        "There is a period of grace of 3 days for the invoice of la Mancha.",
        "Parents have 16 weeks, 6 of them at once; form HR-010, 41,000 EUR, since 2026-01-01.",
        "Since 2026 every employee 2026 is a round year for has no number 7.",
        "Employees with 10 years have 5 days more; 250 employees are needed.",
        "Who wants to stay with a mother for the whole of May asks early.",
        "",
    ],
)
def test_what_points_to_nobody_is_let_through(text: str) -> None:
    assert telltale(text, GRACE) is None


def test_words_of_two_messages_are_no_run_of_their_own() -> None:
    person = Person("x1@corp.example", frozenset(), ("one two three four", "five six seven eight"))

    assert telltale("one two three four five six seven eight", person) is None


@given(st.lists(st.sampled_from("abcdefgh"), min_size=8, max_size=30), st.data())
def test_eight_words_in_a_row_are_found_wherever_they_stand(
    wrote: list[str], data: st.DataObject
) -> None:
    person = Person("x1@corp.example", frozenset(), (" ".join(wrote),))
    start = data.draw(st.integers(0, len(wrote) - 8))

    for length, expected in ((8, True), (7, False)):
        run = ["so", *wrote[start : start + length], "so"]
        assert (telltale(", ".join(run), person) is not None) is expected
