"""What is acknowledged, and when? An event once it is kept; what Teams waits for, with an answer.

The library would hold a request until its work is done, and Teams sends again what takes 15
seconds. Nothing is worked on here.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Protocol

import structlog
from aiohttp import web

from bot.faults import fault
from bot.intake import IntakeUnavailableError, Taking
from bot.posted import Json, MalformedError
from bot.surfaces.teams.arrivals import arrival, understood
from bot.surfaces.teams.events import Acted, Happened, Invoked
from bot.surfaces.teams.invokes import Answer, Nothing, written

_OBJECTING = 1.0  # seconds: of them, to find out what is wrong
_ANSWERING = 4.5  # until all has to be answered, from the beginning: less than Teams' five
_SHOWING = 30.0

log = structlog.get_logger()


class Prompt(Protocol):
    """What has to be said at once; nothing may hang on its having been seen."""

    async def note(self, activity: Json) -> None:
        """Note where something happened, and who did it."""

    async def received(self, activity: Json, happened: Happened) -> None:
        """Show that something came: it is kept, and its turn may be far."""

    async def objections(self, happened: Happened) -> Answer | None:
        """Say what is wrong with what was pressed or submitted; then it is not kept."""

    async def answer(self, happened: Happened) -> Answer:
        """Answer what Teams waits for: what is kept was kept, what is not has no more to it."""


class Receiving:
    """Has each activity kept, and then acknowledged; unkept it is not.

    It works only while it is `running`.
    """

    def __init__(self, intake: Taking, prompt: Prompt) -> None:
        self._intake = intake
        self._prompt = prompt
        self._showing: asyncio.TaskGroup | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Hold what is being shown of what came; at the end, wait for it."""
        async with asyncio.TaskGroup() as self._showing:
            yield

    async def acknowledged(self, activity: Json) -> web.Response:
        """Take an activity that the gate let through, and answer the request that brought it."""
        try:
            return await self._taken(activity, understood(activity))
        except MalformedError as error:
            log.warning("teams activity malformed", reason=str(error))
            return web.Response(status=HTTPStatus.BAD_REQUEST, text="Teams does not send this.")
        except IntakeUnavailableError as error:
            log.error("teams activity not kept", reason=str(error))  # noqa: TRY400  # no fault
        except Exception as error:  # noqa: BLE001  # the outermost
            log.error("teams activity not kept", **fault(error))  # noqa: TRY400  # see `fault`
        return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE, text="Try again.")

    async def _taken(self, activity: Json, happened: Happened | None) -> web.Response:
        match happened:
            case Happened(what=Invoked() | Acted(is_answered_at_once=True)):
                return await self._answered(activity, happened)
            case None if activity["type"] == "invoke":
                return web.Response(status=HTTPStatus.BAD_REQUEST, text="Nobody does this.")
            case _:
                is_kept = await self._kept(activity, happened)
                return web.Response(status=HTTPStatus.CREATED if is_kept else HTTPStatus.OK)

    async def _answered(self, activity: Json, happened: Happened) -> web.Response:
        name, until = str(activity["name"]), asyncio.get_running_loop().time() + _ANSWERING
        async with asyncio.timeout(_OBJECTING):
            await self._prompt.note(activity)
            objections = await self._prompt.objections(happened)
        if objections is not None:
            return _written(objections, name)
        is_kept = await self._kept(activity, happened)
        try:
            async with asyncio.timeout_at(until):
                return _written(await self._prompt.answer(happened), name)
        except Exception as error:
            if not is_kept:
                raise
            log.error("teams answer not drawn", **fault(error))  # noqa: TRY400  # see `fault`
            return _written(Nothing(), name)

    async def _kept(self, activity: Json, happened: Happened | None) -> bool:
        """Keep what has more to it; False where there is nothing to keep."""
        came = arrival(activity, happened)
        if came is None:
            return False
        is_new = await self._intake.take(came)
        log.info("teams activity taken", event_id=came.event_id, is_new=is_new)
        if is_new and happened is not None:
            self._show(activity, happened)
        return True

    def _show(self, activity: Json, happened: Happened) -> None:
        if self._showing is None:
            raise RuntimeError("Nothing is received before it runs.")
        self._showing.create_task(self._shown(activity, happened))

    async def _shown(self, activity: Json, happened: Happened) -> None:
        """Show that something came, beside the acknowledgement, which waits for nothing."""
        try:
            async with asyncio.timeout(_SHOWING):
                await self._prompt.received(activity, happened)
        except Exception as error:  # noqa: BLE001  # the activity itself is kept
            log.error("teams question not shown as taken", **fault(error))  # noqa: TRY400  # see `fault`


def _written(answer: Answer, name: str) -> web.Response:
    body: dict[str, Any] = written(answer, name)
    return web.json_response(body)
