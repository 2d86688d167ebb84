"""`python -m tests.bench [NAME …]`: how fast is it, as ratios within one run?

Each benchmark prints a table; these machines are noisy, so compare within a table only.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from rich.console import Console

from tests.bench import indexing, process, retrieval

BENCHMARKS: dict[str, Callable[[Path, Console], Coroutine[Any, Any, None]]] = {
    "retrieval": retrieval.latency,
    "accesses": retrieval.many_accesses,
    "indexing": indexing.rate,
    "process": process.footprint,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    asked = parser.parse_args().names or list(BENCHMARKS)
    if unknown := set(asked) - BENCHMARKS.keys():
        parser.error(
            f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}"
        )
    console = Console(width=110)
    for name in asked:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            asyncio.run(BENCHMARKS[name](Path(folder), console))


main()
