"""How long did each stage take?"""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Timings:
    """Milliseconds by stage; a stage entered twice adds up."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what happens inside towards a stage, whether it succeeds or not."""
        began = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - began) * 1000
            self.milliseconds[name] = round(self.milliseconds.get(name, 0.0) + spent, 3)
