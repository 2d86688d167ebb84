"""Is there anything left to spend today? Tokens sent and received, by person and by all."""

from dataclasses import dataclass

from bot.answering.answerer import BudgetSpentError
from storage.calls import Calls
from storage.moments import now


@dataclass(frozen=True, slots=True)
class Budgets:
    """The most tokens of one day (UTC); None sets no bound.

    Calls that are under way are not counted yet: a budget is overspent by those at most.
    """

    calls: Calls
    each: int | None = None
    together: int | None = None

    async def check(self, asker: str) -> None:
        """Raise `BudgetSpentError` where what this person, or everybody, may spend is spent."""
        day = now().replace(hour=0, minute=0, second=0, microsecond=0)
        if self.each is not None and await self.calls.tokens(day, asker) >= self.each:
            raise BudgetSpentError(
                f"One person's {self.each} tokens of today are spent. They begin anew at midnight "
                "(UTC), or set POLICYBOT_CLAUDE__TOKENS_A_PERSON higher."
            )
        if self.together is not None and await self.calls.tokens(day) >= self.together:
            raise BudgetSpentError(
                f"All {self.together} tokens of today are spent. They begin anew at midnight "
                "(UTC), or set POLICYBOT_CLAUDE__TOKENS_A_DAY higher."
            )
