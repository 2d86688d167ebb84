"""Bytes to text, and text without the characters that nobody sees.

Text that a model reads and a person does not is how instructions are hidden in a page: tag
characters, variation selectors, zero-width and blank letters, and signs that turn the direction
of writing round. They are taken out before anything else looks at the text.
"""

import codecs
from contextlib import suppress
from dataclasses import dataclass
from re import Match
from re import compile as pattern

BOMS = (  # the longer first: the mark of UTF-16 begins that of UTF-32
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)

_EMOJI = (
    r"\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff"
    r"\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_JOINING = r"\u0600-\u08ff\u0900-\u0dff"  # scripts in which a joiner shapes the letters

_TAG = r"\U000e0000-\U000e007f"
_SELECTOR = r"\ufe00-\ufe0d\U000e0100-\U000e01ef"
_ZERO = r"\u200b\u2060-\u2064\u206a-\u206f\ufeff\u180e\u034f\u17b4\u17b5\ufff9-\ufffb"
_BIDI = r"\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069"
_BLANK = r"\u115f\u1160\u3164\uffa0\u2800"
_CONTROL = r"\x00-\x08\x0b\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff"

HIDDEN = pattern(
    rf"(?P<tag>[{_TAG}])"
    rf"|(?P<selector>(?<![0-9#*{_EMOJI}])[\ufe0e\ufe0f]|[{_SELECTOR}])"
    rf"|(?P<joiner>(?<![{_JOINING}])\u200c|(?<![{_JOINING}{_EMOJI}\ufe0f])\u200d)"
    rf"|(?P<zero>[{_ZERO}])|(?P<bidi>[{_BIDI}])|(?P<blank>[{_BLANK}])|(?P<control>[{_CONTROL}])",
)
SUSPECT = pattern(rf"[{_TAG}{_SELECTOR}\ufe0e\ufe0f\u200c\u200d{_ZERO}{_BIDI}{_BLANK}{_CONTROL}]")
"""One class, to tell quickly that a text hides nothing: most do not."""

NAMES = {
    "tag": "tag characters",
    "selector": "variation selectors",
    "joiner": "zero-width characters",
    "zero": "zero-width characters",
    "bidi": "bidi controls",
    "blank": "blank letters",
    "control": "control characters",
}
MOST_CONTROLS = 0.02  # of the text; above it, the file is not text


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Text without hidden characters; `hidden` names the kinds that were in it."""

    text: str
    hidden: tuple[str, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to tell the operator, if there is anything."""
        if not self.hidden:
            return ()
        return (f"Characters that nobody sees were taken out: {', '.join(self.hidden)}.",)


def without_hidden(text: str) -> Cleaned:
    """Take out what nobody sees; what stays is to the letter."""
    if SUSPECT.search(text) is None:
        return Cleaned(text, ())
    kinds: set[str] = set()

    def taken_out(found: Match[str]) -> str:
        kinds.add(NAMES[found.lastgroup or "control"])
        return ""

    return Cleaned(HIDDEN.sub(taken_out, text), tuple(sorted(kinds)))


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, with line ends as in Unix and nothing hidden, and what was noticed."""

    text: str
    warnings: tuple[str, ...]


def decoded(data: bytes, declared: str | None = None) -> Decoded | None:
    """Read bytes as text: by byte order mark, as declared, as UTF-8, else as Windows-1252.

    None where it is not text at all.
    """
    text, warnings = _text(data, declared)
    cleaned = without_hidden(text.replace("\r\n", "\n").replace("\r", "\n"))
    controls = len(text) - len(cleaned.text) if "control characters" in cleaned.hidden else 0
    if controls > MOST_CONTROLS * len(text) + 8:
        return None
    return Decoded(cleaned.text, (*warnings, *cleaned.warnings))


def _text(data: bytes, declared: str | None) -> tuple[str, tuple[str, ...]]:
    for mark, encoding in BOMS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace"), ()
    for encoding in (declared or "utf-8", "utf-8"):
        with suppress(UnicodeError, LookupError):
            return data.decode(encoding), ()
    warning = "It is not in UTF-8 and was read as Windows-1252; check its accents."
    return data.decode("cp1252", errors="replace"), (warning,)
