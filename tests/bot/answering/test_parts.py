import pytest

from bot.answering.parts import parts


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        (
            "how many days do I get for moving and who approves them?",
            "en",
            ("how many days do I get for moving", "who approves them? (days for moving)"),
        ),
        (
            "¿cuántos días tengo por mudanza y quién los aprueba?",
            "es",
            ("¿cuántos días tengo por mudanza", "quién los aprueba? (días por mudanza)"),
        ),
        (
            "cuantos dias me dan por boda y como los pido",
            "es",
            ("cuantos dias me dan por boda", "como los pido (dias dan por boda)"),
        ),
        (
            "What is the per diem; and do I need receipts?",
            "en",
            ("What is the per diem", "do I need receipts? (the per diem)"),
        ),
        (
            "Can I park at the office? Where is the canteen menu?",
            "en",
            ("Can I park at the office?", "Where is the canteen menu?"),
        ),
        (
            "I'm moving to Ohio. Who pays the movers and can I work from a hotel room?",
            "en",
            (
                "I'm moving to Ohio. Who pays the movers",
                "I'm moving to Ohio. can I work from a hotel room?",
            ),
        ),
        (
            "what happens if I get sick and when do I return the laptop charger?",
            "en",
            ("what happens if I get sick", "when do I return the laptop charger?"),
        ),
    ],
)
def test_each_part_of_a_compound_question_stands_on_its_own(
    question: str, language: str, told: tuple[str, ...]
) -> None:
    assert parts(question, language) == told


@pytest.mark.parametrize(
    "question",
    [
        "what are the terms and conditions of the laptop loan?",
        "does the per diem cover bed and breakfast?",
        "when and where can I park?",
        "how and why do I report an accident?",
        "do I need approval or can I just book?",
        "can I use a laptop that I own and which is encrypted?",
        "can employees who work abroad and who are contractors claim it?",
        "what happens if I'm sick and when I come back late?",
        "qué pasa si me pongo malo y cuando vuelvo",
        "¿qué normas hay de higiene y seguridad?",
        "can I give blood on work time??",
        "where does the team sit? floor 3 or 6",
        "",
        "and",
        "? ? ?",
    ],
)
def test_one_question_is_not_taken_apart(question: str) -> None:
    assert parts(question, "en") == ()


def test_no_more_than_three_parts_are_told() -> None:
    asked = "Is there a gym? Can I bring pets? Where can I park? Who cooks lunch?"

    assert len(parts(asked, "en")) == 3
