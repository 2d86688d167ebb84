"""What may a model do on the way to an answer? Search again, and calculate; nothing else.

Whatever it asks for is answered, if only with why it cannot be had: a use without its result is
refused by the API. What it found and worked out goes on record, step by step.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from anthropic.types import ContentBlock, SearchResultBlockParam, TextBlockParam, ToolParam
from anthropic.types import ToolResultBlockParam as Result

from bot.answering.answerer import Desk
from bot.answering.calculator import calculate
from bot.answers import Step
from bot.claude.answer_prompt import CALCULATE, SEARCH
from bot.claude.sources import Sources
from connectors.extract.characters import without_hidden

_SEARCHES = 4
_CALCULATIONS = 12
_FOUND = 6  # passages that a search adds
_LONGEST = 400  # characters of a query or an expression


class Toolbox:
    """The tools of one answer, and what was done with them."""

    tools: tuple[ToolParam, ...] = (SEARCH, CALCULATE)
    """What the model is told of."""

    steps: list[Step]
    """The calculations that were made, each once."""

    def __init__(self, desk: Desk, sources: Sources) -> None:
        self._desk = desk
        self._sources = sources
        self._searches = 0
        self._calculations = 0
        self.steps = []

    async def results(self, content: Sequence[ContentBlock]) -> list[Result]:
        """Do what a reply asks for, in its order: one result for each use."""
        uses: list[Any] = [block for block in content if block.type == "tool_use"]
        return [await self._result(use.id, use.name, use.input) for use in uses]

    async def _result(self, id_: str, name: str, given: object) -> Result:
        texts = _texts(given)
        if name == "search":
            return await self._search(id_, texts.get("query"))
        if name == "calculate":
            return await self._work_out(id_, texts.get("expression"))
        return _refusal(id_, "There is no such tool.")

    async def _search(self, id_: str, query: str | None) -> Result:
        if query is None or not query.strip() or len(query) > _LONGEST:
            return _refusal(id_, f"The query must be a text of 1 to {_LONGEST} characters.")
        if self._searches == _SEARCHES:
            return _refusal(id_, "No more searches. Answer from the search results that you have.")
        self._searches += 1
        found = await self._desk.search(self._sources.unmasked(query))
        new = await asyncio.to_thread(self._sources.add, found[:_FOUND])
        if not new:
            return _result(id_, "Nothing that you do not have already.")
        content: list[SearchResultBlockParam | TextBlockParam] = [one.block for one in new]
        return {"type": "tool_result", "tool_use_id": id_, "content": content}

    async def _work_out(self, id_: str, expression: str | None) -> Result:
        if expression is None or not 0 < len(expression) <= _LONGEST:
            return _refusal(id_, f"The expression must be a text of 1 to {_LONGEST} characters.")
        if self._calculations == _CALCULATIONS:
            return _refusal(id_, "No more calculations.")
        self._calculations += 1
        try:
            step = calculate(expression)
        except ValueError as error:
            await self._desk.record("calculated", {"expression": expression, "wrong": str(error)})
            return _refusal(id_, str(error))
        await self._desk.record(
            "calculated", {"expression": step.expression, "result": step.result}
        )
        if step not in self.steps:
            self.steps.append(step)
        return _result(id_, f"{step.expression} = {step.result}")


def _texts(given: object) -> dict[str, str]:
    """The texts among what a tool is given, without what nobody sees."""
    named = given.items() if isinstance(given, dict) else ()
    return {name: without_hidden(text).text for name, text in named if isinstance(text, str)}


def _result(id_: str, text: str) -> Result:
    return {"type": "tool_result", "tool_use_id": id_, "content": text}


def _refusal(id_: str, why: str) -> Result:
    return {"type": "tool_result", "tool_use_id": id_, "content": why, "is_error": True}
