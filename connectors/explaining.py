"""What does a document explain? Its short forms, kept for whoever may read it."""

import asyncio

from retrieval.documents import Document
from retrieval.glossary import gathered_from
from storage.glossary import Glossary, KeptTerm


async def keep_terms(glossary: Glossary, document: Document, generation: str) -> None:
    """Keep the terms of a generation; call it before the ledger's line is flipped to it."""
    terms = await asyncio.to_thread(gathered_from, document)
    await glossary.put(
        document.id,
        generation,
        [KeptTerm(term.short, term.long, term.short_key, term.long_key) for term in terms],
    )
