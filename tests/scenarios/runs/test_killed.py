"""What becomes of a question when the bot is killed over it? One answer, or one honest apology."""

import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.settings import Settings
from tests.scenarios.runs import kills
from tests.scenarios.runs.driver import Message
from tests.scenarios.runs.endings import Ending, endings
from tests.scenarios.runs.killing import Crowd, When, cards_again, crowd, doubled, is_card
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER
from tests.scenarios.surfaces import driving

Way = Callable[[Crowd], Awaitable[Message]]


async def in_private(people: Crowd) -> Message:
    return await people.asks(OFFICE)


async def in_a_channel(people: Crowd) -> Message:
    return await people.asks_in_a_channel(OFFICE)


async def before_guests(people: Crowd) -> Message:
    return await people.asks_in_a_channel(OFFICE, is_shared=True)


@pytest.fixture
async def people(surface: str, policies: Settings, tmp_path: Path) -> AsyncIterator[Crowd]:
    async with driving(surface, tmp_path) as driver, crowd(driver, policies) as running:
        yield running


async def died_over(people: Crowd, ask: Way, number: int, when: When) -> tuple[Message, bool]:
    """Ask, and kill the bot at one of its calls; the question, and whether it made that call."""
    done = people.kill_at(number, when)
    question = await ask(people)
    await people.settled(unless=done)
    if done.is_set():
        await people.come_back()
        await people.settled()
    people.driver.fake.faults.clear()
    return question, done.is_set()


def notices(people: Crowd) -> int:
    """How many were told what is kept of them."""
    return sum(one.key.startswith("notice:") for one in people.driver.told())


@pytest.mark.parametrize("when", When)
async def test_a_question_is_answered_once_although_the_bot_dies_of_it(
    people: Crowd, when: When
) -> None:
    question, died = await died_over(people, in_private, 4, when)

    assert died
    assert list(endings(people.driver, [question]).of.values()) == [Ending.ANSWER]
    assert doubled(people) == []
    assert notices(people) == 1


@pytest.mark.slow
@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize("ask", [in_private, in_a_channel])
async def test_a_question_is_answered_once_whichever_call_the_bot_dies_of(
    people: Crowd, surface: str, ask: Way, when: When
) -> None:
    questions, died = list[Message](), True
    for number in count(1):
        if not died:
            break
        question, died = await died_over(people, ask, number, when)
        questions.append(question)

    await people.at_rest()
    found = endings(people.driver, questions)
    assert len(questions) > 4
    assert set(found.of.values()) == {Ending.ANSWER}
    assert doubled(people) == []
    assert notices(people) == len(questions)
    assert found.orphans <= waiting_for_ever(surface, ask, when, len(questions) - 1)


def waiting_for_ever(surface: str, ask: Way, when: When, deaths: int) -> int:
    """How many messages may wait for ever, at most: those whose ids the bot never got.

    In Teams, it may die while it begins a stream, or takes one back that it does not need.
    """
    if surface == "teams":
        return deaths
    return 1 if ask is in_a_channel and when is When.AFTER else 0


@pytest.mark.slow
async def test_a_refusal_is_shown_whichever_call_the_bot_dies_of(people: Crowd) -> None:
    """What only one person sees cannot be looked for: of doubtful fate, it is shown again."""
    ended = Counter[tuple[Ending, str]]()
    for when in When:
        for number in count(1):
            question, died = await died_over(people, before_guests, number, when)
            (ending,) = endings(people.driver, [question]).of.values()
            ended[ending, when if ending is Ending.DOUBLED else ""] += 1
            if not died:
                break

    assert ended.pop((Ending.DOUBLED, When.AFTER), 0) <= 1
    assert {ending for ending, _ in ended} == {Ending.REFUSAL}


@pytest.mark.slow
@pytest.mark.parametrize("when", When)
async def test_hr_gets_one_card_whichever_call_the_bot_dies_of(people: Crowd, when: When) -> None:
    driver, died = people.driver, True
    for number in count(1):
        if not died:
            break
        question = await people.asks(OFFICE)
        person, dm = question.sender, driver.channel_of(question)
        shown = await person.sees(OFFICE_ANSWER, in_=dm, within=60)
        await people.settled()
        assert await driver.opens_hr(person, shown)
        done = people.kill_at(number, when)
        assert await driver.sends_to_hr(person, shown)
        await people.settled(unless=done)
        if died := done.is_set():
            await people.come_back()
            await people.settled()
        driver.fake.faults.clear()

    told = [one for one in driver.told() if not one.is_waiting]
    cards = [one for one in told if is_card(one.key)]
    opened = [one for one in told if one.key.startswith("case:") and one not in cards]
    assert number > 3
    assert doubled(people) == []
    assert all(card.channel is driver.desk for card in cards)
    assert len({card.key for card in cards}) == number - 1
    assert len(opened) == number - 1
    assert cards_again(people) <= (1 if when is When.AFTER else 0)


@pytest.mark.slow
async def test_all_that_is_asked_ends_once_whenever_the_bot_is_killed(people: Crowd) -> None:
    seed = secrets.randbits(32)
    print(f"\nseed {seed}")  # noqa: T201
    outcome = await kills.killed(
        people,
        Random(seed),  # noqa: S311
        kills=200,  # all of them by `tests.bench kills`
        budget=30,
    )
    print(outcome)  # noqa: T201

    assert outcome.wrong == []
    assert outcome.kills >= kills.FEWEST
