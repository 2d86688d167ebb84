"""A message to understand, and what a model says of it."""

from collections.abc import Callable

from bot.answering.request import Request
from bot.answering.understander import Heard
from bot.answering.understanding import Rules
from bot.claude.understanding import ClaudeUnderstander
from bot.conversation import Role, Turn
from tests.bot.claude.desk import ANA
from tests.fakes.claude.replies import Reply, structured

LANGUAGES = ("en", "es")
LEAVE = "How much time off do I get for a new baby?"
Making = Callable[..., ClaudeUnderstander]


def understood(question: str, *queries: str, **more: object) -> Reply:
    said = {"question": question, "queries": list(queries), "kind": "policy"}
    return structured(said | {"where": [], "when": None} | more)


GOOD = understood("How much parental leave do I get?", "parental leave entitlement")


def heard(text: str, *before: str, asker: str | None = ANA) -> Heard:
    return Heard(text, [Turn(Role.USER, one) for one in before], asker)


async def by_rules(heard: Heard) -> Request:
    return await Rules(LANGUAGES).understand(heard)
