"""Who makes what is kept between runs? One of the processes that test; the others wait for it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_at_a_time(kept: Path) -> Iterator[None]:
    """Be the only process in here with a folder; what lets others in is the end of this one too."""
    with kept.with_name(f"{kept.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
