"""How does Claude come to answer? From the passages that were found, and what it cites of them.

Nothing it writes is taken on trust: a sentence stands only with a citation that agrees with what
was sent. Most questions take one call; where one search may not do, it may search again and
calculate, and every step is on record.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from anthropic.types import Message, MessageParam

from bot.answering.abstaining import not_told
from bot.answering.answerer import Desk
from bot.answering.request import Request
from bot.answering.roads import why_several_steps
from bot.answering.wording import wording
from bot.answers import Answer, Grounded
from bot.claude.answer_prompt import VERSION, Prompt, Verdict, prompt
from bot.claude.budgets import Budgets
from bot.claude.client import Asked, Caller, Claude
from bot.claude.failures import ClaudeError, Failure, ended_well
from bot.claude.reply import Said, said
from bot.claude.sources import Sources
from bot.claude.toolbox import Toolbox
from retrieval.documents import Passage
from storage.moments import now

_PURPOSE = "answer"
_SETTING = "POLICYBOT_CLAUDE__ANSWER_MODEL"
_MOST_TOKENS = 8192  # of a reply: what a model thinks before it writes counts too
_ROUNDS = 8  # calls of one answer; in the last one no tool may be used
_DEADLINE = 90.0  # seconds for one answer, all its calls together
_THINKING = frozenset({"thinking", "redacted_thinking"})
_TOO_MUCH = frozenset({Failure.TOO_LARGE, Failure.WINDOW})


@dataclass(frozen=True, slots=True)
class _Task:
    """One question to be answered at one desk, until a moment of the loop's clock."""

    request: Request
    desk: Desk
    reasons: tuple[str, ...]
    until: float
    objections: tuple[str, ...] = ()


class ClaudeAnswerer:
    """Answers by a Claude model.

    With `masks`, what points to a person in a passage is not sent, and put back in the answer.
    """

    def __init__(
        self,
        claude: Claude,
        model: str,
        budgets: Budgets,
        *,
        masks: bool = False,
    ) -> None:
        self._claude = claude
        self._model = model
        self._budgets = budgets
        self._masks = masks
        self.name = f"claude {VERSION}, {model}"

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Answer:
        """Answer with what can be cited; with half of the passages where all are too many."""
        return await self.again(request, passages, (), desk)

    async def again(
        self,
        request: Request,
        passages: Sequence[Passage],
        objections: Sequence[str],
        desk: Desk,
        /,
    ) -> Answer:
        """Answer once more, without what the objections name; raises like `answer`."""
        await self._budgets.check(desk.asker)
        until = asyncio.get_running_loop().time() + _DEADLINE
        task = _Task(request, desk, why_several_steps(request), until, tuple(objections))
        try:
            return await self._answered(task, passages)
        except ClaudeError as error:
            if error.failure not in _TOO_MUCH or len(passages) < 2:  # noqa: PLR2004  # no half
                raise
        return await self._answered(task, passages[: len(passages) // 2])

    async def _answered(self, task: _Task, passages: Sequence[Passage]) -> Answer:
        request, desk = task.request, task.desk
        sources = Sources(masks=self._masks)
        sent = await asyncio.to_thread(sources.add, passages)
        if not sent:
            return not_told(request, passages)
        toolbox = Toolbox(desk, sources)
        asked = prompt(
            request,
            sent,
            now().date(),
            steps=bool(task.reasons),
            objections=task.objections,
        )
        await desk.record("asked_model", self._asked(task, sources))
        message = await self._final(task, asked, toolbox)
        read = await asyncio.to_thread(
            said,
            message,
            sources,
            key=asked.key,
            language=request.language,
            steps=toolbox.steps,
        )
        if read.objections or read.taken_out or read.verdict is not Verdict.ANSWER:
            await desk.record("reviewed", _reviewed(read))
        return _answer(read, request, passages, toolbox)

    def _asked(self, task: _Task, sources: Sources) -> dict[str, object]:
        """What goes on record before a model is asked: which model, how, and what it is sent."""
        return {
            "answerer": self.name,
            "road": "steps" if task.reasons else "once",
            "reasons": list(task.reasons),
            "objections": list(task.objections),
            "sent": {one.id: one.passage.chunk_id for one in sources.sent},
        }

    async def _final(self, task: _Task, prompted: Prompt, toolbox: Toolbox) -> Message:
        """Ask, and do what is asked for, until there is an answer."""
        messages: list[MessageParam] = [prompted.first]
        for left in reversed(range(_ROUNDS if task.reasons else 1)):
            asked = Asked(
                model=self._model,
                setting=_SETTING,
                most_tokens=_MOST_TOKENS,
                system=prompted.system,
                messages=messages,
                effort="medium" if task.reasons else "low",
                tools=toolbox.tools if task.reasons else (),
                tool_choice={"type": "none"} if task.reasons and not left else None,
            )
            message = await self._reply(task, asked, messages)
            if message.stop_reason != "tool_use":
                return message
            if left:
                results = await toolbox.results(message.content)
                messages += [message.to_param(), {"role": "user", "content": results}]
        raise ClaudeError(Failure.ENDLESS, "The model asked for tools instead of answering.")

    async def _reply(self, task: _Task, asked: Asked, messages: list[MessageParam]) -> Message:
        """Ask once; and without what it thought before, where the service objects to that."""
        caller = Caller(_PURPOSE, task.desk.exchange_id, task.desk.asker)
        try:
            return ended_well(await self._claude.message(asked, caller, until=task.until))
        except ClaudeError as error:
            if error.failure is not Failure.INVALID or len(messages) == 1:
                raise
        messages[:] = map(_without_thinking, messages)
        return ended_well(await self._claude.message(asked, caller, until=task.until))


def _answer(read: Said, request: Request, passages: Sequence[Passage], toolbox: Toolbox) -> Answer:
    if read.clarification is not None:
        return read.clarification
    if read.verdict is not Verdict.ANSWER:
        return not_told(request, passages)
    missing = wording(request.reply_in).missing.format(missing=read.missing)
    return Grounded(
        read.statements, steps=tuple(toolbox.steps), missing=missing if read.missing else ""
    )


def _reviewed(read: Said) -> dict[str, object]:
    """What goes on record of a reply that was not taken as it came."""
    return {
        "verdict": read.verdict.value,
        "objections": list(read.objections),
        "taken_out": list(read.taken_out),
        "kept": len(read.statements),
        "clarification": None if read.clarification is None else asdict(read.clarification),
    }


def _without_thinking(message: MessageParam) -> MessageParam:
    if message["role"] != "assistant" or isinstance(message["content"], str):
        return message
    kept = [block for block in message["content"] if _kind(block) not in _THINKING]
    return {"role": "assistant", "content": kept}


def _kind(block: object) -> object:
    """Tell a block's type: one that came in a reply is an object, one of ours a dictionary."""
    return block["type"] if isinstance(block, dict) else getattr(block, "type", None)
