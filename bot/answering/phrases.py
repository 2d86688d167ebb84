"""How do rules on words come out of a file? A pattern a line, some with parts that have names."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_PART = re.compile(r"<(\w+)>")


def read(file: Path) -> dict[str, Any]:
    """Read a file of rules as it is."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def rules(told: Mapping[str, Any]) -> Mapping[str, re.Pattern[str]]:
    """Make one pattern of each set of the `rules` of a file, in its order."""
    parts: dict[str, str] = told["parts"]
    return {
        name: any_of(_PART.sub(lambda found: parts[found[1]], pattern) for pattern in patterns)
        for name, patterns in told["rules"].items()
    }


def any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """Put patterns together, of which any may be found; case makes no difference."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
