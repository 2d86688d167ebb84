"""An app in a process of its own, which dies at the first message where it is told to.

python -m tests.fakes.slack.child http://127.0.0.1:PORT BOT_TOKEN APP_TOKEN [dies]
"""

import asyncio
import os
import signal
import sys
from typing import Any

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.say.async_say import AsyncSay
from slack_sdk.web.async_client import AsyncWebClient


async def run(url: str, bot_token: str, app_token: str, *, dies: bool) -> None:
    """Answer each message with its own words, or die of it before it is acked."""
    app = AsyncApp(client=AsyncWebClient(token=bot_token, base_url=f"{url}/api/"))

    @app.middleware
    async def alive(next: Any) -> None:  # noqa: A002, ANN401  # as bolt names it
        if dies:
            os.kill(os.getpid(), signal.SIGKILL)
        await next()

    @app.event("message")
    async def answer(event: dict[str, Any], say: AsyncSay) -> None:
        if "bot_id" not in event:
            await say(text=f"You asked: {event['text']}", thread_ts=event["ts"])

    handler = AsyncSocketModeHandler(app, app_token)
    await handler.start_async()  # type: ignore[no-untyped-call]  # bolt's types end here


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:4], dies=sys.argv[4:] == ["dies"]))
