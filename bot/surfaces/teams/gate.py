"""Is what was posted really from Teams, of a tenant of ours, whole and harmless?

The library answers 500 to most of what is wrong with a request, and reads it before it knows who
sent it. Here every such request is answered with a 4xx in words of our own, bad credentials before
anything is read, and nothing of it is kept.
"""

from collections.abc import Collection, Iterator

import structlog
from aiohttp import web

from bot.posted import PATIENCE, Json, body, json_object
from bot.surfaces.teams.addresses import Addresses
from bot.surfaces.teams.authentication import CHANNEL, Callers, Voucher

_JSON = "application/json"

log = structlog.get_logger()


class Gate:
    """Lets through what Teams posts for us; of no `tenants` at all, of any.

    `tenants` are ids in small letters; there are none only while developing.
    """

    def __init__(
        self,
        callers: Callers,
        addresses: Addresses,
        tenants: Collection[str],
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._callers = callers
        self._addresses = addresses
        self._tenants = frozenset(tenants)
        self._patience = patience

    async def admit(self, request: web.Request) -> Json:
        """Read and check an activity; raises the 4xx of aiohttp that fits what is wrong with it."""
        try:
            return await self._admitted(request)
        except web.HTTPException as refused:
            log.info("teams request refused", status=refused.status, reason=refused.text)
            raise

    async def _admitted(self, request: web.Request) -> Json:
        if request.content_type != _JSON or "Content-Encoding" in request.headers:
            raise web.HTTPUnsupportedMediaType(text="Send JSON, not compressed.")
        voucher = await self._callers.vouched(request)
        read = await body(request, self._patience)
        try:
            activity = json_object(read.decode())
        except (ValueError, RecursionError) as error:
            raise web.HTTPBadRequest(text="This is not what Teams sends.") from error
        _check_form(activity)
        self._check_origin(activity, voucher)
        if activity.get("deliveryMode") == "expectReplies":
            raise web.HTTPBadRequest(text="Replies are sent when they are there, not at once.")
        return activity

    def _check_origin(self, activity: Json, voucher: Voucher) -> None:
        """Refuse what the token is not for: another channel, another address, another tenant."""
        address = activity["serviceUrl"]
        if activity["channelId"] != CHANNEL or voucher.service_url not in (None, address):
            raise web.HTTPUnauthorized(text="The token is for something else.")
        if not self._addresses.admits(address):
            raise web.HTTPForbidden(text="Nothing is ever sent to that service.")
        tenant = tenant_of(activity)
        if tenant is None or (self._tenants and tenant not in self._tenants):
            raise web.HTTPForbidden(text="This bot is for another tenant.")


def tenant_of(activity: Json) -> str | None:
    """Give the one tenant that an activity is of, in small letters; None where it is not told.

    Both places in which it may be told have to agree. The library reads neither.
    """
    told = {tenant.casefold() for tenant in _tenants(activity)}
    return told.pop() if len(told) == 1 else None


def _tenants(activity: Json) -> Iterator[str]:
    for place, name in (("channelData", "tenant"), ("conversation", "tenantId")):
        match (activity.get(place) or {}).get(name):  # an object, or nothing
            case str(tenant) | {"id": str(tenant)}:
                yield tenant
            case _:
                pass


def _check_form(activity: Json) -> None:
    match activity:
        case {
            "type": str(kind),
            "channelId": str(),
            "serviceUrl": str(),
            "conversation": {"id": str(conversation)},
            "from": {"id": str(sender)},
            "recipient": {"id": str(recipient)},
        } if kind and conversation and sender and recipient:
            if not isinstance(activity.get("channelData") or {}, dict):
                raise web.HTTPBadRequest(text="This is not what Teams sends.")
        case _:
            raise web.HTTPBadRequest(text="This is not what Teams sends.")
