"""The part of Qdrant's REST API that the index needs, over the collections of one folder.

Shapes, paths and statuses are those of Qdrant 1.20 (https://api.qdrant.tech). The engine holds
the interpreter in each of its calls, so requests are answered one after another; none can see
another half done.
"""

import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Mapping

import orjson
from aiohttp import web

from retrieval.engine.collection import Collection
from retrieval.engine.reads import READS, Read, info
from retrieval.engine.shards import Collections
from retrieval.engine.wire.definitions import read_definition, read_index, read_metadata
from retrieval.engine.wire.points import WRITES
from retrieval.engine.wire.reading import RefusedError, fields, listed

log = logging.getLogger("retrieval.engine")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Answer = Callable[[Collections, web.Request], Awaitable[object]]

_VERSION = {"title": "qdrant - vector search engine", "version": "1.20.0", "commit": None}
_LARGEST_BODY = 256 * 1024 * 1024
_OPEN_PATHS = ("/healthz", "/livez", "/readyz")
# What may stand behind the `?` of an address: whether and how long to wait, and for how many
# replicas. Every request is done when it is answered, by the one replica there is.
_KNOWN_PARAMETERS = frozenset({"wait", "timeout", "ordering", "consistency"})


def application(
    collections: Collections, *, api_key: str, on_request: Callable[[], None]
) -> web.Application:
    """Serve collections to whoever has the key; `on_request` hears of each request."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path in _OPEN_PATHS:
            return await handler(request)
        shown = request.headers.get("api-key", "")
        if not hmac.compare_digest(shown.encode(), api_key.encode()):
            return _refusal("Must provide an API key or an Authorization bearer token", 401)
        on_request()
        return await handler(request)

    app = web.Application(middlewares=[_told_errors, guarded], client_max_size=_LARGEST_BODY)
    app.add_routes([web.get("/", _version), *(web.get(path, _healthy) for path in _OPEN_PATHS)])
    for method, path, answer in _ROUTES:
        app.router.add_route(method, path, _answering(collections, answer))
    return app


async def _names(collections: Collections, _: web.Request) -> object:
    return {"collections": [{"name": name} for name in collections.names]}


async def _aliases(collections: Collections, _: web.Request) -> object:
    return {"aliases": _told_aliases(collections.aliases)}


async def _change_aliases(collections: Collections, request: web.Request) -> object:
    collections.change_aliases(await _body(request))
    return True


async def _info(collections: Collections, request: web.Request) -> object:
    return info(_named(collections, request))


async def _exists(collections: Collections, request: web.Request) -> object:
    return {"exists": collections.named(request.match_info["name"]) in collections.names}


async def _own_aliases(collections: Collections, request: web.Request) -> object:
    name = request.match_info["name"]
    own = {alias: held for alias, held in collections.aliases.items() if held == name}
    return {"aliases": _told_aliases(own)}


async def _create(collections: Collections, request: web.Request) -> object:
    collections.create(request.match_info["name"], read_definition(await _body(request)))
    return True


async def _change(collections: Collections, request: web.Request) -> object:
    given = fields(await _body(request), "request", "metadata")
    _named(collections, request).change_metadata(read_metadata(given.get("metadata", {})))
    return True


async def _delete(collections: Collections, request: web.Request) -> object:
    return collections.delete(request.match_info["name"])


async def _create_index(collections: Collections, request: web.Request) -> object:
    name, schema = read_index(await _body(request))
    return _updated(request, _named(collections, request).create_index(name, schema))


async def _delete_index(collections: Collections, request: web.Request) -> object:
    field = request.match_info["field"]
    return _updated(request, _named(collections, request).delete_index(field))


async def _write_batch(collections: Collections, request: web.Request) -> object:
    given = fields(await _body(request), "request", "operations")
    collection = _named(collections, request)
    operations = []
    for item in listed(given.get("operations"), "`operations`"):
        operation = fields(item, "operation", *WRITES)
        if len(operation) != 1:
            raise RefusedError(f"An operation is exactly one of {', '.join(WRITES)}")
        ((name, details),) = operation.items()
        operations.append(WRITES[name](details, collection.definition))
    last = collection.write(operations)
    return [_updated(request, last) for _ in operations]


def _writing(name: str) -> Answer:
    async def answer(collections: Collections, request: web.Request) -> object:
        body = await _body(request)
        collection = _named(collections, request)
        return _updated(request, collection.write([WRITES[name](body, collection.definition)]))

    return answer


def _reading(read: Read) -> Answer:
    async def answer(collections: Collections, request: web.Request) -> object:
        body = await _body(request)
        return read(_named(collections, request), body)

    return answer


_ONE = "/collections/{name}"

_ROUTES: list[tuple[str, str, Answer]] = [
    ("GET", "/collections", _names),
    ("GET", "/aliases", _aliases),
    ("POST", "/collections/aliases", _change_aliases),
    ("GET", _ONE, _info),
    ("PUT", _ONE, _create),
    ("PATCH", _ONE, _change),
    ("DELETE", _ONE, _delete),
    ("GET", f"{_ONE}/exists", _exists),
    ("GET", f"{_ONE}/aliases", _own_aliases),
    ("PUT", f"{_ONE}/index", _create_index),
    ("DELETE", f"{_ONE}/index/{{field}}", _delete_index),
    ("PUT", f"{_ONE}/points", _writing("upsert")),
    ("POST", f"{_ONE}/points/delete", _writing("delete")),
    ("POST", f"{_ONE}/points/payload", _writing("set_payload")),
    ("PUT", f"{_ONE}/points/payload", _writing("overwrite_payload")),
    ("POST", f"{_ONE}/points/payload/delete", _writing("delete_payload")),
    ("POST", f"{_ONE}/points/payload/clear", _writing("clear_payload")),
    ("POST", f"{_ONE}/points/batch", _write_batch),
    *(("POST", f"{_ONE}/{path}", _reading(read)) for path, read in READS.items()),
]


def _answering(collections: Collections, answer: Answer) -> Handler:
    async def handler(request: web.Request) -> web.Response:
        start = time.perf_counter()
        if unknown := request.query.keys() - _KNOWN_PARAMETERS:
            raise RefusedError(f"Not supported by the embedded engine: `?{min(unknown)}=`")
        result = await answer(collections, request)
        return _json({"result": result, "status": "ok", "time": time.perf_counter() - start})

    return handler


@web.middleware
async def _told_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Say every error in Qdrant's shape."""
    try:
        return await handler(request)
    except RefusedError as error:
        return _refusal(str(error), error.status)
    except web.HTTPException as error:
        return _refusal(f"{error.reason}: {request.method} {request.path}", error.status)
    except (TypeError, ValueError, OverflowError) as error:
        # The engine's bindings say so of JSON that has the right keys and the wrong values.
        log.warning("request refused by the bindings", exc_info=error)
        return _refusal(f"Wrong input: {error}", 400)
    except Exception as error:  # noqa: BLE001 - the outermost loop of a request
        return _engine_refusal(error)
    except BaseException as error:
        # What the bindings raise when the engine gives up; they keep the class to themselves.
        if type(error).__name__ != "PanicException":
            raise
        return _engine_refusal(error)


