import pytest

from bot.answering.asked import Value, asked_for, holds, names_a_number


@pytest.mark.parametrize(
    ("question", "language", "value"),
    [
        ("how much does parking cost", "en", Value.MONEY),
        ("how many days of leave do I get?", "en", Value.DURATION),
        ("how much notice do I give", "en", Value.DURATION),
        ("how often is it refreshed", "en", Value.NUMBER),
        ("min password length", "en", Value.NUMBER),
        ("when do reviews happen", "en", Value.MOMENT),
        ("can I bring my dog?", "en", None),
        ("¿cuánto cuesta el seguro?", "es", Value.MONEY),
        ("¿cuántos días tengo?", "es", Value.DURATION),
        ("plazo para entregar el parte", "es", Value.DURATION),
        ("longitud mínima de contraseña", "es", Value.NUMBER),
        ("¿cuándo se cobra?", "es", Value.MOMENT),
        ("wie viele Tage habe ich", "de", None),
    ],
)
def test_a_question_asks_for_a_kind_of_value(
    question: str, language: str, value: Value | None
) -> None:
    assert asked_for(question, language) is value


@pytest.mark.parametrize(
    ("value", "text", "language", "it_does"),
    [
        (Value.MONEY, "The fee is €20.", "en", True),
        (Value.MONEY, "The fee is set each year.", "en", False),
        (Value.DURATION, "You have two weeks.", "en", True),
        (Value.DURATION, "The maximum number of hours is 12.", "en", True),
        (Value.DURATION, "You have some time.", "en", False),
        (Value.DURATION, "Serán quince días naturales.", "es", True),
        (Value.NUMBER, "Log time to the nearest quarter.", "en", True),
        (Value.NUMBER, "Ask your manager.", "en", False),
        (Value.MOMENT, "Reviews are held in April.", "en", True),
        (Value.MOMENT, "Reviews are kept.", "en", False),
        (Value.MONEY, "Das ist festgelegt.", "de", True),
        (None, "Anything.", "en", True),
    ],
)
def test_a_text_holds_a_kind_of_value_or_not(
    value: Value | None, text: str, language: str, *, it_does: bool
) -> None:
    assert holds(value, text, language) is it_does


def test_a_frequency_names_no_number() -> None:
    assert names_a_number("after 5 years", "en")
    assert names_a_number("quince años de servicio", "es")
    assert not names_a_number("leave per year, paid monthly", "en")
    assert not names_a_number("vacaciones anuales", "es")
    assert not names_a_number("fünf Tage", "de")
