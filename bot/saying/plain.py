"""What may stand in text that is not ours? No address that nobody cited, nothing that nobody sees.

What is said is kept as plain words; that nothing in it acts as markup is up to whoever draws it.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from connectors.extract.characters import without_hidden

LONGEST_LABEL = 120
LONGEST_URL = 3000

_TURNED_INTO = str.maketrans({"<": "‹", ">": "›"})  # noqa: RUF001  # look-alikes are meant
_MARKDOWN_LINK = re.compile(r"\](?=[(\[])")
_SLACK_LINK = re.compile(r"<[a-z][a-z0-9+.-]{1,20}:[^|<>]{0,3000}\|([^<>]{0,3000})>", re.IGNORECASE)
_URL = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s<>|]+"
    r"|(?<![\w:/])//[\w-]+(?:\.[\w-]+)+[^\s<>|]*"
    r"|\bwww\.[^\s<>|]+"
    # Without a scheme only where it carries something: "leave.Employees/contractors" is prose.
    r"|\b(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,24}(?=[/?])[^\s<>|=]{0,2000}=[^\s<>|]*",
    re.IGNORECASE,
)
_MAIL = re.compile(r"(?:mailto:)?[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,9}[\w-]{2,63})", re.IGNORECASE)
_AFTER_URL = re.compile(r"[.,;:!?)\]}\"'»”’]+$")
_SPACE_OR_CONTROL = re.compile(r"[\s\x00-\x1f\x7f<>|\"`]")


def label(text: str, most: int = LONGEST_LABEL) -> str:
    """Make one line of at most so many characters in which nothing looks like a link."""
    seen = _URL.sub("…", without_hidden(text).text)
    line = " ".join(_MARKDOWN_LINK.sub("] ", seen.translate(_TURNED_INTO)).split())
    return shortened(line, most) or "–"


def shortened(text: str, most: int) -> str:
    """Cut a text that is too long behind a word, and show that it is cut."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    words, space, _ = cut.rpartition(" ")
    return f"{words if space and len(words) > most // 2 else cut}…"


def address(url: str | None) -> str | None:
    """Give an address that may be a link: `https`, without a name that poses as the host."""
    if not url or len(url) > LONGEST_URL or _SPACE_OR_CONTROL.search(url):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    is_sound = parts.scheme == "https" and parts.hostname and "@" not in parts.netloc
    return url if is_sound else None


def host(url: str) -> str:
    """Name the host of an address; nothing where it has none."""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Which addresses may be named in text that is not ours, and what stands for the others.

    `hosts` are those of the documents that are cited; None lets every address stand, as text.
    `mail_domains` are those whose e-mail addresses may be named, None for all.
    """

    hosts: frozenset[str] | None
    left_out: str
    mail_domains: frozenset[str] | None = None

    def kept(self, text: str) -> str:
        """Leave out of a text the addresses that may not be named."""
        text = without_hidden(text).text
        if self.hosts is not None:
            text = _URL.sub(self._url, _SLACK_LINK.sub(r"\1", text))
        if self.mail_domains is not None:
            text = _MAIL.sub(self._mail, text)
        return text

    def _url(self, found: re.Match[str]) -> str:
        after = _AFTER_URL.search(found[0])
        rest = after[0] if after else ""
        url = found[0].removesuffix(rest)
        known = host(url if "//" in url else f"https://{url}") in (self.hosts or ())
        return found[0] if known else self.left_out + rest

    def _mail(self, found: re.Match[str]) -> str:
        return found[0] if found[1].lower() in (self.mail_domains or ()) else self.left_out
