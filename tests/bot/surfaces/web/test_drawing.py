from dataclasses import replace
from typing import Any

from bot.answers import Answer, Grounded, Statement
from bot.conversation import Reply
from bot.surfaces.web.drawing import drawn
from tests.bot.surfaces.web.known_replies import ANSWERS, LEAVE, RATES


def drawing(answer: Answer) -> dict[str, Any]:
    answer_drawn = drawn(Reply("7F3K2", "en", answer, {}), thread="t")["answer"]
    assert isinstance(answer_drawn, dict)
    return answer_drawn


def test_places_are_numbered_in_the_order_in_which_they_are_first_cited() -> None:
    answer = drawing(
        Grounded(
            (
                Statement("One.", (RATES,)),
                Statement("Two.", (LEAVE, RATES)),
                Statement("Three.", (LEAVE,)),
            )
        )
    )
    assert [said["sources"] for said in answer["statements"]] == [[1], [1, 2], [2]]
    assert [source["title"] for source in answer["sources"]] == [RATES.title, LEAVE.title]


def test_quotes_of_one_place_are_on_one_card_each_of_them_once() -> None:
    other = replace(LEAVE, quote="Both parents may be away at once.")
    answer = drawing(
        Grounded((Statement("One.", (LEAVE, other)), Statement("Two.", (LEAVE,)))),
    )
    (source,) = answer["sources"]
    assert source["quotes"] == [LEAVE.quote, other.quote]


def test_a_source_carries_all_that_tells_the_place() -> None:
    answer = drawing(Grounded((Statement("One.", (RATES,)),)))
    assert answer["sources"] == [
        {
            "number": 1,
            "title": "Business travel: rates and limits",
            "heading": ["Hotels", "Limits by city"],
            "path": "travel/rates.pdf",
            "url": "https://wiki.corp.example/rates.pdf#page=12",
            "version": "2025-02",
            "effective_from": "2025-02-01",
            "page": 12,
            "language": "en",
            "quotes": [RATES.quote],
        }
    ]


def test_an_abstention_names_pages_and_claims_nothing_of_them() -> None:
    assert drawing(ANSWERS["pay"]) == {
        "kind": "abstained",
        "reason": "not_supported",
        "text": "I found nothing in the policies you can read that answers this.",
        "nearest": [
            {"title": LEAVE.title, "url": LEAVE.url},
            {"title": RATES.title, "url": RATES.url},
        ],
    }


def test_a_clarification_gives_its_choices() -> None:
    assert drawing(ANSWERS["notice"])["options"] == [
        "Permanent",
        "Fixed term",
        "Still in probation",
    ]


def test_an_outage_is_not_drawn_as_an_abstention() -> None:
    assert drawing(ANSWERS["outage"])["kind"] == "unavailable"
