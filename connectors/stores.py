"""Where does a sync keep what it brings? And how does a document leave all of it again?"""

from dataclasses import dataclass

from retrieval.index import Index
from storage.accesses import Accesses
from storage.database import Database
from storage.glossary import Glossary
from storage.ledger import Ledger, SyncRuns
from storage.people import People
from storage.token_states import TokenStates


@dataclass(frozen=True, slots=True)
class Stores:
    """Where a run reads and writes."""

    index: Index
    states: TokenStates
    ledger: Ledger
    accesses: Accesses
    people: People
    runs: SyncRuns
    glossary: Glossary

    @classmethod
    def over(cls, database: Database, index: Index) -> "Stores":
        """All of one database, beside an index."""
        return cls(
            index=index,
            states=TokenStates(database, index.name),
            ledger=Ledger(database),
            accesses=Accesses(database),
            people=People(database),
            runs=SyncRuns(database),
            glossary=Glossary(database),
        )


async def take_out(stores: Stores, document_id: str) -> None:
    """Take a document out of force, which shuts it at once, then out of the index."""
    await stores.ledger.remove(document_id)
    await drop(stores, document_id)


async def drop(stores: Stores, document_id: str, *, kept: str | None = None) -> None:
    """Remove a document, one generation left out, from where it is found, then its tokens."""
    await stores.index.remove(document_id, except_generation=kept)
    await stores.states.remove(document_id, except_generation=kept)
