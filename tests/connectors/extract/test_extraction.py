import asyncio
import os
import signal
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from connectors.extract.extracted import UnsuitableError
from connectors.extract.extraction import SMALL, Extraction, Limits
from retrieval.documents import Section

PAGE = b"<title>Leave</title><p>Take it."
SLOW = b"<div>" * 300_000


@pytest.fixture
async def extraction() -> AsyncIterator[Extraction]:
    extraction = Extraction(Limits(processes=1))
    yield extraction
    await extraction.close()


async def test_every_kind_of_file_is_read(extraction: Extraction) -> None:
    assert (await extraction.extract("a.HTML", PAGE)).title == "Leave"
    assert (await extraction.extract("a.md", b"# Leave\n\nTake it.")).title == "Leave"
    assert (await extraction.extract("a.txt", b"Leave\n\nTake it.")).title == "Leave"
    for ending, data in (("docx", b"PK"), ("pdf", b"%PDF"), ("html", SLOW[:50_000])):
        with pytest.raises(UnsuitableError):
            await extraction.extract(f"a.{ending}", data)
    large = await extraction.extract("a.md", b"# Leave\n\n" + b"word " * SMALL)
    assert large.sections == (Section((), "word " * SMALL, "leave"),)


async def test_a_file_that_takes_too_long_takes_no_other_with_it() -> None:
    extraction = Extraction(Limits(processes=1, seconds=3))
    with pytest.raises(UnsuitableError, match="longer than 3 seconds"):
        await extraction.extract("a.html", SLOW)

    assert (await extraction.extract("a.html", PAGE)).title == "Leave"
    await extraction.close()


async def test_a_file_that_takes_too_much_memory_takes_no_other_with_it() -> None:
    extraction = Extraction(Limits(processes=1, memory_bytes=200 * 1024 * 1024))
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=1) as parts:
        parts.writestr("word/document.xml", bytes(190 * 1024 * 1024))
    with pytest.raises(UnsuitableError, match="more memory"):
        await extraction.extract("a.docx", packed.getvalue())

    assert (await extraction.extract("a.html", PAGE)).title == "Leave"
    await extraction.close()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the process in /proc")
async def test_a_file_that_ends_the_process_takes_no_other_with_it(extraction: Extraction) -> None:
    others = _children()  # of other tests
    await extraction.extract("a.html", PAGE)
    (process,) = _children() - others
    reading = asyncio.create_task(extraction.extract("a.html", SLOW))
    await asyncio.sleep(0.2)
    os.kill(process, signal.SIGSEGV)

    with pytest.raises(UnsuitableError, match="made to do harm"):
        await reading
    assert (await extraction.extract("a.html", PAGE)).title == "Leave"


def _children() -> set[int]:
    tasks = Path("/proc/self/task").iterdir()
    return {int(pid) for task in tasks for pid in (task / "children").read_text().split()}
