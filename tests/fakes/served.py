"""An index over an engine that a test runs."""

from retrieval.engine.launch import Engine
from retrieval.index import Index, Server
from retrieval.index.collections import Model


def served(engine: Engine, model: Model) -> Index:
    """Make an index, not yet opened, that finds the engine wherever it is."""

    async def connect() -> Server:
        endpoint = await engine.endpoint()
        return Server(endpoint.url, endpoint.api_key)

    return Index(connect, model)