def _engine_refusal(error: BaseException) -> web.Response:
    """Say what the engine said; it raises bare exceptions, told apart by how they begin."""
    reason = str(error)
    if type(error) is not Exception or reason.startswith("Service"):
        log.error("request failed", exc_info=error)
        return _refusal(f"Service internal error: {reason}", 500)
    if reason.startswith("No point with id"):
        return _refusal(f"Not found: {reason}", 404)
    return _refusal(f"Wrong input: {reason}", 400)


def _named(collections: Collections, request: web.Request) -> Collection:
    return collections.get(request.match_info["name"])


async def _body(request: web.Request) -> object:
    try:
        return orjson.loads(await request.read())
    except orjson.JSONDecodeError as error:
        raise RefusedError(f"Format error in JSON body: {error}") from error


async def _version(_: web.Request) -> web.Response:
    return _json(_VERSION)


async def _healthy(request: web.Request) -> web.Response:
    return web.Response(text=f"{request.path.removeprefix('/')} check passed")


def _updated(request: web.Request, operation: int) -> object:
    waited = request.query.get("wait") == "true"
    return {"operation_id": operation, "status": "completed" if waited else "acknowledged"}


def _told_aliases(aliases: Mapping[str, str]) -> list[dict[str, str]]:
    return [
        {"alias_name": alias, "collection_name": collection}
        for alias, collection in aliases.items()
    ]


def _refusal(reason: str, status: int) -> web.Response:
    return _json({"result": None, "status": {"error": reason}, "time": 0.0}, status=status)


def _json(value: object, *, status: int = 200) -> web.Response:
    return web.Response(body=orjson.dumps(value), content_type="application/json", status=status)
