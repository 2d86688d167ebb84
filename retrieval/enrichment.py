"""What is a chunk given before it is indexed? The words that say where it stands."""

from retrieval.plain import plain

_ARROW = " › "


def named(title: str, number: str | None) -> str:
    """Name a document with its number, by which people ask for it too."""
    return title if number is None or number in title else f"{number} {title}"


def context(title: str, heading: tuple[str, ...]) -> str:
    """Name the document and the section, as they stand before the text in both legs."""
    return _ARROW.join([title, *(part for part in heading if part != title)])


def indexed_text(title: str, heading: tuple[str, ...], text: str) -> str:
    """Write what is embedded and counted by BM25: title, headings, and the text read aloud."""
    return f"{context(title, heading)}\n{plain(text)}"
