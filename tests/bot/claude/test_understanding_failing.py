"""Whatever a small model does, or does not, the rules' understanding stands, and soon."""

import asyncio
import time

import pytest

from bot.claude.budgets import Budgets
from bot.claude.understanding import ClaudeUnderstander
from bot.claude.understanding_prompt import Options
from storage.calls import Call, Calls
from storage.database import Database
from tests.bot.claude.desk import ANA
from tests.bot.claude.understanding import (
    GOOD,
    LEAVE,
    Making,
    by_rules,
    heard,
)
from tests.fakes.claude.events import Place, ends, fails, pings_forever, stalls
from tests.fakes.claude.faults import PORTAL, Dropped, Fault, Slow
from tests.fakes.claude.hostile import FOREIGN, MODES
from tests.fakes.claude.replies import Reply, reply
from tests.fakes.claude.server import FakeClaude, Script

FAILURES: list[Script] = [
    Fault(429, {"retry-after": "86400"}),
    Fault(529, {"x-should-retry": "false"}),
    Fault(500, {"retry-after-ms": "1"}),
    Fault(401),
    Fault(404),
    Fault(400),
    PORTAL,
    Dropped(),
    GOOD.sent(fails(Place.IN_TEXT)),
    GOOD.sent(ends(Place.AFTER_TEXT)),
    GOOD.sent(stalls(Place.IN_TEXT)),
    GOOD.sent(pings_forever(Place.BEFORE_TEXT)),
    Slow(5, GOOD),
    Reply(GOOD.pieces, "refusal"),
    Reply(GOOD.pieces, "max_tokens"),
    reply(stop_reason="refusal"),
    reply(),
    reply("Of course! Here is what you asked for."),
    reply('{"question": "How much par'),
    reply('["parental leave"]'),
    reply('{"question": 1, "queries": [], "kind": "policy", "where": [], "when": null}'),
    reply('{"question": "x", "queries": "y", "kind": "policy", "where": [], "when": null}'),
    reply('{"question": "x", "queries": [], "kind": "secret", "where": [], "when": null}'),
    reply('{"question": "x", "queries": [], "kind": "policy", "where": [], "when": null, "y": 1}'),
]


@pytest.mark.parametrize("met", FAILURES)
async def test_whatever_goes_wrong_rules_understand_and_soon(
    service: FakeClaude, making: Making, asked_models: list[Call], met: Script
) -> None:
    service.always = met
    began = time.monotonic()

    request = await making(seconds=0.5).understand(heard(LEAVE))

    assert time.monotonic() - began < 15
    told = request.understanding
    assert (told.by, bool(told.why_not), request.rewrites) == ("rules", True, ())
    assert LEAVE not in told.why_not
    assert request.search == (await by_rules(heard(LEAVE))).search
    assert len(asked_models) == 1


async def test_a_service_that_is_down_is_left_alone(
    service: FakeClaude, understander: ClaudeUnderstander
) -> None:
    service.always = Fault(529, {"x-should-retry": "false"})

    why = [(await understander.understand(heard(LEAVE))).understanding.why_not for _ in range(8)]

    assert len(service.requests) == 6
    assert "left alone" in why[-1]


async def test_a_budget_that_is_spent_leaves_it_to_rules(
    service: FakeClaude, making: Making
) -> None:
    class Spent(Calls):
        async def tokens(self, since: object, asker: str | None = None) -> int:
            return 1000 if asker == ANA else 0

    budgets = Budgets(Spent(Database(None)), each=1000)  # type: ignore[arg-type]  # never looked into
    understander = making(budgets=budgets)
    service.always = GOOD

    mine = await understander.understand(heard(LEAVE))
    other = await understander.understand(heard(LEAVE, asker="ben@corp.example"))

    assert (mine.understanding.by, mine.rewrites) == ("rules", ())
    assert "spent" in mine.understanding.why_not
    assert other.rewrites
    assert len(service.requests) == 1


async def test_a_cancel_stops_it_and_its_call_is_on_record(
    service: FakeClaude, making: Making, asked_models: list[Call]
) -> None:
    service.always = GOOD.sent(pings_forever(Place.BEFORE_TEXT))
    asking = asyncio.create_task(making(seconds=20).understand(heard(LEAVE)))
    for _ in range(1000):
        if service.sent:
            break
        await asyncio.sleep(0.01)

    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking

    assert [call.outcome for call in asked_models] == ["cancelled"]


@pytest.mark.parametrize("options", [Options(), Options(paraphrases=True, hypothetical=True)])
@pytest.mark.parametrize("mode", MODES)
async def test_a_hostile_model_changes_nothing_that_counts(
    service: FakeClaude, making: Making, mode: str, options: Options
) -> None:
    service.always = MODES[mode]

    request = await making(options).understand(heard(LEAVE))

    rules = await by_rules(heard(LEAVE))
    kept = ("question", "search", "language", "reply_in", "parts", "identifiers", "kind")
    assert [getattr(request, name) for name in kept] == [getattr(rules, name) for name in kept]
    assert request.filters == rules.filters
    assert len(request.rewrites) <= 3
    told = f"{request.rewrites} {request.understanding}"
    assert not any(foreign in told for foreign in (*FOREIGN, "You prepare", "99"))
