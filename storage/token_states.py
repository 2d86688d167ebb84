"""What are the tokens of each chunk? Kept beside the index, for late interaction.

Written before the points of the index and removed after them: a chunk that is found has its
tokens. `space` names the index's collection, so that one can be built for another model.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col, delete, select

from storage.database import Database
from storage.tables import TokenStatesRow


class TokenStates:
    """Packed tokens by chunk, in one space."""

    def __init__(self, database: Database, space: str) -> None:
        self._database = database
        self._space = space

    async def put(self, document_id: str, generation: str, codes: Mapping[str, bytes]) -> None:
        """Keep the tokens of chunks of a document's generation."""
        if not codes:
            return
        rows = [
            {
                "space": self._space,
                "chunk_id": chunk_id,
                "document_id": document_id,
                "generation": generation,
                "codes": packed,
            }
            for chunk_id, packed in codes.items()
        ]
        statement = insert(TokenStatesRow)
        statement = statement.on_conflict_do_update(
            index_elements=["space", "chunk_id"], set_={"codes": statement.excluded.codes}
        )
        async with self._database.writing() as connection:
            await connection.execute(statement, rows)

    async def of(self, chunk_ids: Sequence[str]) -> dict[str, bytes]:
        """Read the tokens of chunks; those of which none are kept are left out."""
        chosen = select(TokenStatesRow.chunk_id, TokenStatesRow.codes).where(
            TokenStatesRow.space == self._space, col(TokenStatesRow.chunk_id).in_(chunk_ids)
        )
        async with self._database.reading() as connection:
            rows = await connection.execute(chosen)
        return {row.chunk_id: row.codes for row in rows}

    async def remove(self, document_id: str, *, except_generation: str | None = None) -> None:
        """Drop a document's tokens, those of one generation left out, in every space."""
        dropped = delete(TokenStatesRow).where(col(TokenStatesRow.document_id) == document_id)
        if except_generation is not None:
            dropped = dropped.where(col(TokenStatesRow.generation) != except_generation)
        async with self._database.writing() as connection:
            await connection.execute(dropped)

    async def drop_other_spaces(self) -> None:
        """Drop what was kept for another model's index."""
        async with self._database.writing() as connection:
            await connection.execute(
                delete(TokenStatesRow).where(col(TokenStatesRow.space) != self._space)
            )
