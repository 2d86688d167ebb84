"""Where does an answerer work? At one exchange: as its reader, and on its record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.answering.answerer import AnswererUnavailableError
from bot.library import Library
from retrieval.access import Reader
from retrieval.documents import Passage
from retrieval.index import IndexUnavailableError
from retrieval.search import Query
from retrieval.timing import Timings
from storage.exchanges import Exchanges


@dataclass(frozen=True, slots=True)
class ExchangeDesk:
    """The desk of one exchange, on record under its id; `language` is the asker's.

    `searched` are the passages that searches at this desk brought: an answer may cite them, too.
    """

    library: Library
    exchanges: Exchanges
    exchange_id: str
    asker: str
    reader: Reader
    language: str
    searched: list[Passage] = field(default_factory=list)

    async def search(self, query: str) -> Sequence[Passage]:
        """Search as the reader of the exchange, through the same two locks."""
        try:
            found = await self.library.find(Query(query, self.language), self.reader, Timings())
        except IndexUnavailableError as error:
            raise AnswererUnavailableError(f"The index is down: {error}") from error
        passages = found.offered
        self.searched.extend(passages)
        await self.record("searched", {"query": query, "found": [_named(p) for p in passages]})
        return passages

    async def record(self, kind: str, body: Mapping[str, object]) -> None:
        """Append an event to the exchange."""
        await self.exchanges.append(self.exchange_id, kind, body)


def _named(passage: Passage) -> dict[str, str]:
    return {
        "document_id": passage.document_id,
        "version": passage.version,
        "generation": passage.generation,
        "chunk_id": passage.chunk_id,
        "content_hash": passage.content_hash,
        "access_id": passage.access_id,
    }
