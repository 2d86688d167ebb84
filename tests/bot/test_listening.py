import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from socket import socket
from urllib.parse import urlsplit

import aiohttp
from aiohttp import web

from bot.listening import Limits, listening
from bot.serving import Part, server

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter


@asynccontextmanager
async def served(limits: Limits) -> AsyncIterator[str]:
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    async with listening(server([], {}), bound, limits) as url:
        yield url


async def connection(url: str, sent: bytes = b"") -> tuple[Reader, Writer]:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(sent)
    return reader, writer


async def alive(url: str) -> bool:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/healthz") as answer:
        return answer.status == 200


async def ended(reader: Reader) -> bytes:
    async with asyncio.timeout(30):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


async def test_half_a_head_and_none_at_all_are_not_waited_for() -> None:
    async with served(Limits(asking=0.2, look=0.05)) as url:
        half, one = await connection(url, b"GET /healthz HTTP/1.1\r\nHost:")
        nothing, other = await connection(url)

        assert await ended(half) == await ended(nothing) == b""
        assert await alive(url)
        one.close()
        other.close()


async def test_a_head_that_trickles_in_is_not_waited_for_either() -> None:
    async with served(Limits(asking=0.3, look=0.05)) as url:
        reader, writer = await connection(url)

        async def trickle() -> None:
            for byte in b"GET /healthz HTTP/1.1\r\nHost: bot\r\nX-Long: " + b"x" * 1_000:
                writer.write(bytes([byte]))
                await asyncio.sleep(0.05)

        trickling = asyncio.create_task(trickle())
        assert await ended(reader) == b""
        trickling.cancel()
        writer.close()


async def test_who_asked_may_stay_and_ask_again_until_it_has_been_idle_for_long() -> None:
    async with served(Limits(asking=0.1, idle=0.6, look=0.05)) as url:
        reader, writer = await connection(url)
        for _ in range(3):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: bot\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            await reader.readuntil(b"\r\n\r\nok")
            await asyncio.sleep(0.3)
        assert await ended(reader) == b""
        writer.close()


async def test_of_too_many_connections_those_go_that_ask_nothing() -> None:
    async with served(Limits(connections=20, crowded=0.1, look=0.05)) as url:
        asking, writer = await connection(url, b"GET /healthz HTTP/1.1\r\nHost: bot\r\n\r\n")
        await asking.readuntil(b"ok")
        silent = [await connection(url) for _ in range(60)]
        await asyncio.sleep(0.3)

        gone = [reader for reader, _ in silent if reader.at_eof() or reader.exception()]
        assert len(gone) >= 40
        assert not asking.at_eof()
        assert await alive(url)
        for _, one in silent:
            one.close()
        writer.close()


async def test_what_fails_or_hangs_is_told_in_readiness_without_its_words() -> None:
    async def good() -> Part:
        return Part(ok=True, said="3 passages")

    async def bad() -> Part:
        raise RuntimeError("the password is hunter2")

    async def unneeded() -> Part:
        return Part(ok=False, needed=False)

    async def asked(app: web.Application) -> tuple[int, str]:
        bound = socket()
        bound.bind(("127.0.0.1", 0))
        async with (
            listening(app, bound) as url,
            aiohttp.ClientSession() as session,
            session.get(f"{url}/readyz") as answer,
        ):
            return answer.status, await answer.text()

    assert (await asked(server([], {"index": good, "clock": unneeded})))[0] == 200
    status, text = await asked(server([], {"index": good, "database": bad}))
    assert status == 503
    assert "hunter2" not in text
    assert '"database": {"ok": false' in text


async def test_of_many_who_come_at_once_none_is_turned_away_before_it_can_ask() -> None:
    async with served(Limits(connections=20, crowded=1.0, look=0.05)) as url:
        came = [await connection(url) for _ in range(60)]
        await asyncio.sleep(0.3)
        for _, writer in came:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: bot\r\n\r\n")

        answers = [await reader.readline() for reader, _ in came]

        assert all(answer.startswith(b"HTTP/1.1 200") for answer in answers)
        for _, writer in came:
            writer.close()
