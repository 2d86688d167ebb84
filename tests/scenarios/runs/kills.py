"""The product is killed at moments that chance draws while people ask: what became of it all?"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tests.scenarios.runs.driver import Message
from tests.scenarios.runs.endings import Ending, endings
from tests.scenarios.runs.killing import ASKED, Crowd, cards_again, doubled, is_card
from tests.scenarios.slack.office import OFFICE

FEWEST = 3
"""How often it is killed, however long each start takes."""


@dataclass
class Question:
    """What somebody asked, with what was sent of it to the bot: each wording in its time."""

    message: Message
    texts: list[str]
    is_refused: bool = False
    is_deleted: bool = False

    @property
    def taken(self) -> list[str]:
        """The wordings that the bot took, the last one being what it has to answer."""
        sent = zip(self.texts, self.message.events, strict=False)
        return [text for text, event in sent if event.taken is not None]

    @property
    def may_answer(self) -> list[str]:
        """The wordings that it may answer: the last one taken, and what may have been kept since.

        The bot may die between keeping something and saying so.
        """
        return [*self.taken[-1:], *self.texts[self.texts.index(self.taken[-1]) + 1 :]]

    @property
    def is_gone(self) -> bool:
        """Whether the bot was told that it is deleted, and said so."""
        return self.is_deleted and self.message.events[-1].taken is not None

    def __str__(self) -> str:
        sent = [one.failure or one.status for e in self.message.events for one in e.deliveries]
        return f"{self.texts} deleted={self.is_deleted} {sent}"


@dataclass
class Sent:
    """What people did, and what has to come of it."""

    questions: list[Question] = field(default_factory=list)
    cases: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it; each of `wrong` says what is not as it has to be."""

    kills: int
    seconds: float
    starting: list[float]
    ended: dict[Ending, int]
    cases: int
    given_up: int  # questions that the service never got to the bot, however often it tried
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
            await asyncio.sleep(chance.uniform(0, crowd.driver.lives))
            crowd.is_up.clear()
            crowd.product.kill()
            await crowd.product.killed()
            starts = time.monotonic()
            await crowd.product.start()
            crowd.is_up.set()
            starting.append(time.monotonic() - starts)
            done += 1
        ending.set()
    await crowd.settled(within=300)
    await crowd.at_rest()
    return _outcome(crowd, sent, done, time.monotonic() - began, starting)


_PEOPLE = 4
_PAUSE = 3.0
_PATIENCE = 600.0  # seconds that somebody tries to ask HR: the bot hardly ever lives


async def _speak(crowd: Crowd, sent: Sent, chance: Random, ending: asyncio.Event) -> None:
    """Do one thing after another, as people do: while they can, where what they say gets lost."""
    ways = {
        _ask_in_private: 45,
        _ask_in_a_channel: 25,
        _ask_before_guests: 5,
        _edit: 10,
        _delete: 5,
        _ask_hr: 10,
    }
    while not ending.is_set():
        if not crowd.driver.sends_again:
            await crowd.is_up.wait()
        (way,) = chance.choices(list(ways), list(ways.values()))
        await way(crowd, sent, chance)
        await asyncio.sleep(chance.uniform(0, _PAUSE))


async def _ask_in_private(crowd: Crowd, sent: Sent, chance: Random) -> Question:
    text = chance.choice(list(ASKED))
    question = Question(await crowd.asks(text), [text])
    sent.questions.append(question)
    return question


async def _ask_in_a_channel(crowd: Crowd, sent: Sent, _: Random) -> None:
    sent.questions.append(Question(await crowd.asks_in_a_channel(OFFICE), [OFFICE]))


async def _ask_before_guests(crowd: Crowd, sent: Sent, _: Random) -> None:
    """Ask where outsiders read along: it is refused, before nobody else."""
    message = await crowd.asks_in_a_channel(OFFICE, is_shared=True)
    sent.questions.append(Question(message, [OFFICE], is_refused=True))


