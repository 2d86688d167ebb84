from dataclasses import replace
from typing import Any

from bot.answers import Abstained, Answer, Grounded, Nearby, Reason, Statement
from bot.conversation import Reply
from bot.surfaces.web.drawing import drawn
from tests.bot.surfaces.web.known_replies import ANA, ANSWERS, LEAVE, RATES, REMOTE


def drawing(answer: Answer, opened_as: str | None = None) -> dict[str, Any]:
    reply = Reply("7F3K2", "en", answer, {})
    answer_drawn = drawn(reply, thread="t", opened_as=opened_as)["answer"]
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
            "verified": False,
            "quotes": [RATES.quote],
        }
    ]


def test_an_answer_of_hrs_is_told_from_a_page_and_opened_here() -> None:
    verified = replace(RATES, document_id="verified:K7", path="verified:K7", url="verified:K7")
    answer = Grounded((Statement("One.", (replace(verified, page=None),)),))

    (source,) = drawing(answer, opened_as=ANA.email)["sources"]

    assert source["verified"]
    assert source["url"].startswith("documents/verified%3AK7?as=ana%40corp.example&")


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


def test_what_lies_in_a_folder_is_opened_here_and_what_is_on_the_web_there() -> None:
    answer = Grounded((Statement("One.", (REMOTE,)), Statement("Two.", (LEAVE,))))
    kept, opened = (drawing(answer, opened_as=asker)["sources"] for asker in (None, ANA.email))
    assert [source["url"] for source in kept] == [REMOTE.url, LEAVE.url]
    assert opened[0]["url"].startswith("documents/es/trabajo-a-distancia.md?as=ana%40corp.example&")
    assert opened[1]["url"] == LEAVE.url


def test_a_page_that_is_near_is_opened_here_where_its_path_is_known() -> None:
    near = Nearby("folder:remoto", "Trabajo a distancia", "file:///srv/a.md#días", "es/a.md")
    for path, url in (
        ("es/a.md", "documents/es/a.md?as=ana%40corp.example&at=d%C3%ADas#quoted"),
        (None, near.url),
    ):
        answer = Abstained(Reason.NOT_SUPPORTED, "No.", (replace(near, path=path),))
        assert drawing(answer, opened_as=ANA.email)["nearest"][0]["url"] == url


def test_a_clarification_gives_its_choices() -> None:
    assert drawing(ANSWERS["notice"])["options"] == [
        "Permanent",
        "Fixed term",
        "Still in probation",
    ]


def test_an_outage_is_not_drawn_as_an_abstention() -> None:
    assert drawing(ANSWERS["outage"])["kind"] == "unavailable"
