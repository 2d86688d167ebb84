"""Questions and what was found for them, as tests of the figures need them."""

from bot.evaluation.questions import Golden
from bot.evaluation.run import Outcome


def found(
    *retrieved: str,
    relevant: str = "org/right.md",
    tags: tuple[str, ...] = (),
    leaked: tuple[str, ...] = (),
    evidence: float | None = None,
) -> Outcome:
    """One question of an employee of `org`; without a relevant page it has no answer."""
    pages = (relevant,) if relevant else ()
    golden = Golden(
        id="q",
        organisation="org",
        asker="employee",
        question="?",
        thread=(),
        expected="answer" if relevant else "abstain",
        relevant=pages,
        tags=tags,
        language="en",
    )
    return Outcome(golden, retrieved, leaked, None, {"embedding": 30.0, "engine": 5.0}, evidence)
