"""The product is killed at moments that chance draws while people ask: what became of it all?"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tests.fakes.slack.acting import Person
from tests.fakes.slack.messages import Message
from tests.scenarios.slack.endings import Ending, endings, is_working, key_of, subject, told
from tests.scenarios.slack.killing import ASKED, Crowd, cards_again, doubled
from tests.scenarios.slack.office import OFFICE

FEWEST = 3
"""How often it is killed, however long each start takes."""


@dataclass
class Sent:
    """What people did, and what has to come of it."""

    questions: dict[str, tuple[Message, str]] = field(default_factory=dict)  # and its text
    deleted: list[Message] = field(default_factory=list)
    cases: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it; each of `wrong` says what is not as it has to be."""

    kills: int
    seconds: float
    starting: list[float]
    ended: dict[Ending, int]
    cases: int
    given_up: int  # questions that Slack never got to the bot, however often it tried
    orphans: int
    cards_again: int
    wrong: list[str]


async def killed(crowd: Crowd, chance: Random, *, kills: int, budget: float) -> Outcome:
    """Kill the bot again and again while people ask, and say what came of it.

    After `budget` seconds it is enough, but for the `FEWEST`.
    """
    sent, starting = Sent(), list[float]()
    ending = asyncio.Event()
    began, done = time.monotonic(), 0
    async with asyncio.TaskGroup() as people:
        for _ in range(_PEOPLE):
            people.create_task(_speak(crowd, sent, chance, ending))
        while done < kills and (done < FEWEST or time.monotonic() - began < budget):
            await asyncio.sleep(chance.uniform(0, _LONGEST))
            crowd.product.kill()
            await crowd.product.killed()
            starts = time.monotonic()
            await crowd.product.start()
            starting.append(time.monotonic() - starts)
            done += 1
        ending.set()
    await crowd.settled(within=300)
    return _outcome(crowd, sent, done, time.monotonic() - began, starting)


_PEOPLE = 4
_LONGEST = 4.0  # seconds that the bot lives
_PAUSE = 3.0


async def _speak(crowd: Crowd, sent: Sent, chance: Random, ending: asyncio.Event) -> None:
    """Do one thing after another, as people do."""
    ways = {
        _ask_in_private: 45,
        _ask_in_a_channel: 25,
        _ask_before_guests: 5,
        _edit: 10,
        _delete: 5,
        _ask_hr: 10,
    }
    while not ending.is_set():
        (way,) = chance.choices(list(ways), list(ways.values()))
        await way(crowd, sent, chance)
        await asyncio.sleep(chance.uniform(0, _PAUSE))


async def _ask_in_private(crowd: Crowd, sent: Sent, chance: Random) -> Message:
    person = crowd.person()
    text = chance.choice(list(ASKED))
    message = await person.says(text, in_=crowd.office.slack.dm(person))
    sent.questions[subject(message)] = (message, text)
    return message


async def _ask_in_a_channel(crowd: Crowd, sent: Sent, _: Random) -> None:
    person = crowd.person()
    message = await person.says(crowd.office.mention(OFFICE), in_=crowd.channel(person))
    sent.questions[subject(message)] = (message, OFFICE)


async def _ask_before_guests(crowd: Crowd, sent: Sent, _: Random) -> None:
    """Ask where outsiders read along: it is refused, before nobody else."""
    person = crowd.person()
    channel = crowd.channel(person, is_ext_shared=True)
    message = await person.says(crowd.office.mention(OFFICE), in_=channel)
    sent.questions[subject(message)] = (message, "")


async def _edit(crowd: Crowd, sent: Sent, chance: Random) -> None:
    """Ask, and edit what is taken: where Slack tells of the edit first, the first words count."""
    message = await _ask_in_private(crowd, sent, chance)
    await message.events[0].ended.wait()
    await asyncio.sleep(chance.uniform(0, _PAUSE))
    text = chance.choice([text for text in ASKED if text != message.text])
    person = message.sender
    assert isinstance(person, Person)
    await person.edits(message, text)
    sent.questions[subject(message)] = (message, text)


async def _delete(crowd: Crowd, sent: Sent, chance: Random) -> None:
    message = await _ask_in_private(crowd, sent, chance)
    await message.events[0].ended.wait()
    await asyncio.sleep(chance.uniform(0, _PAUSE))
    person = message.sender
    assert isinstance(person, Person)
    await person.deletes(message)
    del sent.questions[subject(message)]
    sent.deleted.append(message)


async def _ask_hr(crowd: Crowd, sent: Sent, chance: Random) -> None:
    """Ask HR about an answer, again and again until Slack does not say that it failed."""
    message = await _ask_in_private(crowd, sent, chance)
    _, text = sent.questions[subject(message)]
    person = message.sender
    assert isinstance(person, Person)
    is_taken = False
    while not is_taken:
        try:
            shown = await person.sees(ASKED[text], in_=message.channel, within=20)
            await person.presses("ask_hr", on=shown)
            await crowd.office.slack.until(lambda: person.modal, within=4)
        except (AssertionError, TimeoutError):  # there is none yet, or it did not open
            if _is_given_up(message) or _is_apologised(crowd, message):
                return
            continue
        is_taken = (await person.submits(person.modal)).is_taken
    sent.cases += 1


def _is_given_up(message: Message) -> bool:
    """Whether Slack does not send it any more, though the bot never took it."""
    dispatch = message.events[0]
    return dispatch.ended.is_set() and dispatch.taken is None


def _is_apologised(crowd: Crowd, message: Message) -> bool:
    return Ending.APOLOGY in endings(crowd.office.slack, [message]).of.values()


def _outcome(
    crowd: Crowd, sent: Sent, kills: int, seconds: float, starting: list[float]
) -> Outcome:  # fmt: skip
    given_up = [key for key, (one, _) in sent.questions.items() if _is_given_up(one)]
    for key in given_up:
        del sent.questions[key]
    found = endings(crowd.office.slack, [message for message, _ in sent.questions.values()])
    return Outcome(
        kills,
        seconds,
        starting,
        {ending: found.count(ending) for ending in Ending},
        sent.cases,
        len(given_up),
        found.orphans,
        cards_again(crowd),
        list(_wrong(crowd, sent, found.of)),
    )


def _wrong(crowd: Crowd, sent: Sent, ended: dict[str, Ending]) -> Iterator[str]:
    slack = crowd.office.slack
    yield from (f"{key} stands twice" for key in doubled(crowd))
    for key, ending in ended.items():
        message, text = sent.questions[key]
        standing = [one for one in told(slack) if key_of(one) == key and not is_working(one)]
        if ending in (Ending.LOST, Ending.DOUBLED):
            yield f"{key} is {ending}"
        if ending is Ending.ANSWER and not any(ASKED[text] in t for t in standing[0].texts):
            yield f"{key} is answered with something else"
        if (ending is Ending.REFUSAL) is (message.channel.is_ext_shared is False):
            yield f"{key} is {ending}"
    gone = {subject(message) for message in sent.deleted}
    yield from (f"{key_of(one)} is gone and answered" for one in told(slack) if key_of(one) in gone)
    cards = {key_of(one) for one in told(slack) if one.channel is crowd.office.desk}
    if len(cards) != sent.cases:
        yield f"{sent.cases} cases have {len(cards)} cards"
