"""Nothing is opened, said or decided twice; what is not one's own is not touched."""

import asyncio
from typing import Any

from tests.fakes.slack.acting import Person
from tests.fakes.slack.delivering import INTERACTIVE, Dispatch
from tests.fakes.slack.interacting import trigger, whose
from tests.scenarios.slack.desk import (
    NOTE,
    answered,
    asks_hr,
    card,
    cards,
    sends,
)
from tests.scenarios.slack.office import Office


def last(bot: Office, kind: str) -> Dispatch:
    """The last interaction of a kind that Slack handed over."""
    there = [d for d in bot.slack.deliverer.dispatches if d.type == kind]
    return there[-1]


async def again(
    bot: Office,
    sent: Dispatch,
    by: Person,
    **changed: Any,  # noqa: ANN401  # JSON
) -> None:
    """Hand an interaction over once more, with another trigger, and changed as it is told."""
    own = whose(bot.slack, by) | {"trigger_id": trigger(bot.slack, by)}
    payload = sent.payload | own | changed
    copy = Dispatch(INTERACTIVE, bot.slack.clock.id("X"), payload)
    assert (await bot.slack.deliverer.hand(copy)).is_taken


async def test_ten_clicks_and_slacks_own_retries_open_one_case(bot: Office) -> None:
    shown = await answered(bot, bot.ben)
    await asyncio.gather(*(bot.ben.presses("ask_hr", on=shown) for _ in range(10)))
    await bot.slack.quiet()
    modal = bot.ben.modal
    assert modal is not None
    sent = last(bot, "block_actions")

    case = await sends(bot, bot.ben, modal)
    submitted = last(bot, "view_submission")
    other_view = submitted.payload["view"] | {"id": "V9"}
    for copy in (submitted.payload, submitted.payload | {"view": other_view}):
        same = Dispatch(INTERACTIVE, "", copy)
        await asyncio.gather(*(again(bot, same, bot.ben) for _ in range(5)))
    await again(bot, sent, bot.ben)
    await bot.slack.quiet(0.5)

    assert len(cards(bot)) == 1
    notes = [one for one in bot.ben.screen(bot.slack.dm(bot.ben)) if one.says("HR has your")]
    assert len(notes) == 1
    assert notes[0].says(case)
    assert bot.ben.modal is not None
    assert bot.ben.modal.says(f"You asked HR about this already: case {case}.")


async def test_made_up_numbers_of_cases_and_answers_open_and_change_nothing(bot: Office) -> None:
    case = await asks_hr(bot, bot.ben)
    own = await answered(bot, bot.eva)
    await bot.eva.presses("show_passage", on=own)
    pressed = last(bot, "block_actions").payload
    exchange = str(pressed["actions"][0]["value"]).partition(":")[0]
    tried = [
        ("show_passage", f"{exchange}:99"),
        ("show_passage", f"{exchange}:-1"),
        ("show_passage", "NOWHERE:1"),
        ("choose_0", f"{exchange}:-1"),
        ("choose_0", f"{exchange}:x"),
        ("share", "NOWHERE"),
        ("ask_hr", "NOWHERE"),
        ("feedback", "NOWHERE:bad"),
        ("answer_privately", "NOWHERE"),
        ("case_claim", case),
        ("case_answer", case),
        ("case_reply", case),
        ("verified_approve", "NOWHERE"),
    ]
    bot.slack.views.clear(bot.eva)

    for action, value in tried:
        actions = [pressed["actions"][0] | {"action_id": action, "value": value}]
        await again(bot, Dispatch(INTERACTIVE, "", pressed), bot.eva, actions=actions)
    await bot.slack.quiet(1)

    assert card(bot, case).says("New")
    seen = bot.eva.everything_told
    assert not any(NOTE in text or "went wrong" in text or "fue mal" in text for text in seen)
    assert any("Esto es para quien es miembro del canal de Recursos" in text for text in seen)
    assert not bot.slack.refused
