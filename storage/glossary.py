"""Which documents explain which short forms?

A term belongs to the document that explains it, and to the generation in which it does. Whoever
may not read that document must not learn from it what a word means: every look-up names the
document and the access under which it stands now.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlmodel import col, delete, insert, or_, select

from storage.database import Database
from storage.tables import DocumentRow, TermRow

_AT_ONCE = 400  # SQLite takes a limited number of values in one statement
_IN_FORCE = "approved"


@dataclass(frozen=True, slots=True)
class KeptTerm:
    """A short form and its long one, each with the key under which it is looked up."""

    short: str
    long: str
    short_key: str
    long_key: str


@dataclass(frozen=True, slots=True, order=True)
class Explained:
    """A term, with the document that explains it and the access under which that stands."""

    short: str
    long: str
    document_id: str
    access_id: str


class Glossary:
    """The terms of all documents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, document_id: str, generation: str, terms: Iterable[KeptTerm]) -> None:
        """Make these the terms of a document, in place of those it had.

        They count from the moment at which the ledger says that the generation is in force.
        """
        rows = {
            (term.short_key, term.long_key): {
                "document_id": document_id,
                "generation": generation,
                "short_key": term.short_key,
                "long_key": term.long_key,
                "short": term.short,
                "long": term.long,
            }
            for term in terms
        }
        async with self._database.writing() as connection:
            await connection.execute(delete(TermRow).where(col(TermRow.document_id) == document_id))
            if rows:
                await connection.execute(insert(TermRow), list(rows.values()))

    async def terms(self, keys: Iterable[str]) -> list[Explained]:
        """Look up terms by the key of either form, in the documents that are in force."""
        chosen = sorted(set(keys))
        found: set[Explained] = set()
        async with self._database.reading() as connection:
            for start in range(0, len(chosen), _AT_ONCE):
                some = chosen[start : start + _AT_ONCE]
                rows = await connection.execute(
                    select(TermRow.short, TermRow.long, DocumentRow.id, DocumentRow.access_id)
                    .join(
                        DocumentRow,
                        (col(DocumentRow.id) == col(TermRow.document_id))
                        & (col(DocumentRow.generation) == col(TermRow.generation)),
                    )
                    .where(col(DocumentRow.status) == _IN_FORCE)
                    .where(or_(col(TermRow.short_key).in_(some), col(TermRow.long_key).in_(some)))
                )
                found |= {Explained(*row) for row in rows}
        return sorted(found)
