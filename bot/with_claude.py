"""What is Claude asked for, where a key is set? And what is done without it, where none is?"""

from contextlib import AsyncExitStack

from bot.answering.extractive import ExtractiveAnswerer
from bot.answering.fallback import FallbackAnswerer
from bot.answering.support import Supported
from bot.answering.support_check import SupportCheck
from bot.answering.understander import Understander
from bot.answering.understanding import Rules
from bot.settings import Settings
from connectors.contexts import ContextWriter, Writing
from retrieval.embedding import FastEmbedder
from retrieval.recent_tokens import RecentTokens
from storage.calls import Calls
from storage.database import Database


def supported(
    settings: Settings, database: Database, model: FastEmbedder, stack: AsyncExitStack
) -> Supported:
    """Let Claude word the answers where a key is set, and quote where it is not available."""
    tokens = RecentTokens(model)
    quoting = ExtractiveAnswerer(tokens)
    set_to = settings.claude
    if set_to.api_key is None:
        return Supported(quoting, SupportCheck(tokens))
    from bot.claude.answers import ClaudeAnswerer  # noqa: PLC0415  # seconds: for those who ask
    from bot.claude.budgets import Budgets  # noqa: PLC0415
    from bot.claude.client import Claude  # noqa: PLC0415
    from bot.claude.second_look import SecondLook  # noqa: PLC0415

    calls = Calls(database)
    claude = Claude(set_to.api_key.get_secret_value(), set_to.base_url, record=calls.add)
    stack.push_async_callback(claude.close)
    budgets = Budgets(calls, set_to.tokens_a_person, set_to.tokens_a_day)
    answerer = ClaudeAnswerer(claude, set_to.answer_model, budgets, masks=set_to.masked)
    look = SecondLook(claude, set_to.answer_model, masks=set_to.masked)
    check = SupportCheck(tokens, second_look=look if set_to.second_look else None)
    return Supported(FallbackAnswerer(answerer, quoting), check)


def understander(settings: Settings, database: Database, stack: AsyncExitStack) -> Understander:
    """Let a small model help where a key is set, and it is not switched off."""
    set_to, languages = settings.claude, settings.language_codes
    if set_to.api_key is None or not set_to.understanding:
        return Rules(languages)
    from bot.claude.budgets import Budgets  # noqa: PLC0415  # seconds: for those who ask
    from bot.claude.client import Claude  # noqa: PLC0415
    from bot.claude.understanding import ClaudeUnderstander, patience  # noqa: PLC0415
    from bot.claude.understanding_prompt import Options  # noqa: PLC0415

    calls = Calls(database)
    # Apart from the one that answers: what is late for so short a wait is no outage for that.
    claude = Claude(
        set_to.api_key.get_secret_value(),
        set_to.base_url,
        patience=patience(set_to.understanding_seconds),
        record=calls.add,
    )
    stack.push_async_callback(claude.close)
    return ClaudeUnderstander(
        claude,
        set_to.understanding_model,
        Budgets(calls, set_to.tokens_a_person, set_to.tokens_a_day),
        languages=languages,
        options=Options(set_to.paraphrases, set_to.hypothetical),
    )


def writing(settings: Settings, database: Database, stack: AsyncExitStack) -> Writing | None:
    """Open what writes contexts, where the operator switched it on."""
    claude = settings.claude
    if not claude.contextual or claude.api_key is None:
        return None
    from bot.claude.contexts import ClaudeContexts  # noqa: PLC0415  # seconds: for those who ask

    key = claude.api_key.get_secret_value()
    writer: ContextWriter = ClaudeContexts(
        key, claude.base_url, claude.context_model, record=Calls(database).add
    )
    stack.push_async_callback(writer.close)
    return Writing(writer, restricted=claude.contextual_restricted)
