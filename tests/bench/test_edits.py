import random

import pytest

from tests.bench.edits import FALSE, TRUE, Edit, entity_swapped

TELLS = {
    "en": (
        "If asked, employees must not claim more than 30 days or three weeks before 5 May 2024 at "
        "9:00, at least $150 or 20% of it per day, monthly, only with their first manager; they "
        "may ask (again) within 10 working days."
    ),
    "es": (
        "El trabajador deberá avisar al menos 30 días hábiles o tres semanas antes del lunes 5 de "
        "mayo de 2024 a las 9:00; podrá cobrar 150 euros o el 20 % por día, semanal, el segundo "
        "mes, salvo que no se solicite."
    ),
}


def seeded(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  # the same edits each time


@pytest.mark.parametrize("edit", FALSE, ids=lambda edit: f"{edit.kind}, {edit.language}")
def test_what_is_made_false_is_no_longer_the_same(edit: Edit) -> None:
    made = [
        (text, edit.rule(text, seeded(1)))
        for language, text in TELLS.items()
        if edit.language in (None, language)
    ]
    assert all(changed is None or changed != text for text, changed in made)


def test_every_kind_of_edit_finds_something_to_change() -> None:
    changed = {
        edit.kind
        for edit in FALSE
        for language, text in TELLS.items()
        for n in range(5)
        if edit.language in (None, language) and edit.rule(text, seeded(n))
    }
    assert changed >= {edit.kind for edit in FALSE} - {"negation put in"}


def test_an_entity_gives_way_to_another() -> None:
    text = "Send it to the Security Office by Friday."

    assert entity_swapped(text, ["Finance"], seeded(1)) in {
        "Send it to the Finance by Friday.",
        "Send it to the Security Office by Finance.",
    }


def test_what_is_only_said_otherwise_keeps_its_figures() -> None:
    assert TRUE["number in words"]("Within 30 days.", "en") == "Within thirty days."
    assert TRUE["number in digits"]("Within thirty days.", "en") == "Within 30 days."
    assert TRUE["unit spelt out"]("It is 20 %.", "es") == "It is 20 por ciento."
    again = "If you fall ill abroad, tell your manager at once by mail."
    assert TRUE["clauses in another order"](again, "en") == (
        "Tell your manager at once by mail if you fall ill abroad."
    )
