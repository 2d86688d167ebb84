"""Whatever is tried with a case, by whom, in whatever order: the rules hold."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.escalation import HrDesk
from bot.escalation_wording import CaseError
from storage.cases import Case, State
from storage.database import Database
from tests.bot.hr_desk import ANA, IVO, MARTA, House

PEOPLE = (ANA, MARTA, IVO)
Doing = Callable[[], Awaitable[Case]]
ACTIONS = (
    "claim",
    "reply",
    "ask_back",
    "answer_back",
    "resolve",
    "reassign",
    "withdraw",
)
CLOSED = (State.RESOLVED, State.WITHDRAWN)


async def act(desk: HrDesk, case_id: str, name: str, by: str, key: str) -> Case:
    """Do one of the actions, as a surface does."""
    doing: dict[str, Doing] = {
        "claim": lambda: desk.claim(case_id, by, key=key),
        "reply": lambda: desk.reply(case_id, by, "Two.", key=key),
        "ask_back": lambda: desk.ask_back(case_id, by, "Which?", key=key),
        "answer_back": lambda: desk.answer_back(case_id, by, "Madrid.", key=key),
        "resolve": lambda: desk.resolve(case_id, by, key=key),
        "reassign": lambda: desk.reassign(case_id, by, PEOPLE[len(key) % 3], key=key),
        "withdraw": lambda: desk.withdraw(case_id, by, key=key),
    }
    return await doing[name]()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(ACTIONS),
            st.sampled_from(PEOPLE),
            st.sampled_from(["k", "kk", "kkk", "kkkk", "kkkkk", "kkkkkk"]),
        ),
        min_size=1,
        max_size=16,
    )
)
def test_whatever_is_tried_in_whatever_order_the_rules_hold(
    tmp_path_factory: pytest.TempPathFactory, tried: list[tuple[str, str, str]]
) -> None:
    asyncio.run(_try(tmp_path_factory.getbasetemp() / "desk", tried))  # its tables made once


async def _try(folder: Path, tried: list[tuple[str, str, str]]) -> None:
    database = Database(folder / "policybot.sqlite")
    await database.open()
    house = House(database)
    case = await house.opened()
    done: set[tuple[str, str]] = set()
    for name, by, key in tried:
        try:
            after = await act(house.desk, case.id, name, by, key)
        except CaseError:
            assert (name, key) not in done
            assert await house.desk.case(case.id) == case
            continue
        _hold(case, after, name, by, is_known=(name, key) in done)
        if len(after.events) > len(case.events):
            done.add((name, key))
        assert await act(house.desk, case.id, name, by, key) == after
        case = after
    await database.close()


def _hold(before: Case, after: Case, name: str, by: str, *, is_known: bool) -> None:
    """Hold an action that was let through to what may never happen."""
    if is_known:
        assert after == before
        return
    assert before.state not in CLOSED
    assert after.events[: len(before.events)] == before.events
    assert len(after.events) <= len(before.events) + 1
    assert after.assignee != ANA
    assert (by == ANA) == (name in {"answer_back", "withdraw"})
    if name in {"reply", "ask_back", "resolve"}:
        assert before.assignee == after.assignee == by
    if before.assignee not in {None, after.assignee}:
        assert name == "reassign"
    assert (after.state is State.OPEN) == (after.assignee is None) or name == "withdraw"
