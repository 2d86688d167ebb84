"""Where may a link in a document lead? To another document of its source, or to the web."""

from dataclasses import dataclass
from posixpath import dirname, join, normpath
from urllib.parse import SplitResult, quote, unquote, urlencode, urlsplit


@dataclass(frozen=True, slots=True)
class Inside:
    """An address of this viewer."""

    address: str


@dataclass(frozen=True, slots=True)
class Outside:
    """An address of the web, and the host that it leads to."""

    address: str
    host: str


@dataclass(frozen=True, slots=True)
class Named:
    """No link, but what it would lead to is worth reading: an e-mail address."""

    address: str


@dataclass(frozen=True, slots=True)
class Place:
    """The document in which links stand, and who reads it."""

    path: str
    asker: str = ""

    @property
    def root(self) -> str:
        """The way from this document up to the chat page."""
        return "../" * (self.path.count("/") + 1)

    def target(self, href: str) -> Inside | Outside | Named | None:
        """Say where a link leads; None where nobody should be led."""
        try:
            parts = urlsplit(href)
            host = parts.hostname
        except ValueError:
            return None
        match parts.scheme:
            case "http" | "https" if host:
                return Outside(href, host)
            case "mailto":
                return Named(unquote(parts.path))
            case "" if not parts.netloc:
                return self._inside(parts)
        return None

    def _inside(self, parts: SplitResult) -> Inside | None:
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        if not parts.path:
            return Inside(fragment) if fragment else None
        path = unquote(parts.path)
        other = normpath(join(dirname(self.path), path))
        if "\\" in path or other.startswith(("/", "../")) or other in {".", ".."}:
            return None
        asked = urlencode({"as": self.asker}, quote_via=quote)
        return Inside(f"{self.root}documents/{quote(other)}?{asked}{fragment}")
