"""How is an index copied that is little more than room for what may come?"""

import os
from pathlib import Path


def copied_with_holes(source: str, target: str) -> str:
    """Copy a file, and leave holes holes: the engine's hold 700 MB of them, and 1 MB of data."""
    with Path(source).open("rb") as read, Path(target).open("wb") as written:
        size = os.fstat(read.fileno()).st_size
        end = 0
        while (start := _data_from(read.fileno(), end)) < size:
            end = os.lseek(read.fileno(), start, os.SEEK_HOLE)
            os.pwrite(written.fileno(), os.pread(read.fileno(), end - start, start), start)
        written.truncate(size)
    return target


def _data_from(file: int, place: int) -> int:
    """Find the next place that holds data; the end of the file where none does."""
    try:
        return os.lseek(file, place, os.SEEK_DATA)
    except OSError:
        return os.fstat(file).st_size
