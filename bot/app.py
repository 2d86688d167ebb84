"""What is real? Opens what the settings ask for, and closes it in reverse."""

import asyncio
import fcntl
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.answering.contacts import Contacts, read_contacts
from bot.assistant import Assistant
from bot.audience import Audience
from bot.escalation import HrDesk
from bot.feedback import Feedback
from bot.identity import Identity
from bot.library import Library
from bot.links import PURPOSE, Links
from bot.privacy import Privacy
from bot.settings import Settings
from bot.verification import Verification
from bot.vocabulary import Vocabulary, operators_glossary
from bot.with_claude import supported, understander, writing
from connectors.contexts import Writing
from connectors.folder import FolderSource
from connectors.rounds import synced
from connectors.source import Source
from connectors.stores import Stores, take_out
from connectors.sync import Cutting, Progress
from connectors.verified import VerifiedAnswers
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
from storage.cases import Cases
from storage.database import Database
from storage.exchanges import Exchanges
from storage.inbox import Inbox
from storage.sealing import Sealer, opened_sealer
from storage.tables import SyncRun
from storage.token_states import TokenStates
from storage.verified import VerifiedEntries

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
    inbox: Inbox
    source: Source
    assistant: Assistant
    audience: Audience
    contacts: Contacts
    library: Library
    exchanges: Exchanges
    feedback: Feedback
    privacy: Privacy
    links: Links | None  # None where nobody could follow one
    calls: Calls
    stores: Stores
    cutting: Cutting
    verified: Source
    desk: HrDesk
    verification: Verification

    @property
    def sources(self) -> tuple[Source, ...]:
        """Everything that is read; verified answers come last, after what they rest on."""
        return self.source, self.verified

    async def sync(
        self, progress: Callable[[Progress], None] = lambda _: None
    ) -> tuple[SyncRun, ...]:
        """Bring the index in step with every source, a run each, in the order of `sources`.

        Raises `BusyError` while another process does.
        """
        return await self._synced(self.sources, progress)

    async def sync_source(
        self, name: str, progress: Callable[[Progress], None] = lambda _: None
    ) -> tuple[SyncRun, ...]:
        """Bring the index in step with one source, and with the verified answers that rest on it.

        Raises `BusyError` as `sync` does, `LookupError` where there is no such source.
        """
        source = next((source for source in self.sources if source.name == name), None)
        if source is None:
            names = ", ".join(source.name for source in self.sources)
            raise LookupError(f"There is no source {name!r}. There are: {names}.")
        return await self._synced(tuple(dict.fromkeys((source, self.verified))), progress)

    async def learn(self) -> None:
        """Bring the index in step with the verified answers, where it is not.

        Raises `BusyError` as `sync` does.
        """
        listed = {item.id for item in (await self.verified.listing()).items}
        if listed != (await self.stores.ledger.of_source(self.verified.name)).keys():
            await self.sync_source(self.verified.name)

    async def _synced(
        self, sources: Sequence[Source], progress: Callable[[Progress], None]
    ) -> tuple[SyncRun, ...]:
        with _alone(home(self.settings) / "sync.lock"):
            try:
                return await synced(sources, self.stores, self.cutting, progress=progress)
            finally:
                await self._take_out_withdrawn()

    async def _take_out_withdrawn(self) -> None:
        """Take out again what was withdrawn while the run that was about to write it went on."""
        listed = {item.id for item in (await self.verified.listing()).items}
        lines = await self.stores.ledger.of_source(self.verified.name)
        for document_id in lines.keys() - listed:
            await take_out(self.stores, document_id)


def home(settings: Settings) -> Path:
    """Where everything of this source is kept: the sample company never mixes with a real one."""
    return settings.data / ("demo" if settings.folder.path is None else "policies")


async def sealer(settings: Settings, database: Database) -> Sealer:
    """Open what seals the texts on record; `MasterKeyError` where its key is not the right one."""
    key = settings.master_key
    set_to = None if key is None else key.get_secret_value()
    return await opened_sealer(database, set_to, home(settings) / "master.key")


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
        cutting = _cutting(settings, embedder, writing(settings, database, stack))
        stores = Stores.over(database, index)
        search = Search(embedder, index, stores.states, _reranker(settings, recipe, stack), recipe)
        library = _library(settings, search, stores, recipe)
        sealing = await sealer(settings, database)
        exchanges = Exchanges(database, sealing)
        identity = Identity(stores.people, map(Principal, settings.pilot_groups))
        audience, contacts = Audience(identity), _contacts(settings)
        assistant = Assistant(
            audience,
            library,
            supported(settings, database, model, stack),
            exchanges,
            understander=understander(settings, database, stack),
            contacts=contacts,
        )
        desk = HrDesk(Cases(database, sealing), exchanges, hours=settings.desk.hours)
        entries = VerifiedEntries(database, sealing)
        verified = VerifiedAnswers(entries, stores.ledger, stores.accesses)
        yield Application(
            settings=settings,
            database=database,
            inbox=Inbox(database, sealing),
            source=source,
            assistant=assistant,
            audience=audience,
            contacts=contacts,
            library=library,
            exchanges=exchanges,
            feedback=Feedback(exchanges, identity),
            privacy=Privacy(database, sealing, texts_days=settings.texts_days),
            links=_links(settings, sealing),
            calls=Calls(database),
            stores=stores,
            cutting=cutting,
            verified=verified,
            desk=desk,
            verification=_verification(entries, desk, exchanges, stores),
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


def _verification(
    entries: VerifiedEntries, desk: HrDesk, exchanges: Exchanges, stores: Stores
) -> Verification:
    taken_out = partial(take_out, stores)
    return Verification(entries, desk, exchanges, stores.people, take_out=taken_out)


def _links(settings: Settings, sealing: Sealer) -> Links | None:
    """Sign links to citations, where this server has an address."""
    return None if settings.url is None else Links(sealing.derived(PURPOSE), settings.url)


def _index(connect: Connect, embedder: Embedder, stack: AsyncExitStack) -> Index:
    """Make the index, not yet opened."""
    index = Index(connect, Model(embedder.model, embedder.size))
    stack.push_async_callback(index.close)
    return index


def _library(settings: Settings, search: Search, stores: Stores, recipe: Recipe) -> Library:
    vocabulary = Vocabulary(stores.glossary, operators_glossary(_glossary_file(settings)))
    return Library(search, stores.accesses, stores.ledger, vocabulary, recipe)


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


def _cutting(settings: Settings, embedder: Embedder, writing: Writing | None) -> Cutting:
    tokens = settings.chunks.tokens
    limits = Limits(text=tokens, whole=tokens + _MARGIN)
    return Cutting(embedder, settings.language_codes, limits, writing)


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
