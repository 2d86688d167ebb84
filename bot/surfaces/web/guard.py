"""Does a request come from this computer, and from our own page?

The page lets anybody choose who is asking, so it is for whoever sits at this computer alone. A page
of another site must reach it neither by a form nor by a name that it points at 127.0.0.1.
"""

import ipaddress
import json
from typing import TypedDict

from aiohttp import web
from aiohttp.typedefs import Handler

NAMES = ("localhost", "127.0.0.1", "[::1]")
READING = ("GET", "HEAD")
HTTP_PORT = 80

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Nothing from elsewhere and nothing inline; the last two let no script turn text into HTML."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let through what was sent to a loopback address, by its name, and by our own page.

    Refuses with 403, or with 415 where something other than JSON is posted.
    """
    port = _loopback_port(request)
    if port is None:
        raise web.HTTPForbidden(
            **refusal("not_loopback", "This page is served on this computer only: bind 127.0.0.1.")
        )
    if request.host.lower() not in _hosts(port):
        raise web.HTTPForbidden(
            **refusal("other_host", f"Open this page as http://localhost:{port}/.")
        )
    if request.method not in READING:
        _check_posted(request)
    return await handler(request)


async def harden(_: web.Request, response: web.StreamResponse) -> None:
    """Tell the browser to load nothing from elsewhere, to keep nothing and to guess nothing."""
    response.headers.update(HEADERS)


class Refusal(TypedDict):
    """The arguments of an aiohttp exception or response that refuses."""

    text: str
    content_type: str


def refusal(code: str, message: str, **more: str) -> Refusal:
    """Word a refusal: the page says `code` in its own language, `message` is for anybody else."""
    error = {"code": code, "message": message, **more}
    return Refusal(text=json.dumps({"error": error}), content_type="application/json")


def _loopback_port(request: web.Request) -> int | None:
    address = request.transport and request.transport.get_extra_info("sockname")
    if not isinstance(address, tuple):
        return None
    host, port = address[:2]
    return int(port) if ipaddress.ip_address(host).is_loopback else None


def _hosts(port: int) -> tuple[str, ...]:
    with_port = tuple(f"{name}:{port}" for name in NAMES)
    return with_port + NAMES if port == HTTP_PORT else with_port


def _check_posted(request: web.Request) -> None:
    origin = request.headers.get("Origin")
    if origin is not None and origin.lower() != f"http://{request.host.lower()}":
        raise web.HTTPForbidden(
            **refusal("other_origin", "Another site sent this. Ask from the page itself.")
        )
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(
            **refusal("not_json", "Send the question as application/json.")
        )
