"""Who made the answers, and what did they take? Money, tokens, time, sentences, and the language.

Times are those of the model's calls alone: to the first word of the last call, and to its end, from
when the first of them was asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median

import sentencex
from rich.table import Table

from bot.answers import Abstained, Clarification, Grounded, Unavailable
from bot.conversation import Reply
from bot.evaluation.run import Outcome
from retrieval.language import language_told
from storage.calls import Call, Calls
from storage.exchanges import Exchanges

_LONG = 4  # sentences that an answer has at most, unless more is asked for
_BULLETS = "•-– "


@dataclass(frozen=True, slots=True)
class Spent:
    """What one answer took; `dollars` is None where a price is not known.

    `fell_back` tells that the one who answers where the first cannot did. `language` is that of
    the answer's own words, quotes aside; None where it has none. `first_token` and `last_token`
    are None where no model was asked, or none answered.
    """

    calls: int
    dollars: float | None
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    first_token: float | None
    last_token: float | None
    sentences: int
    language: str | None
    fell_back: bool

    def line(self) -> dict[str, object]:
        """What is written to the run's file, with the figures of the same question."""
        return {"spent": asdict(self)}


async def spent(
    outcome: Outcome, calls: Calls, exchanges: Exchanges, languages: tuple[str, ...]
) -> Spent:
    """Look up what was put on record with an answer; `languages` are those that may be expected."""
    if outcome.reply is None:
        raise ValueError("There is no answer that could have taken anything.")
    id_ = outcome.reply.exchange_id
    made = await calls.of(id_)
    events = await exchanges.events(id_)
    first, last = _times(made)
    return Spent(
        calls=len(made),
        dollars=_dollars(made),
        input_tokens=sum(c.input_tokens + c.cache_written_tokens for c in made),
        cached_tokens=sum(c.cache_read_tokens for c in made),
        output_tokens=sum(c.output_tokens for c in made),
        first_token=first,
        last_token=last,
        sentences=length(outcome.reply),
        language=_language(outcome.reply, languages),
        fell_back=any(event.kind == "fell_back" for event in events),
    )


def length(reply: Reply) -> int:
    """Count the sentences of an answer, each item of a list as one at least."""
    lines = [line for text in _told(reply) for line in text.splitlines()]
    return sum(
        any(map(str.isalpha, sentence))
        for line in lines
        for sentence in sentencex.segment(reply.language, line.lstrip(_BULLETS))
    )


def shown(reply: Reply) -> str:
    """Write an answer as whoever asked reads it, its citations aside."""
    match reply.answer:
        case Grounded(statements, frame, steps, missing):
            worked = [f"{step.expression} = {step.result}" for step in steps]
            texts = [frame, *(one.text for one in statements), *worked, missing]
        case Clarification(question, options):
            texts = [question, *(f"- {option}" for option in options)]
        case Abstained() | Unavailable() as answer:
            texts = [answer.text]
    return "\n".join(text for text in (reply.first, *texts) if text)


def told(name: str, everything: Sequence[Spent]) -> str:
    """Say who made the answers."""
    instead = sum(one.fell_back for one in everything)
    if not instead:
        return f"Answered by {name}."
    return f"Answered by {name}; the first was not available in {instead} of {len(everything)}."


def table(everything: Sequence[Spent]) -> Table:
    """What an answer took: median, the most, and all together."""
    drawn = Table(box=None, pad_edge=False)
    drawn.add_column("an answer", no_wrap=True)
    for name in ("n", "p50", "most", "all"):
        drawn.add_column(name, justify="right", no_wrap=True)
    for name, values in _columns(everything).items():
        if values:
            row = (median(values), max(values), sum(values))
            digits = 5 if name == "dollars" else 0
            drawn.add_row(name, str(len(values)), *(f"{one:,.{digits}f}" for one in row))
    return drawn


def remarks(everything: Sequence[Spent], wanted: Sequence[str]) -> list[str]:
    """Say how many answers are long, in another language than `wanted`, or of no known price."""
    long = sum(one.sentences > _LONG for one in everything)
    own = [(s, w) for s, w in zip(everything, wanted, strict=True) if s.language and w]
    right = sum(one.language == language for one, language in own)
    unpriced = sum(one.dollars is None for one in everything)
    said = [f"Longer than {_LONG} sentences: {long} of {len(everything)}."]
    said.append(f"Own words in the asker's language: {right} of {len(own)}; the others only quote.")
    if unpriced:
        said.append(f"Of {unpriced} answers the price is not known.")
    return said


def _columns(everything: Sequence[Spent]) -> Mapping[str, list[float]]:
    asked = [one for one in everything if one.calls]
    return {
        "sentences": [one.sentences for one in everything],
        "calls": [one.calls for one in asked],
        "dollars": [one.dollars for one in asked if one.dollars is not None],
        "tokens in": [one.input_tokens for one in asked],
        "tokens in, from the cache": [one.cached_tokens for one in asked],
        "tokens out": [one.output_tokens for one in asked],
        "ms to the first token": [one.first_token for one in asked if one.first_token is not None],
        "ms to the last token": [one.last_token for one in asked if one.last_token is not None],
    }


def _times(made: Sequence[Call]) -> tuple[float | None, float | None]:
    if not made or made[-1].outcome != "answered":
        return None, None
    before = sum(call.milliseconds for call in made[:-1])
    first = made[-1].first_token
    return None if first is None else before + first, before + made[-1].milliseconds


def _dollars(made: Sequence[Call]) -> float | None:
    priced = [call.dollars for call in made if call.dollars is not None]
    return sum(priced) if len(priced) == len(made) else None


def _told(reply: Reply) -> list[str]:
    match reply.answer:
        case Grounded(statements):
            return [statement.text for statement in statements]
        case Clarification(question):
            return [question]
        case Abstained() | Unavailable() as answer:
            return [answer.text]


def _language(reply: Reply, languages: tuple[str, ...]) -> str | None:
    """Tell the language of what is said in own words."""
    own = _told(reply)
    if isinstance(reply.answer, Grounded):
        own = [
            one.text
            for one in reply.answer.statements
            if not any(one.text in citation.quote for citation in one.citations)
        ]
    text = "\n".join(own)
    return language_told(text, languages) if any(map(str.isalpha, text)) else None
