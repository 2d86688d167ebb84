"""Where may replies be sent, with the bot's own token? Never where a request alone says so."""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Protocol

from yarl import URL


class Addresses(Protocol):
    """Whoever knows where the bot's token may be sent."""

    def admits(self, address: str) -> bool:
        """Tell whether replies may be sent to an address."""


def is_loopback(host: str) -> bool:
    """Tell whether a host is this computer, and nothing else by any resolver."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_safe(address: str) -> bool:
    """Tell whether nobody reads on the way what is sent to an address, or it never leaves here."""
    url = _parsed(address)
    return url is not None and (
        url.scheme == "https" or (url.scheme == "http" and is_loopback(url.host or ""))
    )


class ServiceUrls:
    """Lets through addresses of one scheme, host and port whose path begins with an allowed one."""

    def __init__(self, allowed: Iterable[str]) -> None:
        self._allowed = tuple(URL(one) for one in allowed)

    def admits(self, address: str) -> bool:
        """Tell whether replies may be sent to an address."""
        url = _parsed(address)
        return url is not None and any(
            url.origin() == one.origin() and _folder(url).startswith(_folder(one))
            for one in self._allowed
        )


class LoopbackUrls:
    """Lets through addresses of this computer, for a chat service that runs on it."""

    def admits(self, address: str) -> bool:
        """Tell whether replies may be sent to an address."""
        url = _parsed(address)
        return url is not None and is_loopback(url.host or "")


def _parsed(address: str) -> URL | None:
    """Read an address of nothing but a scheme, a host and a path; None for any other."""
    if not address.isascii() or not address.isprintable() or set(address) & set(' \\"<>^`{|}'):
        return None
    try:
        url = URL(address)
    except ValueError:
        return None
    is_plain = url.absolute and url.host and url.scheme in ("https", "http")
    has_more = url.user or url.password or url.raw_query_string or url.raw_fragment
    return url if is_plain and not has_more and not set("?#@") & set(address) else None


def _folder(url: URL) -> str:
    return url.path if url.path.endswith("/") else f"{url.path}/"
