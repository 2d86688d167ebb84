"""A bot that shows all that the playground draws, in plain JSON: to prove the playground with."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import quote

import aiohttp
from aiohttp import web

from tests.fakes.teams.messages import ADAPTIVE
from tests.fakes.teams.texts import Body

LATER = 0.3  # seconds; the client loses a reply that comes before it knows of the post
_BUTTON = {"type": "Action.Execute", "title": "Ask HR", "verb": "ask", "data": {"case": "7"}}
_NOTE = {"type": "Input.Text", "id": "note", "placeholder": "A note", "isMultiline": True}
_SOURCE = {
    "@type": "DigitalDocument",
    "name": "Leave policy",
    "url": "https://wiki.example/leave",
    "abstract": "Everybody has 23 working days of leave.",
}
_ROOT = {
    "type": "https://schema.org/Message",
    "@type": "Message",
    "@context": "https://schema.org",
    "@id": "",
    "additionalType": ["AIGeneratedContent"],
    "citation": [{"@type": "Claim", "position": 1, "appearance": _SOURCE}],
}


def _card(*body: Body, actions: tuple[Body, ...] = ()) -> Body:
    return {"type": "AdaptiveCard", "version": "1.5", "body": list(body), "actions": list(actions)}


@dataclass
class Echo:
    """What it heard, and where it is."""

    session: aiohttp.ClientSession
    url: str = ""
    heard: list[Body] = field(default_factory=list)
    _replies: list[asyncio.Task[None]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        activity = await request.json()
        self.heard.append(activity)
        if activity["type"] == "invoke":
            return web.json_response(_answer(activity))
        if activity["type"] == "message":
            self._replies.append(asyncio.create_task(self._send(activity, _reply(activity))))
        return web.Response(status=201)

    async def end(self) -> None:
        await asyncio.gather(*self._replies)

    async def _send(self, heard: Body, reply: Body) -> None:
        await asyncio.sleep(LATER)
        where = quote(heard["conversation"]["id"], safe="")
        url = f"{heard['serviceUrl'].rstrip('/')}/v3/conversations/{where}/activities"
        answer = {
            "type": "message",
            "recipient": heard["from"],
            "from": heard["recipient"],
            **reply,
        }
        async with self.session.post(url, json=answer) as answered:
            answered.raise_for_status()


def _reply(heard: Body) -> Body:
    text = heard.get("text") or ""
    if "card" in text:
        card = _card({"type": "TextBlock", "text": "Not answered?"}, _NOTE, actions=(_BUTTON,))
        return {"attachments": [{"contentType": ADAPTIVE, "content": card}]}
    if "cite" in text:
        thumbs = {"feedbackLoop": {"type": "default"}}
        return {"text": "You have 23 days [1].", "entities": [_ROOT], "channelData": thumbs}
    return {"text": f"echo: {text}"}


def _answer(invoke: Body) -> Body:
    if invoke["name"] != "adaptiveCard/action":
        return {}
    note = invoke["value"]["action"]["data"].get("note", "")
    done = _card({"type": "TextBlock", "text": f"HR was asked: {note}", "wrap": True})
    return {"statusCode": 200, "type": ADAPTIVE, "value": done}


@asynccontextmanager
async def echo() -> AsyncIterator[Echo]:
    """Run it on loopback."""
    async with aiohttp.ClientSession() as session:
        bot = Echo(session)
        app = web.Application()
        app.router.add_post("/api/messages", bot.take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            bot.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/messages"
            yield bot
            await bot.end()
        finally:
            await runner.cleanup()
