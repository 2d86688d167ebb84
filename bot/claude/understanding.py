"""What does a small Claude model make of a message? It helps the search, and decides nothing.

Rules have understood the message before it is asked. It adds legs to the search, which say no more
than the asker did, what the rules left open, and a second opinion on the kind of a message that
counts where there is no answer. Whatever goes wrong, what the rules understood stands: the answer
waits for a few seconds at most.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import structlog
from anthropic.types import Message
from pydantic import BaseModel, ConfigDict, ValidationError

from bot.answering.answerer import AnswererUnavailableError
from bot.answering.kinds import Kind
from bot.answering.parts import MOST
from bot.answering.request import Filters, Period, Request, Understanding
from bot.answering.rewrites import figures_are_known, says_no_more
from bot.answering.stated import is_country, stated
from bot.answering.threads import topic
from bot.answering.understander import Heard
from bot.answering.understanding import understood
from bot.claude.budgets import Budgets
from bot.claude.client import Asked, Caller, Claude, Patience
from bot.claude.failures import ClaudeError, Failure, ended_well
from bot.claude.form import is_plain
from bot.claude.texts import text_of
from bot.claude.understanding_prompt import VERSION, Options, prompt
from storage.moments import now

log = structlog.get_logger()

_PURPOSE = "understanding"
_SETTING = "POLICYBOT_CLAUDE__UNDERSTANDING_MODEL"
_MOST_TOKENS = 2048  # of a reply: what a model thinks before it writes counts too
_ATTEMPTS = 2
_LONGEST_PASSAGE = 800  # characters
_WORD = re.compile(r"\w+")


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Where(_Strict):
    said: str
    country: str


class _When(_Strict):
    said: str
    first: str
    last: str


class _Reply(_Strict):
    question: str
    queries: tuple[str, ...]
    kind: str
    where: tuple[_Where, ...]
    when: _When | None
    paraphrases: tuple[str, ...] = ()
    passage: str = ""


def patience(seconds: float) -> Patience:
    """Wait for so long, all attempts together: somebody waits for the answer."""
    return Patience(attempts=_ATTEMPTS, deadline=seconds, silence=seconds)


class ClaudeUnderstander:
    """Understands by rules, which a Claude model helps; `claude` has little patience."""

    def __init__(
        self,
        claude: Claude,
        model: str,
        budgets: Budgets,
        *,
        languages: tuple[str, ...],
        options: Options,
    ) -> None:
        self._claude = claude
        self._model = model
        self._budgets = budgets
        self._languages = languages
        self._options = options
        self.name = f"claude {VERSION}, {model}"

    async def understand(self, heard: Heard, /) -> Request:
        """Ask the model for help, unless rules know already that no policy is asked for."""
        request = understood(heard.text, heard.turns, self._languages)
        if heard.asker is None or request.kind is not Kind.POLICY:
            return request
        before = topic(heard.text, heard.turns, self._languages)
        try:
            reply = await self._reply(heard.text, before, heard.asker)
        except AnswererUnavailableError as error:
            log.warning("understood by rules", reason=str(error))
            return replace(request, understanding=Understanding(why_not=str(error)))
        return self._helped(request, "\n".join((*before, heard.text)), reply)

    async def _reply(self, text: str, before: tuple[str, ...], asker: str) -> _Reply:
        await self._budgets.check(asker)
        asking = prompt(text, before, now().date(), self._options)
        asked = Asked(
            model=self._model,
            setting=_SETTING,
            most_tokens=_MOST_TOKENS,
            system=asking.system,
            messages=asking.messages,
            schema=asking.schema,
        )
        message = await self._claude.message(asked, Caller(_PURPOSE, asker=asker))
        return _read(ended_well(message))

    def _helped(self, request: Request, known: str, reply: _Reply) -> Request:
        """Add what a reply brings; `known` is all that the asker said in the thread."""
        told = Kind(reply.kind)
        asked = _told_apart((reply.question, *reply.queries[:MOST]), request)
        queries = tuple(one for one in asked if _may_be_sought(one, known, request))
        baits = self._baits(reply, known, request)
        return replace(
            request,
            second_opinion=told,
            filters=_filters(reply, known, request.filters),
            rewrites=(*baits, *queries)[:MOST],
            understanding=Understanding(
                by=self.name,
                kind=told.value,
                queries=queries,
                dropped=len(asked) - len(queries),
                baits=len(baits),
            ),
        )

    def _baits(self, reply: _Reply, known: str, request: Request) -> tuple[str, ...]:
        """Keep what options asked for, and only that."""
        paraphrases = _told_apart(reply.paraphrases, request) if self._options.paraphrases else ()
        baits = [one for one in paraphrases[:2] if _may_be_sought(one, known, request)]
        passage = " ".join(reply.passage.split())
        fits = 0 < len(passage) <= _LONGEST_PASSAGE and is_plain(passage)
        if self._options.hypothetical and fits:
            baits += [passage] if figures_are_known(passage, known, request.language) else []
        return tuple(baits)


def _read(message: Message) -> _Reply:
    """Read the JSON; what the model thought comes first, and is no part of it."""
    text = text_of(message)
    try:
        reply = _Reply.model_validate_json(text)
        Kind(reply.kind)
    except ValueError as error:
        where = error.error_count() if isinstance(error, ValidationError) else 1
        why = f"What the model understood has another form than was asked for ({where} faults)."
        raise ClaudeError(Failure.MALFORMED, why) from None
    return reply


def _told_apart(rewrites: Iterable[str], request: Request) -> tuple[str, ...]:
    """Put each on one line, and leave out what only repeats: the question, a part, another."""
    seen = {_bare(text) for text in (request.question, request.search, *request.parts)}
    apart = []
    for rewrite in rewrites:
        line = " ".join(rewrite.split())
        if _bare(line) not in seen:
            seen.add(_bare(line))
            apart.append(line)
    return tuple(apart)


def _may_be_sought(rewrite: str, known: str, request: Request) -> bool:
    return is_plain(rewrite) and says_no_more(rewrite, known, request.language)


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _filters(reply: _Reply, known: str, by_rules: Filters) -> Filters:
    """Fill in what the rules left open, as far as the asker said it in those words."""
    countries = frozenset(one.country for one in reply.where if _is_said(one, known))
    return Filters(
        regions=by_rules.regions or countries or None,
        period=by_rules.period or _period(reply.when, known),
    )


def _is_said(where: _Where, known: str) -> bool:
    """Whether a place was said, in words that the rules do not know: else they have judged it."""
    is_word = bool(where.said.strip()) and where.said.lower() in known.lower()
    return is_word and is_country(where.country) and stated(where.said).regions is None


def _period(when: _When | None, known: str) -> Period | None:
    if when is None or not when.said.strip() or when.said.lower() not in known.lower():
        return None
    try:
        period = Period(date.fromisoformat(when.first), date.fromisoformat(when.last))
    except ValueError:
        return None
    return period if period.start <= period.end else None
