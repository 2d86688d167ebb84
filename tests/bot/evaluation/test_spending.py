"""What an answer took, from what is on record."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.answers import Answer, Citation, Grounded, Statement
from bot.conversation import Reply
from bot.evaluation.run import Outcome
from bot.evaluation.spending import Spent, length, remarks, spent, told
from storage.calls import Call, Calls
from storage.database import Database
from storage.exchanges import Opening
from tests.bot.evaluation.test_answers import ABSTAINED, golden
from tests.sealed import recorded

LANGUAGES = ("en", "es")
LONG = "Everybody may take this. It needs no form. Ask early. Tell your team. Then go."


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(tmp_path / "kept.sqlite")
    await database.open()
    yield database
    await database.close()


async def took(database: Database, answer: Answer, *calls: Call, fell_back: bool = False) -> Spent:
    exchanges, kept = recorded(database), Calls(database)
    id_ = await exchanges.open(Opening("ana@corp.example", "tests", private=True), {}, [])
    for call in calls:
        await kept.add(Call(**{n: getattr(call, n) for n in Call.__slots__} | {"exchange_id": id_}))
    if fell_back:
        await exchanges.append(id_, "fell_back", {})
    outcome = Outcome(golden("answer", (), ()), (), (), Reply(id_, "en", answer, {}), {})
    return await spent(outcome, kept, exchanges, LANGUAGES)


def call(outcome: str = "answered", **more: object) -> Call:
    known = {"milliseconds": 1000.0, "first_token": 400.0, "dollars": 0.5} | more
    return Call("answer", "claude-sonnet-5-5", outcome, **known)  # type: ignore[arg-type]  # as named


def grounded(text: str, quote: str) -> Grounded:
    citation = Citation("d", "c", "p.md", "T", (), "", "1", None, None, "es", quote)
    return Grounded((Statement(text, (citation,)),))


async def test_calls_add_up_and_words_come_with_the_last_of_them(database: Database) -> None:
    asked_twice = await took(
        database,
        ABSTAINED,
        call(input_tokens=10, cache_read_tokens=5, output_tokens=1, first_token=None),
        call(input_tokens=20, cache_written_tokens=7, output_tokens=2),
    )

    assert asked_twice == Spent(2, 1.0, 37, 5, 3, 1400.0, 2000.0, 1, "en", fell_back=False)


async def test_a_call_that_failed_costs_and_brings_no_words(database: Database) -> None:
    failed = await took(database, ABSTAINED, call("overloaded"), fell_back=True)
    unpriced = await took(database, ABSTAINED, call(dollars=None))

    assert (failed.dollars, failed.first_token, failed.last_token) == (0.5, None, None)
    assert failed.fell_back
    assert unpriced.dollars is None
    assert "not available in 1 of 2" in told("claude 1", [failed, unpriced])
    assert told("claude 1", [unpriced]) == "Answered by claude 1."
    assert "Of 1 answers the price is not known." in remarks([failed, unpriced], ["en", "en"])


async def test_the_language_is_that_of_own_words_and_quotes_have_none(database: Database) -> None:
    quoted = await took(database, grounded("Son dos días al año.", "Son dos días al año."))
    own = await took(database, grounded("Son dos días al año.", "They are two days a year."))

    assert (quoted.language, own.language) == (None, "es")
    assert (quoted.calls, quoted.dollars, quoted.last_token) == (0, 0, None)
    assert remarks([quoted, own], ["en", "en"])[1].startswith(
        "Own words in the asker's language: 0 of 1"
    )


def test_each_sentence_and_each_item_of_a_list_counts() -> None:
    def sentences(text: str) -> int:
        return length(Reply("x", "en", grounded(text, "q"), {}))

    assert sentences("You have 23 days.") == 1
    assert sentences(LONG) == 5
    assert sentences("You may take:\n• a day\n• two days. Not three.") == 4
