"""What tests run against it: an app of the real slack_bolt, over HTTP or over Socket Mode."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.workspace import FakeSlack


def client(
    slack: FakeSlack, *, token: str | None = None, retries: list[AsyncRetryHandler] | None = None
) -> AsyncWebClient:
    """Make a client of the Web API that asks once, unless it is given how to ask again."""
    return AsyncWebClient(
        token=token or slack.bot_token,
        base_url=f"{slack.url}/api/",
        retry_handlers=retries or [],
        timeout=5,
    )


async def error_of(call: Awaitable[object]) -> str:
    """Make a call, and give the name of the error that it is refused with, or nothing."""
    try:
        await call
    except SlackApiError as error:
        return str(error.response["error"])
    return ""


def bolt_app(slack: FakeSlack, **options: Any) -> AsyncApp:  # noqa: ANN401  # whatever it takes
    """Make an app that takes what nobody listens to."""
    app = AsyncApp(
        client=client(slack),
        signing_secret=slack.signing_secret,
        raise_error_for_unhandled_request=True,
        **options,
    )

    @app.error
    async def taken(error: Exception) -> BoltResponse:
        return BoltResponse(status=200, body="")

    return app


@asynccontextmanager
async def over_http(slack: FakeSlack, app: AsyncApp) -> AsyncIterator[str]:
    """Serve an app on loopback, and have everything sent there."""

    async def events(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await app.async_dispatch(await to_bolt_request(request)))

    server = web.Application()
    server.router.add_post("/slack/events", events)
    runner = web.AppRunner(server, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
        slack.deliver_to(url)
        yield url
    finally:
        await runner.cleanup()


def connected(slack: FakeSlack, app: AsyncApp, way: str) -> AbstractAsyncContextManager[object]:
    """Let an app be reached in either way: "http" or "socket"."""
    return over_http(slack, app) if way == "http" else over_a_socket(slack, app)


@asynccontextmanager
async def over_a_socket(
    slack: FakeSlack, app: AsyncApp, *, ping_interval: float = 0.2
) -> AsyncIterator[AsyncSocketModeHandler]:
    """Connect an app by Socket Mode."""
    handler = AsyncSocketModeHandler(
        app, slack.app_token, web_client=client(slack), ping_interval=ping_interval
    )
    before = len(slack.sockets.all)
    await handler.connect_async()  # type: ignore[no-untyped-call]  # bolt's types end here
    await slack.sockets.met(before + 1)
    try:
        yield handler
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]  # bolt's types end here
