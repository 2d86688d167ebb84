"""Under which address does the page open a document?"""

from collections.abc import Sequence
from urllib.parse import quote, urlencode, urlsplit

from bot.surfaces.web.viewer.quoting import MOST_QUOTES, abridged

QUOTED = "quoted"
"""The fragment that leads to the quote or, where it is not found, to the section that was meant."""

LONGEST_ADDRESS = 6_000
"""Characters; quotes that would make it longer are left out."""


def viewer_address(path: str, asker: str, *, kept_at: str, quotes: Sequence[str] = ()) -> str:
    """Write the address, relative to the chat page, that opens a document as somebody.

    `kept_at` is the address that the source gives; its fragment says which section or page.
    """
    fragment = urlsplit(kept_at).fragment
    base = f"documents/{quote(path)}"
    asked = [("as", asker)]
    if path.lower().endswith(".pdf"):
        return _joined(base, asked, fragment)
    if fragment:
        asked.append(("at", fragment))
    for words in map(abridged, quotes[:MOST_QUOTES]):
        longer = [*asked, ("quote", words)]
        if len(_joined(base, longer, QUOTED)) > LONGEST_ADDRESS:
            break
        asked = longer
    return _joined(base, asked, QUOTED if len(asked) > 1 else "")


def _joined(base: str, asked: Sequence[tuple[str, str]], fragment: str) -> str:
    return f"{base}?{urlencode(asked, quote_via=quote)}" + (f"#{fragment}" if fragment else "")
