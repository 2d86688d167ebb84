"""The service for a test that holds no event loop of its own, such as one that types a command."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.fakes.claude.server import FakeClaude, fake_claude


@contextmanager
def threaded_claude() -> Iterator[FakeClaude]:
    """Serve it on a loop of its own, in a thread that ends with the test."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    serving = fake_claude()
    try:
        yield asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result()
    finally:
        ended = asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop)
        try:
            ended.result()
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
