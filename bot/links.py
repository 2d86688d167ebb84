"""Who opens what is cited? Links that count, signed for one answer, and lead only where it cites.

A link says which citation of which answer it is, and nothing else. Where it leads is looked up on
record: nobody can make this server send people to an address of their own.
"""

import hashlib
import re
import string
from urllib.parse import quote, urlsplit

import structlog
from aiohttp import web
from itsdangerous import BadSignature, Signer

from bot.feedback import Feedback
from storage.database import StorageUnavailableError
from storage.exchanges import Exchanges

log = structlog.get_logger()

PURPOSE = "policybot: links"
"""What the secret is derived for."""
_LONGEST = 120  # characters of a token
_FORM = re.compile(r"([0-9A-Z]{1,32})-([1-9][0-9]{0,2})")
_NOBODY = re.compile(
    r"bot\b|crawl|spider|preview|slack-imgproxy|facebookexternalhit|whatsapp|embedly", re.IGNORECASE
)
_AHEAD = ("Sec-Purpose", "Purpose", "X-Moz", "X-Purpose")
_UNCHANGED = string.ascii_letters + string.digits + "%-._~:/?#[]@!$&'()*+,;="
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
_NOWHERE = (
    "This link leads nowhere, or no longer. Ask again to get a new one.\n\n"
    "Este enlace no lleva a ninguna parte, o ya no. Vuelve a preguntar y tendrás uno nuevo.\n"
)
_NOT_NOW = (
    "This link cannot be followed right now. Try again in a minute.\n\n"
    "Ahora mismo no se puede abrir este enlace. Vuelve a intentarlo en un minuto.\n"
)


class Links:
    """Signs links, and reads them again; `base_url` is where people reach this server."""

    def __init__(self, secret: bytes, base_url: str) -> None:
        self._base_url = base_url.rstrip("/")
        self._signer = Signer(
            secret, salt="citation", key_derivation="hmac", digest_method=hashlib.sha256
        )

    def address(self, exchange_id: str, n: int) -> str:
        """Make the link of a citation, by the number of its place (`bot.answers.places`)."""
        return f"{self._base_url}/c/{self._signer.sign(f'{exchange_id}-{n}').decode()}"

    def read(self, token: str) -> tuple[str, int] | None:
        """Say which citation of which exchange it is; None where it was not signed here."""
        if not token.isascii() or len(token) > _LONGEST:
            return None
        try:
            told = _FORM.fullmatch(self._signer.unsign(token).decode())
        except BadSignature:
            return None
        return None if told is None else (told[1], int(told[2]))


class Citations:
    """Sends whoever follows a link on to what is cited."""

    def __init__(self, links: Links, exchanges: Exchanges, feedback: Feedback) -> None:
        self._links = links
        self._exchanges = exchanges
        self._feedback = feedback

    def routes(self) -> list[web.RouteDef]:
        """The route to serve; it needs no session, and takes no part of an address from outside."""
        return [web.get("/c/{token}", self.open)]

    async def open(self, request: web.Request) -> web.Response:
        """Redirect to what is cited, and count it unless no person opens it."""
        read = self._links.read(request.match_info["token"])
        if read is None:
            return _told(404, _NOWHERE)
        try:
            address = await self._leads_to(*read)
            if address is None:
                return _told(404, _NOWHERE)
            if _is_a_person(request):
                await self._feedback.clicked(*read)
        except StorageUnavailableError as error:
            log.error("citation not opened", reason=str(error))  # noqa: TRY400  # it says what and why
            return _told(503, _NOT_NOW)
        return web.Response(status=302, headers=_HEADERS | {"Location": address})

    async def _leads_to(self, exchange_id: str, n: int) -> str | None:
        """The address of a citation as it stands on record; None where there is none on the web."""
        for event in await self._exchanges.events(exchange_id):
            links = event.body.get("links")
            if event.kind == "answered" and isinstance(links, list) and n <= len(links):
                return _on_the_web(str(links[n - 1]))
        return None


def _on_the_web(address: str) -> str | None:
    """The address as a header can hold it; None for what is not `https`."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    if parts.scheme != "https" or not parts.hostname or not address.isprintable():
        return None
    return quote(address, safe=_UNCHANGED)


def _is_a_person(request: web.Request) -> bool:
    """Whether somebody asked for it: not a preview, a crawler, or a browser that reads ahead."""
    agent = request.headers.get("User-Agent", "")
    reads_ahead = any("pre" in request.headers.get(name, "").lower() for name in _AHEAD)
    return request.method == "GET" and bool(agent) and not _NOBODY.search(agent) and not reads_ahead


def _told(status: int, text: str) -> web.Response:
    return web.Response(status=status, text=text, headers=_HEADERS)
