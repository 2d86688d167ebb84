"""Do the passages bear out that the policies answer this question at all?

A calibrated judgement from a few features of the question and of the best passage. It is put on
record and used for abstaining; it is no probability of being right and is never shown.
"""

import math
from collections.abc import Sequence

import numpy as np

from bot.answering.asked import asked_for, holds
from bot.answering.kinds import Kind
from bot.answering.request import Request
from bot.answering.scope import holds_for
from retrieval.documents import Passage

_WORST = 0.1  # the share of the question's tokens that is looked at for being covered worst

# A logistic over dev's 170 questions with an answer and 59 without. In 5-fold cross-validation: AUC
# .82; .50 of those without an answer are refused while .90 of the others are kept. How well it
# judges by now, `python -m tests.bench all` tells.
_COVERED = 15.4  # how near the best passage comes to the tokens covered worst
_LENGTH = 1.28  # of the question, as a logarithm: long ones have more tokens to be covered badly
_SAME_LANGUAGE = -1.5  # passages of the question's own language are covered better by nature
_BEYOND = -4.26  # a question that policies do not answer, such as one on the balance of somebody
_NO_VALUE = -5.0  # the kind of value asked for (money, days, a date) does not stand there
_OTHER_SCOPE = -0.63  # it speaks of another country or group than the question does
_BASE = -5.54

ENOUGH = -1.7
"""Below this nothing is claimed: .30 of dev's questions without an answer, .02 of the others."""


def evidence(request: Request, passages: Sequence[Passage]) -> float | None:
    """Weigh the evidence, as log-odds; None where there is nothing to judge by."""
    if not passages or not passages[0].coverage:
        return None
    best = passages[0]
    value = asked_for(request.question, request.language)
    features = {
        _COVERED: float(np.quantile(best.coverage, _WORST)),
        _LENGTH: math.log(len(best.coverage)),
        _SAME_LANGUAGE: best.language == request.language,
        _BEYOND: request.kind is not Kind.POLICY,
        _NO_VALUE: not holds(value, best.text, best.language),
        _OTHER_SCOPE: not holds_for(request.search, best),
    }
    return _BASE + sum(weight * feature for weight, feature in features.items())
