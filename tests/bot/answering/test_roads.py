import pytest

from bot.answering.roads import why_several_steps
from bot.answering.understanding import understood


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("How many days do I get and who approves them?", "compound"),
        ("What is the difference between sick leave and special leave?", "comparison"),
        ("Is parental leave longer than in Germany?", "comparison"),
        ("What do I get in total for 3 nights in Lisbon?", "arithmetic"),
        ("How much leave do I have pro rata?", "arithmetic"),
        ("How much do I get back for 120 km?", "arithmetic"),
        ("By what date must I hand it in if I leave?", "dates"),
        ("If I resign on 3 March, when is my last day?", "dates"),
        ("¿Cuál es la diferencia entre el permiso y la excedencia?", "comparison"),
        ("¿Cuánto cobro en total por 3 noches en Lisboa?", "arithmetic"),
        ("¿Cuántos días laborables hay desde hoy hasta el fin del plazo?", "dates"),
    ],
)
def test_what_one_search_may_not_answer_is_told_with_the_reason(text: str, reason: str) -> None:
    assert reason in why_several_steps(understood(text, (), ("en", "es")))


@pytest.mark.parametrize(
    "text",
    [
        "How many days of annual leave do I have?",
        "Who approves a business trip?",
        "What is the hotel cap in Lisbon?",
        "Can I work from abroad?",
        "When is the deadline for expenses?",
        "Is a taxi paid?",
        "What happens if I lose my laptop?",
        "¿Cuántos días de vacaciones tengo?",
        "¿Quién aprueba un viaje?",
        "¿Puedo trabajar desde otro país?",
    ],
)
def test_a_simple_question_never_takes_that_road(text: str) -> None:
    assert why_several_steps(understood(text, (), ("en", "es"))) == ()
