"""What is real? Opens what the settings ask for, and closes it in reverse."""

import asyncio
import fcntl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.answering.contacts import Contacts, read_contacts
from bot.answering.extractive import ExtractiveAnswerer
from bot.answering.fallback import FallbackAnswerer
from bot.answering.support import Supported
from bot.answering.support_check import SupportCheck
from bot.answering.understander import Understander
from bot.answering.understanding import Rules
from bot.assistant import Assistant
from bot.audience import Audience
from bot.identity import Identity
from bot.library import Library
from bot.settings import Settings
from bot.vocabulary import Vocabulary, operators_glossary
from connectors.contexts import ContextWriter, Writing
from connectors.folder import FolderSource
from connectors.source import Source
from connectors.sync import Cutting, Progress, Stores, Sync
from retrieval.access import Principal
from retrieval.centring import Vector
from retrieval.chunking import Limits
from retrieval.cross_encoder import CrossEncoder
from retrieval.embedding import Embedder, FastEmbedder, Text
from retrieval.engine.launch import EngineError, running_engine
from retrieval.index import Connect, Index, IndexUnavailableError, Server
from retrieval.index.collections import Model
from retrieval.language import language_told
from retrieval.payload import DOCUMENT, GENERATION, LANGUAGE, Payload, passage_text
from retrieval.ranking_cache import CachedReranker
from retrieval.recipe import Recipe
from retrieval.reranking import LateInteraction, Reranker
from retrieval.search import Search
from storage.calls import Calls
from storage.database import Database
from storage.exchanges import Exchanges
from storage.tables import SyncRun
from storage.token_states import TokenStates

COMPANY = Path(__file__).parent / "demo" / "company"
_RECIPE = Recipe()
_MARGIN = 100  # tokens of a chunk's title and headings, beside its own text


class BusyError(RuntimeError):
    """Another process is doing what only one may do at a time."""


@dataclass(frozen=True, slots=True)
class Application:
    """Everything that is open."""

    settings: Settings
    database: Database
    source: Source
    assistant: Assistant
    library: Library
    exchanges: Exchanges
    calls: Calls
    stores: Stores
    cutting: Cutting

    async def sync(self, progress: Callable[[Progress], None] = lambda _: None) -> SyncRun:
        """Bring the index in step with the source; `BusyError` while another process does."""
        with _alone(home(self.settings) / "sync.lock"):
            return await Sync(self.source, self.stores, self.cutting, progress=progress).run()


def home(settings: Settings) -> Path:
    """Where everything of this source is kept: the sample company never mixes with a real one."""
    return settings.data / ("demo" if settings.folder.path is None else "policies")


@asynccontextmanager
async def application(
    settings: Settings,
    *,
    model: FastEmbedder | None = None,
    around: Callable[[Embedder], Embedder] = lambda embedder: embedder,
    recipe: Recipe = _RECIPE,
) -> AsyncIterator[Application]:
    """Open everything; `around` may put something of the caller's before the embedder.

    A `model` that the caller has loaded already is used as it is, and left open.
    """
    async with AsyncExitStack() as stack:
        database = Database(home(settings) / "policybot.sqlite")
        stack.push_async_callback(database.close)
        await database.open()
        connect, model = await _engine_and_model(settings, model, stack)
        embedder = around(model)
        index = _index(connect, embedder, stack)
        await index.open()
        source = _source(settings)
        stack.push_async_callback(source.close)
        cutting = _cutting(settings, embedder, _writing(settings, database, stack))
        stores = Stores.over(database, index)
        library = Library(
            Search(embedder, index, stores.states, _reranker(settings, recipe, stack), recipe),
            stores.accesses,
            stores.ledger,
            Vocabulary(stores.glossary, operators_glossary(_glossary_file(settings))),
            recipe,
        )
        exchanges = Exchanges(database)
        assistant = Assistant(
            Audience(Identity(stores.people, _pilot(settings))),
            library,
            _supported(settings, database, model, stack),
            exchanges,
            understander=_understander(settings, database, stack),
            contacts=_contacts(settings),
        )
        yield Application(
            settings=settings,
            database=database,
            source=source,
            assistant=assistant,
            library=library,
            exchanges=exchanges,
            calls=Calls(database),
            stores=stores,
            cutting=cutting,
        )


