"""The embedded index engine: a child process that holds the shards and speaks Qdrant's REST API.

A folder has at most one engine. Whoever needs the folder's index takes hold of the engine with
`running_engine`; it is started where there is none, shared by all processes that hold it, and
gone soon after the last of them. `qdrant_client` talks to it as to a Qdrant server.
"""

from retrieval.engine.launch import Endpoint, Engine, EngineError, running_engine

__all__ = ["Endpoint", "Engine", "EngineError", "running_engine"]
