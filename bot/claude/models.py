"""What does a Claude model cost, and which request does it take?

Prices in US dollars for a million tokens, as of 30 November 2026, from
https://platform.claude.com/docs/en/about-claude/pricing and, for Haiku 5.5, whose prompts over
100,000 tokens cost more, https://platform.claude.com/docs/en/models/haiku-5-5/overview. They change
without notice: what is told is an estimate, the invoice counts. A cache write of five minutes costs
1.25 times an input token, one of an hour twice, a read a tenth. Any other model can be set: its
cost is told in tokens.
"""

from dataclasses import dataclass, replace

from anthropic.types import Usage

from connectors.contexts import Spent

_MILLION = 1_000_000
_CACHE_WRITE = 1.25
_LONG_CACHE_WRITE = 2.0
_CACHE_READ = 0.1
_LONG = 100_000  # tokens of a prompt


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens; `long` are those of long prompts, for input and output.

    `cache_read` is a part of the price of input; `takes_effort`: low effort can be asked for.
    """

    input: float
    output: float
    long: tuple[float, float] | None = None
    cache_read: float = _CACHE_READ
    takes_effort: bool = True


PRICES = {
    "claude-haiku-5-5": Price(0.10, 0.50, long=(0.50, 2.50)),
    "claude-sonnet-5-5": Price(2.0, 10.0, cache_read=0.05),
    "claude-opus-5-5": Price(4.0, 20.0, cache_read=0.05),
    "claude-sonnet-5": Price(2.0, 10.0),
    "claude-opus-5": Price(5.0, 25.0),
    "claude-haiku-4-5": Price(1.0, 5.0, takes_effort=False),
    "claude-haiku-4-5-20251001": Price(1.0, 5.0, takes_effort=False),
}


def takes_effort(model: str) -> bool:
    """Tell whether a model is known to take an effort."""
    return model in PRICES and PRICES[model].takes_effort


def spent(usage: Usage | None, model: str) -> Spent:
    """Say what an answer cost, at the price of the model that was asked."""
    if usage is None:
        return Spent()
    tokens = Spent(
        uncached=usage.input_tokens or 0,
        cache_written=usage.cache_creation_input_tokens or 0,
        cache_read=usage.cache_read_input_tokens or 0,
        output=usage.output_tokens or 0,
    )
    apart = usage.cache_creation
    hourly = 0 if apart is None else apart.ephemeral_1h_input_tokens or 0
    return replace(tokens, dollars=_dollars(tokens, hourly, PRICES.get(model)))


def _dollars(tokens: Spent, hourly: int, price: Price | None) -> float | None:
    """Reckon the price; `hourly` of the tokens that the cache was given stay for an hour."""
    if price is None:
        return None
    prompt = tokens.uncached + tokens.cache_written + tokens.cache_read
    is_long = price.long is not None and prompt > _LONG
    per_input, per_output = price.long if price.long and is_long else (price.input, price.output)
    paid_input = (
        tokens.uncached
        + (tokens.cache_written - hourly) * _CACHE_WRITE
        + hourly * _LONG_CACHE_WRITE
        + tokens.cache_read * price.cache_read
    )
    return (paid_input * per_input + tokens.output * per_output) / _MILLION
