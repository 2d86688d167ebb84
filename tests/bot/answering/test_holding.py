from dataclasses import replace
from datetime import date

import pytest

from bot.answering.holding import holding
from bot.answering.stated import stated
from tests.fakes.passages import passage

RULE = passage("rule", "Moving house is one day.")


@pytest.mark.parametrize(
    ("region", "question", "holds"),
    [
        (("Spain",), "how many days for moving in Spain?", True),
        (("Spain", "PT"), "¿cuántos días por mudanza en Portugal?", True),
        (("Spain",), "how many days for moving in France?", False),
        (("ES",), "how many days for moving in France?", False),
        (("Spain",), "how many days for moving?", True),
        ((), "how many days for moving in France?", True),
        (("EMEA",), "how many days for moving in France?", True),
        (("Spain", "EMEA"), "how many days for moving in France?", True),
    ],
)
def test_a_page_for_other_countries_does_not_answer(
    region: tuple[str, ...], question: str, holds: bool
) -> None:
    assert bool(holding(stated(question), [replace(RULE, region=region)])) is holds


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("what is the cap for 2025?", False),
        ("what is the cap on 1 March 2026?", True),
        ("what is the cap in 2026?", True),
        ("what will the cap be in July 2027?", False),
        ("what is the cap?", True),
    ],
)
def test_a_page_of_another_time_does_not_answer(question: str, holds: bool) -> None:
    dated = replace(RULE, effective_from=date(2026, 2, 1), effective_until=date(2026, 12, 31))

    assert bool(holding(stated(question), [dated])) is holds
