"""The block of facts at the top of a Markdown file, as static site generators want it."""

from dataclasses import dataclass
from re import DOTALL, MULTILINE
from re import compile as pattern

import yaml

BLOCK = pattern(r"---[ \t]*\n(?P<facts>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", DOTALL | MULTILINE)
LISTED = "; "
LONGEST = 64 * 1024  # characters: what is longer is not a list of facts


class _Words(yaml.CSafeLoader):
    """YAML whose scalars stay as they are written: version 1.10 is not the number 1.1."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - the loader's own way to say so


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The facts of a block, the length of the text it takes up, and whether it makes sense.

    A block that is broken has no facts and stays text.
    """

    facts: dict[str, str]
    length: int
    broken: bool = False


def front_matter(text: str) -> FrontMatter:
    """Read the block at the very start of a text; of length 0 where there is none."""
    block = BLOCK.match(text)
    if block is None:
        return FrontMatter({}, 0)
    try:
        facts = _facts(block["facts"])
    except (yaml.YAMLError, ValueError, RecursionError):
        return FrontMatter({}, block.end(), broken=True)
    return FrontMatter({}, 0) if facts is None else FrontMatter(facts, block.end())


def _facts(block: str) -> dict[str, str] | None:
    """Read YAML; None where it is something else between two lines, such as a paragraph."""
    if len(block) > LONGEST:
        raise ValueError(block[:80])
    loaded = yaml.load(block, Loader=_Words)  # noqa: S506 - a safe loader, see above
    if not block.strip():
        return {}
    if not isinstance(loaded, dict):
        return None
    said = {str(key): _said(fact) for key, fact in loaded.items()}
    return {key: fact for key, fact in said.items() if fact is not None}


def _said(fact: object) -> str | None:
    """Take words, or a list of words; None for anything else."""
    if isinstance(fact, list) and fact and all(isinstance(part, str) for part in fact):
        return LISTED.join(fact)
    return fact if isinstance(fact, str) else None
