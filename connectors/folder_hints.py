"""Rules of an access file that may not mean what their author thinks, judged by the files."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from connectors.access_file import AccessFile
from connectors.access_words import suggestion
from connectors.source import Problem


def hints(rules: AccessFile, paths: Sequence[str]) -> list[Problem]:
    """Point to rules that cover no page, or a folder beside the one they name.

    `paths` are sorted. A rule that covers nothing leaves the pages that it was meant for to the
    default.
    """
    return [
        Problem(None, sentence)
        for prefix in sorted(rules.rules)
        for sentence in _about(prefix, list(_covered(prefix, paths)), paths)
    ]


def _covered(prefix: str, paths: Sequence[str]) -> Iterator[str]:
    for place in range(bisect_left(paths, prefix), len(paths)):
        if not paths[place].startswith(prefix):
            return
        yield paths[place]


def _about(prefix: str, covered: Sequence[str], paths: Sequence[str]) -> Iterator[str]:
    if not covered and paths:
        near = suggestion(prefix, sorted(_folders(paths)))
        yield f"The rule for `{prefix}` covers no page. Check how it is written.{near}"
    if prefix.endswith("/"):
        return
    names = sorted({path[: (path + "/").index("/", len(prefix))] for path in covered})
    if prefix in names and len(names) > 1:
        yield (
            f"The rule for `{prefix}` also covers `{names[1]}`. "
            f"If that is not meant, write `{prefix}/`."
        )


def _folders(paths: Sequence[str]) -> set[str]:
    return {path[: place + 1] for path in paths for place, sign in enumerate(path) if sign == "/"}
