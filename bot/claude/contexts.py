"""How does Claude come to say where a passage stands? One request for each, at index time only.

The first request of a document writes the prompt cache, the others read it: a document costs
little more than one reading of it.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from anthropic.types import Message

from bot.claude.breaker import Breaker
from bot.claude.client import Asked, Caller, Claude, Patience, unrecorded
from bot.claude.context_prompt import VERSION, Prompt, prompt
from bot.claude.context_review import Ground, Unfit, ground, reviewed
from bot.claude.failures import ClaudeError
from bot.claude.models import spent
from bot.claude.texts import text_of
from connectors.contexts import Spent, Written
from retrieval.documents import Chunk, Document
from storage.calls import Call

_LONGEST = 250_000  # characters, under 100,000 tokens: above, Haiku 5.5 costs five times as much
_AT_ONCE = 4
_MOST_TOKENS = 1024  # of an answer: what a model thinks before it writes counts too
_SILENCE = 60.0  # seconds
_DEADLINE = 150.0  # seconds for one passage, retries and waits included
_SETTING = "POLICYBOT_CLAUDE__CONTEXT_MODEL"
_PURPOSE = "context"
_REFUSED = "was refused by the model"


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came back for one passage: the words, or why there are none that can be used."""

    text: str
    why_not: str
    spent: Spent


class ClaudeContexts:
    """Contexts by a Claude model; `deadline` in seconds, for one passage."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        model: str,
        *,
        deadline: float = _DEADLINE,
        record: Callable[[Call], Awaitable[None]] = unrecorded,
    ) -> None:
        self._model = model
        self._claude = Claude(
            api_key,
            base_url,
            patience=Patience(deadline=deadline, silence=_SILENCE),
            # A run stops asking by a rule of its own.
            breaker=Breaker(failures=math.inf, retries=math.inf),
            record=record,
        )
        self._room = asyncio.Semaphore(_AT_ONCE)

    @property
    def version(self) -> str:
        """The model, and which prompt and review."""
        return f"{self._model}.{VERSION}"

    async def close(self) -> None:
        """Close the connections."""
        await self._claude.close()

    async def contexts(self, document: Document, chunks: Sequence[Chunk]) -> Written:
        """Ask about every passage: the first alone, as it fills the cache, then the others."""
        asking = _Asking(prompt(document), chunks)
        if len(asking.prompt.source) > _LONGEST:
            why = f"It has more than {_LONGEST} characters: too long to have contexts written."
            return Written(("",) * len(chunks), warnings=(why,))
        on = await asyncio.to_thread(ground, asking.prompt.source)
        await self._one(asking, 0, on)
        if not asking.is_hopeless:
            async with asyncio.TaskGroup() as tasks:
                for place in range(1, len(chunks)):
                    tasks.create_task(self._one(asking, place, on))
        return asking.written()

    async def _one(self, asking: "_Asking", place: int, on: Ground) -> None:
        """Ask about one passage, unless another was left unanswered meanwhile."""
        chunk = asking.chunks[place]
        async with self._room:
            if asking.unanswered:
                return
            try:
                message = await self._message(asking.prompt, chunk)
            except ClaudeError as error:
                asking.unanswered.append(f"{error} The next sync tries again.")
                return
        asking.answers[place] = _read(message, self._model, chunk.language, on)

    async def _message(self, asked: Prompt, chunk: Chunk) -> Message:
        request = Asked(self._model, _SETTING, _MOST_TOKENS, asked.system, asked.about(chunk))
        return await self._claude.message(request, Caller(_PURPOSE))


class _Asking:
    """One document, and what came back for its passages so far."""

    def __init__(self, asked: Prompt, chunks: Sequence[Chunk]) -> None:
        self.prompt = asked
        self.chunks = chunks
        self.answers: dict[int, _Answer] = {}
        self.unanswered: list[str] = []

    @property
    def is_hopeless(self) -> bool:
        """Tell whether the first request went so that the others are not worth their cost."""
        return bool(self.unanswered) or self.answers[0].why_not == _REFUSED

    def written(self) -> Written:
        """Gather what was written, and say what is missing and why."""
        texts = tuple(
            self.answers[place].text if place in self.answers else ""
            for place in range(len(self.chunks))
        )
        reasons = Counter(answer.why_not for answer in self.answers.values() if answer.why_not)
        missing = texts.count("")
        warnings = [
            f"{missing} of {len(texts)} passages have only the context that is made by rule.",
            *(f"What was written for {n} of them {why}." for why, n in sorted(reasons.items())),
            *self.unanswered[:1],
        ]
        return Written(
            texts,
            sum((answer.spent for answer in self.answers.values()), Spent()),
            (" ".join(warnings),) if missing else (),
            complete=not self.unanswered,
        )


def _read(message: Message, model: str, language: str, on: Ground) -> _Answer:
    """Review an answer. What it thought comes first, and is no part of it."""
    cost = spent(message.usage, model)
    if message.stop_reason == "refusal":
        return _Answer("", _REFUSED, cost)
    text = text_of(message)
    fit = reviewed(text, language, on)
    return _Answer("", fit.value, cost) if isinstance(fit, Unfit) else _Answer(fit, "", cost)
