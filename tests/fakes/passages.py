"""Passages as a search finds them, made by hand."""

from retrieval.documents import Passage, Status
from retrieval.sketch import sketch


def passage(
    name: str,
    text: str,
    *,
    source: str = "handbook",
    version: str = "1",
    score: float = 1.0,
) -> Passage:
    """Make the one passage of a document, both of that name."""
    return Passage(
        chunk_id=name,
        document_id=name,
        generation="g",
        access_id="a",
        content_hash="h",
        source=source,
        path=f"{name}.md",
        title="Leave",
        url="file:///x",
        version=version,
        ordinal=0,
        heading=(),
        text=text,
        lead="",
        language="en",
        status=Status.APPROVED,
        owner=None,
        effective_from=None,
        updated=None,
        anchor=None,
        page=None,
        sketch=sketch(text),
        score=score,
        dense=None,
        sparse=None,
    )