async def _edit(crowd: Crowd, sent: Sent, chance: Random) -> None:
    """Ask, and edit what is taken: told of the edit first, the bot would answer the first words."""
    question = await _ask_in_private(crowd, sent, chance)
    await _left_alone(question, chance)
    text = chance.choice([text for text in ASKED if text not in question.texts])
    await question.message.sender.edits(question.message, text)
    question.texts.append(text)


async def _delete(crowd: Crowd, sent: Sent, chance: Random) -> None:
    question = await _ask_in_private(crowd, sent, chance)
    await _left_alone(question, chance)
    await question.message.sender.deletes(question.message)
    question.is_deleted = True


async def _left_alone(question: Question, chance: Random) -> None:
    await question.message.events[0].ended.wait()
    await asyncio.sleep(chance.uniform(0, _PAUSE))


async def _ask_hr(crowd: Crowd, sent: Sent, chance: Random) -> None:
    """Ask HR about an answer, again and again until the service does not say that it failed."""
    question = await _ask_in_private(crowd, sent, chance)
    message = question.message
    person, channel = message.sender, crowd.driver.channel_of(message)
    is_taken = False
    async with asyncio.timeout(_PATIENCE):
        while not is_taken:
            try:
                shown = await person.sees(ASKED[question.texts[0]], in_=channel, within=20)
                is_open = await crowd.driver.opens_hr(person, shown)
                is_taken = not is_open or await crowd.driver.sends_to_hr(person, shown)
            except (AssertionError, TimeoutError):  # there is none yet, or it did not open
                if _is_given_up(question) or _is_apologised(crowd, message):
                    return
            await asyncio.sleep(0.1)
    sent.cases += 1


def _is_given_up(question: Question) -> bool:
    """Whether the service does not send it any more, though the bot never took it."""
    return not question.taken and all(event.ended.is_set() for event in question.message.events)


def _is_apologised(crowd: Crowd, message: Message) -> bool:
    return Ending.APOLOGY in endings(crowd.driver, [message]).of.values()


def _outcome(
    crowd: Crowd, sent: Sent, kills: int, seconds: float, starting: list[float]
) -> Outcome:  # fmt: skip
    asked = [one for one in sent.questions if one.taken and not one.is_deleted]
    found = endings(crowd.driver, [one.message for one in asked])
    return Outcome(
        kills,
        seconds,
        starting,
        {ending: found.count(ending) for ending in Ending},
        sent.cases,
        sum(_is_given_up(one) for one in sent.questions),
        found.orphans,
        cards_again(crowd),
        [*_wrong(crowd, asked, found.of), *_beside(crowd, sent)],
    )


def _wrong(crowd: Crowd, asked: list[Question], ended: dict[str, Ending]) -> Iterator[str]:
    """Say which questions did not end as they have to."""
    told = [one for one in crowd.driver.told() if not one.is_waiting]
    for question in asked:
        key = crowd.driver.subject(question.message)
        ending, answers = ended[key], [ASKED[text] for text in question.may_answer]
        if ending in (Ending.LOST, Ending.DOUBLED):
            yield f"{key} is {ending}: {question}"
        standing = [text for one in told if one.about == key for text in one.texts]
        if ending is Ending.ANSWER and not any(a in text for a in answers for text in standing):
            yield f"{key} is answered with something else: {question}"
        if ending is (Ending.ANSWER if question.is_refused else Ending.REFUSAL):
            yield f"{key} is {ending}: {question}"


def _beside(crowd: Crowd, sent: Sent) -> Iterator[str]:
    """Say what stands that must not, and which cases HR does not have."""
    yield from (f"{key} stands twice" for key in doubled(crowd))
    driver = crowd.driver
    told = [one for one in driver.told() if not one.is_waiting]
    gone = {driver.subject(one.message) for one in sent.questions if one.is_gone}
    yield from (f"{one.key} is gone and answered" for one in told if one.about in gone)
    cards = {one.key for one in told if one.channel is driver.desk and is_card(one.key)}
    if len(cards) != sent.cases:
        yield f"{sent.cases} cases have {len(cards)} cards"
