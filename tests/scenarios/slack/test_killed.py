"""What becomes of a question when the bot is killed over it? One answer, or one honest apology."""

import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from random import Random

import pytest

from bot.settings import Settings
from tests.fakes.slack.messages import Message
from tests.scenarios.slack import kills
from tests.scenarios.slack.endings import Ending, endings, key_of, told
from tests.scenarios.slack.killing import Crowd, When, cards_again, crowd, doubled
from tests.scenarios.slack.office import OFFICE, OFFICE_ANSWER

Way = Callable[[Crowd], Awaitable[Message]]


@pytest.fixture
async def people(policies: Settings) -> AsyncIterator[Crowd]:
    async with crowd(policies) as running:
        yield running


async def in_private(people: Crowd) -> Message:
    person = people.person()
    return await person.says(OFFICE, in_=people.office.slack.dm(person))


async def in_a_channel(people: Crowd) -> Message:
    person = people.person()
    return await person.says(people.office.mention(OFFICE), in_=people.channel(person))


async def before_guests(people: Crowd) -> Message:
    person = people.person()
    channel = people.channel(person, is_ext_shared=True)
    return await person.says(people.office.mention(OFFICE), in_=channel)


async def died_over(people: Crowd, ask: Way, number: int, when: When) -> tuple[Message, bool]:
    """Ask, and kill the bot at one of its calls; the question, and whether it made that call."""
    done = people.kill_at(number, when)
    question = await ask(people)
    await people.settled(unless=done)
    if done.is_set():
        await people.come_back()
        await people.settled()
    people.office.slack.faults.clear()
    return question, done.is_set()


def notices(people: Crowd) -> int:
    """How many were told what is kept of them."""
    return sum(key_of(one).startswith("notice:") for one in told(people.office.slack))


@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize("number", [3, 4])
async def test_a_question_is_answered_once_although_the_bot_dies_of_it(
    people: Crowd, number: int, when: When
) -> None:
    question, died = await died_over(people, in_private, number, when)

    assert died
    assert list(endings(people.office.slack, [question]).of.values()) == [Ending.ANSWER]
    assert doubled(people) == []
    assert notices(people) == 1


@pytest.mark.slow
@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize("ask", [in_private, in_a_channel])
async def test_a_question_is_answered_once_whichever_call_the_bot_dies_of(
    people: Crowd, ask: Way, when: When
) -> None:
    questions, died = list[Message](), True
    for number in count(1):
        if not died:
            break
        question, died = await died_over(people, ask, number, when)
        questions.append(question)

    found = endings(people.office.slack, questions)
    assert len(questions) > 4
    assert set(found.of.values()) == {Ending.ANSWER}
    assert doubled(people) == []
    assert notices(people) == len(questions)
    placeholder_cannot_be_found_again = ask is in_a_channel and when is When.AFTER
    assert found.orphans == (1 if placeholder_cannot_be_found_again else 0)


@pytest.mark.slow
async def test_a_refusal_is_shown_whichever_call_the_bot_dies_of(people: Crowd) -> None:
    """What only one person sees cannot be looked for: of doubtful fate, it is shown again."""
    ended = Counter[tuple[Ending, str]]()
    for when in When:
        for number in count(1):
            question, died = await died_over(people, before_guests, number, when)
            (ending,) = endings(people.office.slack, [question]).of.values()
            ended[ending, when if ending is Ending.DOUBLED else ""] += 1
            if not died:
                break

    assert ended.pop((Ending.DOUBLED, When.AFTER), 0) <= 1
    assert {ending for ending, _ in ended} == {Ending.REFUSAL}


@pytest.mark.slow
@pytest.mark.parametrize("when", When)
async def test_hr_gets_one_card_whichever_call_the_bot_dies_of(people: Crowd, when: When) -> None:
    slack, died = people.office.slack, True
    for number in count(1):
        if not died:
            break
        person = people.person()
        dm = slack.dm(person)
        await person.says(OFFICE, in_=dm)
        shown = await person.sees(OFFICE_ANSWER, in_=dm, within=60)
        await people.settled()
        await person.presses("ask_hr", on=shown)
        await slack.until(lambda person=person: person.modal)  # type: ignore[misc]  # bound at once
        done = people.kill_at(number, when)
        assert (await person.submits(person.modal)).is_taken
        await people.settled(unless=done)
        if died := done.is_set():
            await people.come_back()
            await people.settled()
        slack.faults.clear()

    cards = [one for one in told(slack) if one.channel is people.office.desk]
    opened = [one for one in told(slack) if key_of(one).startswith("case:")]
    assert number > 3
    assert doubled(people) == []
    assert len({key_of(card) for card in cards}) == number - 1
    assert len(opened) - len(cards) == number - 1
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
