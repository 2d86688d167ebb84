"""A workspace that answers what the doctor asks, and nothing else."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.surfaces.slack.scopes import scopes

BOT_TOKEN = "xoxb-1-1-thebot"
APP_TOKEN = "xapp-1-A1-1-theapp"
SECRETS = (BOT_TOKEN, APP_TOKEN, "theticket")
Json = dict[str, Any]


def person(id_: str, email: str, **kinds: bool) -> Json:
    return {"id": id_, "profile": {"email": email}, **kinds}


def channel(name: str) -> Json:
    return {"name": name, "is_private": False, "is_member": True}


@dataclass
class Corp:
    """What is so in the workspace; what a test changes is so from then on."""

    url: str = ""
    scopes: set[str] = field(default_factory=lambda: set(scopes(follow_ups=False)))
    app: str = "A1"
    people: list[Json] = field(
        default_factory=lambda: [
            person("USLACKBOT", "slackbot@slack.example"),
            person("U1", "Ana@corp.example"),
            person("U2", "guest@other.example", is_restricted=True),
            person("U3", "ben@corp.example"),
        ]
    )
    channels: dict[str, Json] = field(
        default_factory=lambda: {"C1": channel("general"), "G1": channel("people-desk")}
    )
    refusals: dict[str, str] = field(default_factory=dict)  # by method
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        self.asked.append(method)
        given = {**request.query, **(await request.post())}
        headers = {"X-OAuth-Scopes": ",".join(sorted(self.scopes))}
        said = self._said(method, given, request.headers.get("Authorization", ""))
        return web.json_response(said, headers=headers)

    def _said(self, method: str, given: Json, authorization: str) -> Json:
        refusal = self._refusal(method, given, authorization)
        if refusal is not None:
            return {"ok": False, "error": refusal}
        answers: dict[str, Json] = {
            "auth.test": {"team": "Corp", "team_id": "T1", "user": "policybot", "bot_id": "B1"},
            "apps.connections.open": {"url": "wss://socket.example/?ticket=theticket"},
            "bots.info": {"bot": {"id": given.get("bot"), "app_id": self.app}},
            "users.list": {"members": [self._seen(one) for one in self.people]},
            "conversations.info": {"channel": self.channels.get(given.get("channel", ""))},
        }
        return {"ok": True, **answers[method]}

    def _refusal(self, method: str, given: Json, authorization: str) -> str | None:
        token = APP_TOKEN if method == "apps.connections.open" else BOT_TOKEN
        if authorization != f"Bearer {token}":
            return "invalid_auth"
        if method == "conversations.info" and given["channel"] not in self.channels:
            return "channel_not_found"
        return self.refusals.get(method)

    def _seen(self, one: Json) -> Json:
        return one if "users:read.email" in self.scopes else {**one, "profile": {}}


@contextmanager
def corp() -> Iterator[Corp]:
    """Serve it on a loop of its own: a command that is typed holds none."""
    corp = Corp()
    app = web.Application()
    app.router.add_route("*", "/api/{method}", corp.answer)
    runner = web.AppRunner(app)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> int:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return int(runner.addresses[0][1])

    try:
        port = asyncio.run_coroutine_threadsafe(start(), loop).result()
        corp.url = f"http://127.0.0.1:{port}/api/"
        yield corp
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
