from datetime import UTC, datetime, timedelta

import pytest

from storage.calls import Call, Calls
from storage.database import Database
from storage.exchanges import Opening
from storage.moments import now
from tests.sealed import recorded

ANA, BEN = "ana@corp.example", "ben@corp.example"


def call(asker: str | None = ANA, **more: object) -> Call:
    facts = {
        "purpose": "answer",
        "model": "m-1",
        "outcome": "answered",
        "asker": asker,
        "input_tokens": 100,
        "cache_read_tokens": 20,
        "cache_written_tokens": 3,
        "output_tokens": 7,
        "dollars": 0.5,
        "milliseconds": 10.0,
        "attempts": 1,
    }
    return Call(**(facts | more))  # type: ignore[arg-type]  # as named


async def test_tokens_are_counted_by_person_and_for_everybody_since_a_moment(
    database: Database,
) -> None:
    calls = Calls(database)
    before = now()
    for asker in (ANA, ANA, BEN, None):
        await calls.add(call(asker))

    assert await calls.tokens(before, ANA) == 260
    assert await calls.tokens(before, "eve@corp.example") == 0
    assert await calls.tokens(before) == 520
    assert await calls.tokens(now() + timedelta(seconds=1)) == 0


async def test_usage_adds_up_by_model_and_purpose_and_says_what_has_no_price(
    database: Database,
) -> None:
    calls = Calls(database)
    await calls.add(call())
    await calls.add(call(outcome="overloaded", attempts=3, failed=("overloaded", "cut")))
    await calls.add(call(purpose="context", dollars=None))
    await calls.add(call(model="m-0"))

    other, answers, contexts = await calls.usage()

    assert (other.model, answers.model, contexts.purpose) == ("m-0", "m-1", "context")
    assert answers.day == datetime.now(UTC).date().isoformat()
    assert (answers.calls, answers.failed, answers.attempts) == (2, 1, 4)
    assert (answers.input_tokens, answers.dollars, answers.milliseconds) == (200, 1.0, 20.0)
    assert (contexts.dollars, contexts.unpriced) == (0.0, 1)
    assert await calls.usage(now() + timedelta(seconds=1)) == []


async def test_a_call_belongs_to_an_exchange_that_is_on_record(database: Database) -> None:
    id_ = await recorded(database).open(Opening(ANA, "tests", private=True), {}, [])
    calls = Calls(database)

    await calls.add(call(exchange_id=id_))
    with pytest.raises(Exception, match="FOREIGN KEY"):
        await calls.add(call(exchange_id="NOWHERE"))
