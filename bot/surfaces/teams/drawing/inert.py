"""What would Teams act on in a text, whatever it stands in? It is broken up, and looks the same.

A character without width stands where a link, a mention, an entity or the mark of a source would be
found: an address that nobody cited is no link, and a "[3]" in a policy opens no source of ours.
"""

import re

JOINER = "\u2060"

_PLACES = re.compile(
    r"(?<=:)(?=//)"  # https://…
    r"|(?<=\bwww)(?=\.)"
    r"|(?<=\w)(?=\.[^\W\d_]{2,24}(?![^\W\d_]))"  # corp.example
    r"|(?<=[\w.+-])(?=@\w)"  # hr@corp.example
    r"|(?<=<)(?=\S)"  # <at>Somebody</at>, <https://…>
    r"|(?<=\[)(?=\d+\])"  # [3], the mark of a source
    r"|(?<=\])(?=[(:\[])"  # [label](address), [label]: address
    r"|(?<=&)(?=#?\w{1,32};)"  # &lt;
    r"|(?<=\{)(?=\{\s*(?:date|time)\s*\()",  # {{DATE(…)}}, which cards fill in
    re.IGNORECASE,
)


def inert(text: str) -> str:
    """Break up what would act; nothing that can be seen changes."""
    return _PLACES.sub(JOINER, text)
