"""What is fitted, is it fitted to these questions alone? Fit on four fifths, try on the fifth.

The judgement of what was read (`bot.answering.bearing`) is fitted anew, five times over for each
of five ways to cut, with the least that is answered chosen so that the same share of the questions
with an answer is answered among those that it is fitted on.
"""

import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from bot.answering.bearing import Features, bearing
from bot.answering.extractive import ExtractiveAnswerer
from bot.app import Application
from bot.commands.progress import bar
from bot.conversation import Message
from bot.evaluation.questions import Golden
from tests.bench.asking import Bench, Indexed, indexed, opened
from tests.bench.sets import Set

Numbers = NDArray[np.float64]

_FOLDS = 5
_CUTS = 5
_RIDGE = 0.5  # how much a weight costs, on features of the same spread
_STEPS = 30
_NOTHING = Features(*[0.0] * len(astuple(Features(0.0, 0.0, 0.0, 0.0, 0.0))))


@dataclass(frozen=True, slots=True)
class Seen:
    """One question: what was measured of it, None where no sentence could answer."""

    id: str
    is_answerable: bool
    features: Features | None


@dataclass(frozen=True, slots=True)
class Shares:
    """Of the questions with an answer, how many are answered; of the others, how many are not."""

    answered: float
    abstained: float


async def fitted(bench: Bench, questions: Set, *, limit: int | None) -> int:
    """Print what the judgement reaches as it is, and fitted anew on other questions."""
    asked = [one for one in questions.read(limit) if one.expected != "clarify"]
    async with indexed(questions.pages, bench) as index:
        seen = await _seen(index, asked, bench.console)
    as_it_is = shares(seen, [bearing(one.features) >= 0 for one in seen])
    _tell(bench.console, "as it is", as_it_is)
    _tell(bench.console, "cross-validated", cross_validated(seen, kept=as_it_is.answered))
    return 0


async def _seen(index: Indexed, questions: Sequence[Golden], console: Console) -> list[Seen]:
    found = []
    async with opened(index.settings, index.bench) as app:
        answerer = ExtractiveAnswerer(index.bench.model)
        with bar(console) as progress:
            task = progress.add_task("Reading", total=len(questions), note="")
            for golden in questions:
                features = await _features(app, answerer, golden)
                found.append(Seen(golden.id, golden.expected == "answer", features))
                progress.advance(task)
    return found


async def _features(
    app: Application, answerer: ExtractiveAnswerer, golden: Golden
) -> Features | None:
    message = Message(
        text=golden.question,
        asker=golden.asker,
        surface="evaluation",
        context=golden.thread,
        organisation=golden.organisation,
    )
    consulted = await app.assistant.consult(message)
    if consulted.found is None:
        return None
    return await answerer.features(consulted.request, consulted.found.offered)


def shares(seen: Sequence[Seen], answers: Sequence[bool]) -> Shares:
    """Count what is answered and what is not."""
    answerable = [does for one, does in zip(seen, answers, strict=True) if one.is_answerable]
    others = [not does for one, does in zip(seen, answers, strict=True) if not one.is_answerable]
    return Shares(float(np.mean(answerable)), float(np.mean(others)))


def cross_validated(seen: Sequence[Seen], *, kept: float) -> Shares:
    """Judge each question by what was fitted on other ones."""
    known = np.array([one.features is not None for one in seen])
    values = np.array([astuple(one.features or _NOTHING) for one in seen], np.float64)
    truth = np.array([one.is_answerable for one in seen])
    tried = []
    for cut in range(_CUTS):
        folds = np.array([zlib.crc32(f"{one.id}{cut}".encode()) % _FOLDS for one in seen])
        answers = np.zeros(len(seen), bool)
        for fold in range(_FOLDS):
            given = known & (folds != fold)
            weigh = _Logistic(values[given], truth[given])
            least = np.quantile(weigh(values[given])[truth[given]], 1 - kept)
            answers[folds == fold] = (known & (weigh(values) >= least))[folds == fold]
        tried.append(shares(seen, list(map(bool, answers))))
    return Shares(
        float(np.mean([one.answered for one in tried])),
        float(np.mean([one.abstained for one in tried])),
    )


class _Logistic:
    """A logistic regression with a ridge, by Newton's steps."""

    def __init__(self, values: Numbers, truth: NDArray[np.bool_]) -> None:
        self._middle, self._spread = values.mean(axis=0), values.std(axis=0) + 1e-9
        told = self._told(values)
        self._weights = np.zeros(told.shape[1])
        ridge = _RIDGE * np.eye(told.shape[1])
        for _ in range(_STEPS):
            chance = 1 / (1 + np.exp(-told @ self._weights))
            slope = told.T @ (chance - truth) + ridge @ self._weights
            bend = (told * (chance * (1 - chance))[:, None]).T @ told + ridge
            self._weights -= np.linalg.solve(bend, slope)

    def __call__(self, values: Numbers) -> Numbers:
        weighed: Numbers = self._told(values) @ self._weights
        return weighed

    def _told(self, values: Numbers) -> Numbers:
        return np.column_stack([np.ones(len(values)), (values - self._middle) / self._spread])


def _tell(console: Console, name: str, found: Shares) -> None:
    console.print(
        f"{name}: {found.answered:.3f} of those with an answer are answered, "
        f"{found.abstained:.3f} of the others are not."
    )
