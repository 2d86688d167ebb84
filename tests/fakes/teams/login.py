"""Where does the bot find the keys of the Bot Framework, and a token of its own?

In a thread of its own, so that a bot that blocks its event loop on it is slow, and not stuck.
"""

import json
import secrets
import ssl
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tests.fakes.teams import jwt
from tests.fakes.teams.faults import Fault, Lie, LostReply, LostRequest, Slow, SlowReply, Trouble
from tests.fakes.teams.keys import ISSUER
from tests.fakes.teams.texts import Body

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fakes.teams.service import FakeTeams

SCOPE = "https://api.botframework.com/.default"
METADATA = "/v1/.well-known/openidconfiguration"
KEYS = "/v1/.well-known/keys"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: `metadata`, `keys`, `token` or `discovery`, and what was answered."""

    what: str
    status: int
    body: Body


class _NotSoError(Exception):
    """The bot's credentials, or the way it shows them, are not right."""

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.status = status
        self.body = {"error": error, "error_description": description}


@dataclass
class Login:
    """The key server and the token endpoint; `delays` are seconds by what is asked for."""

    teams: "FakeTeams"
    url: str = ""
    secure_url: str = ""
    asked: list[Asked] = field(default_factory=list)
    delays: dict[str, float] = field(default_factory=dict)
    token_lives: int = 3600  # seconds
    refusal: str = ""  # what whoever wants a token is told, such as "AADSTS7000222: …"
    tokens: dict[str, float] = field(default_factory=dict)  # until when each is good
    _serving: list[tuple[ThreadingHTTPServer, threading.Thread]] = field(default_factory=list)

    def begin(self) -> None:
        self.url = f"http://127.0.0.1:{self._serve(None)}"

    def begin_securely(self, certificate: Path) -> str:
        """Be there over TLS, too, and give the address: Microsoft's library asks no other."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        self.secure_url = f"https://127.0.0.1:{self._serve(context)}"
        return self.secure_url

    def end(self) -> None:
        for server, thread in self._serving:
            server.shutdown()
            server.server_close()
            thread.join()

    def _serve(self, context: ssl.SSLContext | None) -> int:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        server.daemon_threads = True
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(
            target=lambda: server.serve_forever(poll_interval=0.02), daemon=True
        )
        thread.start()
        self._serving.append((server, thread))
        return server.server_port

    def is_good(self, token: str) -> bool:
        """Tell whether a token lets the bot in now."""
        return self.tokens.get(token, 0) > self.teams.clock.now()

    def revoke(self) -> None:
        """Let no token in that was given until now."""
        self.tokens.clear()

    def answer(self, request: BaseHTTPRequestHandler, form: dict[str, str]) -> None:
        """Answer one request, or let go wrong what is to."""
        what = self._what(urlsplit(request.path).path)
        trouble = self.teams.faults.next(what, dict(form), of_connector=False)
        time.sleep(self.delays.get(what, 0))
        match trouble:
            case LostRequest():
                request.close_connection = True
                return
            case Slow(seconds, then):
                time.sleep(seconds)
                trouble = then
            case _:
                pass
        status, body = self._answered(what, request.path, form, trouble)
        self.asked.append(Asked(what, status, body))
        match trouble:
            case LostReply():
                request.close_connection = True
                return
            case SlowReply(seconds):
                time.sleep(seconds)
            case _:
                pass
        _write(request, status, body, trouble)

    def _answered(
        self, what: str, path: str, form: dict[str, str], trouble: Trouble | None
    ) -> tuple[int, Body]:
        if isinstance(trouble, Fault):
            return trouble.status, trouble.body
        if isinstance(trouble, Lie):
            return 200, trouble.body
        tenant = path.split("/")[1]
        found: dict[str, Callable[[], Body]] = {
            "metadata": self._metadata,
            "keys": lambda: {"keys": [key.jwk for key in self.teams.keys.published]},
            "token": lambda: self._token(tenant, form),
            "discovery": lambda: self._discovery(tenant),
        }
        if what not in found:
            return 404, {"error": "not_found"}
        try:
            return 200, found[what]()
        except _NotSoError as error:
            return error.status, error.body

    def _what(self, path: str) -> str:
        if path == METADATA:
            return "metadata"
        if path == KEYS:
            return "keys"
        if path.endswith("/oauth2/v2.0/token"):
            return "token"
        if path.endswith("/v2.0/.well-known/openid-configuration"):
            return "discovery"
        return path

    def _metadata(self) -> Body:
        return {
            "issuer": ISSUER,
            "authorization_endpoint": "https://invalid.botframework.com",
            "jwks_uri": f"{self.url}{KEYS}",
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["private_key_jwt"],
        }

    def _discovery(self, tenant: str) -> Body:
        if tenant != self.teams.tenant.id:
            raise _NotSoError("invalid_tenant", f"AADSTS90002: Tenant '{tenant}' not found.")
        base = f"{self.secure_url or self.url}/{tenant}"
        return {
            "token_endpoint": f"{base}/oauth2/v2.0/token",
            "authorization_endpoint": f"{base}/oauth2/v2.0/authorize",
            "issuer": f"{base}/v2.0",
            "jwks_uri": f"{base}/discovery/v2.0/keys",
        }

    def _token(self, tenant: str, form: dict[str, str]) -> Body:
        teams = self.teams
        if tenant != teams.tenant.id:
            raise _NotSoError("invalid_request", f"AADSTS90002: Tenant '{tenant}' not found.")
        if form.get("grant_type") != "client_credentials":
            raise _NotSoError("unsupported_grant_type", "AADSTS70003: Unsupported grant type.")
        if form.get("client_id") != teams.app_id:
            raise _NotSoError("unauthorized_client", "AADSTS700016: Application not found.")
        if self.refusal:
            raise _NotSoError("invalid_client", self.refusal, 401)
        if form.get("client_secret") != teams.secret:
            raise _NotSoError("invalid_client", "AADSTS7000215: Invalid client secret.", 401)
        if form.get("scope") != SCOPE:
            raise _NotSoError("invalid_scope", f"AADSTS70011: The scope is not {SCOPE}.")
        now = teams.clock.now()
        claims = {
            "aud": "https://api.botframework.com",
            "appid": teams.app_id,
            "tid": tenant,
            "exp": int(now) + self.token_lives,
            "jti": secrets.token_hex(8),
        }
        token = jwt.joined({"alg": "RS256", "typ": "JWT"}, claims, secrets.token_bytes(32))
        self.tokens[token] = now + self.token_lives
        return {
            "token_type": "Bearer",
            "expires_in": self.token_lives,
            "ext_expires_in": self.token_lives,
            "access_token": token,
        }


def _handler(login: Login) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:  # its name
            login.answer(self, {})

        def do_POST(self) -> None:  # its name
            length = int(self.headers.get("Content-Length", 0))
            form = parse_qs(self.rfile.read(length).decode())
            login.answer(self, {name: values[0] for name, values in form.items()})

    return Handler


def _write(
    request: BaseHTTPRequestHandler, status: int, body: Body, trouble: Trouble | None
) -> None:
    raw = json.dumps(body).encode()
    kind = "application/json"
    headers = {}
    if isinstance(trouble, Fault) and trouble.html is not None:
        raw, kind = trouble.html.encode(), "text/html"
    if isinstance(trouble, Fault) and trouble.retry_after is not None:
        headers["Retry-After"] = str(trouble.retry_after)
    try:
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(raw)
    except ConnectionError:  # whoever asked has gone
        request.close_connection = True