async def reembed(settings: Settings, tell: Callable[[int, int], None]) -> int:
    """Build the index for the model that is set and switch over; returns the passages placed."""
    async with AsyncExitStack() as stack:
        database = Database(home(settings) / "policybot.sqlite")
        stack.push_async_callback(database.close)
        await database.open()
        connect, embedder = await _engine_and_model(settings, None, stack)
        index = _index(connect, embedder, stack)
        states = TokenStates(database, index.name)

        async def place(points: dict[str, Payload]) -> list[Vector]:
            texts = [Text(passage_text(p), p[LANGUAGE]) for p in points.values()]
            placed = await embedder.passages(texts)
            for (id_, payload), one in zip(points.items(), placed, strict=True):
                await states.put(payload[DOCUMENT], payload[GENERATION], {id_: one.codes})
            return [one.dense for one in placed]

        with _alone(home(settings) / "sync.lock"):
            done = await index.reembed(place, tell)
            await states.drop_other_spaces()
            return done


async def _engine_and_model(
    settings: Settings, model: FastEmbedder | None, stack: AsyncExitStack
) -> tuple[Connect, FastEmbedder]:
    """Load the model, where none is given, while the engine starts in its own process."""
    connecting = asyncio.create_task(_connected(settings, stack))
    try:
        if model is None:
            model = await asyncio.to_thread(_loaded, settings)
            stack.callback(model.close)
    finally:
        connect = await connecting
    return connect, model


def _loaded(settings: Settings) -> FastEmbedder:
    """Load the model, and the one that tells languages: the first question must not wait for it."""
    language_told("how many days do i have", settings.language_codes)
    return FastEmbedder(settings.embedding.model, settings.data / "models")


async def _connected(settings: Settings, stack: AsyncExitStack) -> Connect:
    """Start the engine, or take the server that is set."""
    if settings.qdrant.url is None:
        engine = await stack.enter_async_context(running_engine(home(settings) / "index"))

        async def connect() -> Server:
            try:
                endpoint = await engine.endpoint()
            except EngineError as error:  # it went away, and does not come back
                raise IndexUnavailableError(str(error)) from error
            return Server(endpoint.url, endpoint.api_key)
    else:
        key = settings.qdrant.api_key
        server = Server(settings.qdrant.url, None if key is None else key.get_secret_value())

        async def connect() -> Server:
            return server

    return connect


def _index(connect: Connect, embedder: Embedder, stack: AsyncExitStack) -> Index:
    """Make the index, not yet opened."""
    index = Index(connect, Model(embedder.model, embedder.size))
    stack.push_async_callback(index.close)
    return index


def _reranker(settings: Settings, recipe: Recipe, stack: AsyncExitStack) -> Reranker:
    late = LateInteraction(recipe)
    if settings.reranking.model is None:
        return CachedReranker(late)
    encoder = CrossEncoder(settings.reranking.model, settings.data / "models", late)
    stack.callback(encoder.close)
    return CachedReranker(encoder)


def _source(settings: Settings) -> Source:
    folder = settings.folder.path or COMPANY
    return FolderSource(
        "sample" if settings.folder.path is None else settings.folder.name,
        folder,
        settings.folder.access or folder / "access.json",
        organisations=settings.folder.organisations,
        url=settings.folder.url,
    )


def _supported(
    settings: Settings, database: Database, model: FastEmbedder, stack: AsyncExitStack
) -> Supported:
    """Let Claude word the answers where a key is set, and quote where it is not available."""
    quoting = ExtractiveAnswerer(model)
    set_to = settings.claude
    if set_to.api_key is None:
        return Supported(quoting, SupportCheck(model))
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
    check = SupportCheck(model, second_look=look if set_to.second_look else None)
    return Supported(FallbackAnswerer(answerer, quoting), check)


def _understander(settings: Settings, database: Database, stack: AsyncExitStack) -> Understander:
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


def _writing(settings: Settings, database: Database, stack: AsyncExitStack) -> Writing | None:
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


def _cutting(settings: Settings, embedder: Embedder, writing: Writing | None) -> Cutting:
    tokens = settings.chunks.tokens
    limits = Limits(text=tokens, whole=tokens + _MARGIN)
    return Cutting(embedder, settings.language_codes, limits, writing)


def _pilot(settings: Settings) -> frozenset[Principal]:
    names = (name.strip() for name in settings.pilot.split(","))
    return frozenset(Principal(name) for name in names if name)


def _glossary_file(settings: Settings) -> Path:
    """The operators' own glossary: where it is set, else beside the access file."""
    return settings.folder.glossary or _beside_the_access_file(settings) / "glossary.json"


def _contacts(settings: Settings) -> Contacts:
    """Read the contacts: where they are set, else beside the access file, else the defaults."""
    beside = _beside_the_access_file(settings) / "contacts.toml"
    return read_contacts(settings.contacts or (beside if beside.exists() else None))


def _beside_the_access_file(settings: Settings) -> Path:
    folder = settings.folder.path or COMPANY
    return (settings.folder.access or folder / "access.json").parent


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Hold a lock that the system lets go of when the process ends, however it ends."""
    with file.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BusyError(
                f"Another sync is running on {file.parent}. Wait until it is done."
            ) from error
        yield
