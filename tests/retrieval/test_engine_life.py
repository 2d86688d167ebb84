"""An engine comes when it is needed, is one for all, survives what may happen, and goes."""

import asyncio
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from retrieval.engine import Endpoint, EngineError, running_engine
from retrieval.engine.folder import FileLock

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def made_folder(folder: Path) -> Path:
    folder.mkdir()
    return folder


@asynccontextmanager
async def connected(endpoint: Endpoint) -> AsyncIterator[AsyncQdrantClient]:
    client = AsyncQdrantClient(
        url=endpoint.url,
        headers={"api-key": endpoint.api_key},
        timeout=30,
        check_compatibility=False,
    )
    try:
        yield client
    finally:
        await client.close()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - another process's doing
            await asyncio.sleep(0.02)


def engine_pid(folder: Path) -> int:
    pid: int = json.loads((folder / "engine.json").read_bytes())["pid"]
    return pid


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z")


async def make(client: AsyncQdrantClient, name: str = "chunks") -> None:
    vectors = {"dense": models.VectorParams(size=2, distance=models.Distance.COSINE)}
    await client.create_collection(name, vectors_config=vectors)


def point(number: int) -> models.PointStruct:
    return models.PointStruct(id=number, vector={"dense": [1.0, number]}, payload={"n": number})


async def test_the_engine_goes_with_its_last_user(folder: Path) -> None:
    async with running_engine(folder, grace=0):
        async with running_engine(folder, grace=0):
            pid = engine_pid(folder)
        await asyncio.sleep(0.3)
        assert is_alive(pid)

    await until(lambda: not is_alive(pid))
    assert not (folder / "engine.json").exists()


@pytest.mark.slow
async def test_the_engine_stays_a_while_for_whoever_comes_next(folder: Path) -> None:
    async with running_engine(folder, grace=4):
        pid = engine_pid(folder)
    await asyncio.sleep(0.5)

    async with running_engine(folder, grace=4):
        assert engine_pid(folder) == pid
        await asyncio.sleep(4.5)
        assert is_alive(pid)


@pytest.mark.slow
async def test_a_user_that_is_killed_leaves_no_hold(folder: Path) -> None:
    story = (
        "import asyncio, sys; from pathlib import Path\n"
        "from retrieval.engine import running_engine\n"
        "async def hold():\n"
        "    async with running_engine(Path(sys.argv[1]), grace=0):\n"
        "        print('held', flush=True); await asyncio.sleep(60)\n"
        "asyncio.run(hold())\n"
    )
    user = await asyncio.create_subprocess_exec(
        sys.executable, "-c", story, str(folder), cwd=ROOT, stdout=subprocess.PIPE
    )
    assert user.stdout is not None
    assert await user.stdout.readline() == b"held\n"
    pid = engine_pid(folder)

    user.kill()
    await user.wait()

    await until(lambda: not is_alive(pid))


async def test_ten_who_start_at_once_get_one_engine(folder: Path) -> None:
    async def start() -> tuple[Endpoint, int]:
        async with running_engine(folder, grace=5) as engine:
            return await engine.endpoint(), engine_pid(folder)

    found = await asyncio.gather(*(start() for _ in range(10)))

    assert len(set(found)) == 1
    os.kill(found[0][1], signal.SIGTERM)


async def test_what_the_last_engine_announced_is_not_believed(made_folder: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as stranger:
        left_over = {"port": stranger.getsockname()[1], "api_key": "old", "pid": 1, "protocol": 1}
        (made_folder / "engine.json").write_text(json.dumps(left_over))

        async with running_engine(made_folder, grace=0) as engine:
            endpoint = await engine.endpoint()

        stranger.setblocking(False)  # noqa: FBT003 - the socket's own
        with pytest.raises(BlockingIOError):
            stranger.accept()
    assert str(left_over["port"]) not in endpoint.url


async def test_an_announcement_that_cannot_be_read_is_replaced(made_folder: Path) -> None:
    (made_folder / "engine.json").write_text("{")

    async with (
        running_engine(made_folder, grace=0) as engine,
        connected(await engine.endpoint()) as client,
    ):
        assert (await client.get_collections()).collections == []


@dataclass(frozen=True)
class Standing:
    """An engine that several tests look at."""

    folder: Path
    endpoint: Endpoint


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def standing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Standing]:
    folder = tmp_path_factory.mktemp("standing") / "index"
    async with running_engine(folder, grace=0) as engine:
        yield Standing(folder, await engine.endpoint())


def test_only_its_own_user_can_read_the_key(standing: Standing) -> None:
    assert mode(standing.folder / "engine.json") == 0o600
    assert mode(standing.folder) == 0o700


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_key_is_not_shown_where_an_endpoint_is_printed(standing: Standing) -> None:
    assert standing.endpoint.api_key not in repr(standing.endpoint)


@pytest.mark.parametrize("key", ["", "wrong"])
async def test_without_the_key_nothing_is_answered(standing: Standing, key: str) -> None:
    async with connected(Endpoint(standing.endpoint.url, key)) as client:
        with pytest.raises(UnexpectedResponse) as refused:
            await client.get_collections()
    assert refused.value.status_code == 401


def test_ctrl_c_in_the_terminal_of_a_user_does_not_reach_the_engine(standing: Standing) -> None:
    assert os.getsid(engine_pid(standing.folder)) != os.getsid(0)


@pytest.mark.slow
async def test_a_killed_engine_has_lost_no_acknowledged_point(folder: Path) -> None:
    async with running_engine(folder, grace=0) as engine:
        acknowledged: list[int] = []

        async def write(client: AsyncQdrantClient) -> None:
            for number in range(0, 100_000, 10):
                batch = [point(number + i) for i in range(10)]
                await client.upsert("chunks", batch, wait=True)
                acknowledged.extend(p.id for p in batch if isinstance(p.id, int))

        async with connected(await engine.endpoint()) as client:
            await make(client)
            await client.create_payload_index("chunks", "n", models.PayloadSchemaType.INTEGER)
            writing = asyncio.create_task(write(client))
            await until(lambda: len(acknowledged) > 300)
            os.kill(engine_pid(folder), signal.SIGKILL)
            with pytest.raises(ResponseHandlingException):
                await writing

        async with connected(await engine.endpoint()) as client:
            records, _ = await client.scroll("chunks", limit=200_000)
            info = await client.get_collection("chunks")
    assert set(acknowledged) <= {record.id for record in records}
    assert info.payload_schema["n"].points == info.points_count == len(records)


@pytest.mark.slow
async def test_an_engine_that_is_told_to_end_closes_and_the_next_has_everything(
    folder: Path,
) -> None:
    async with running_engine(folder, grace=0) as engine:
        async with connected(await engine.endpoint()) as client:
            await make(client)
            await client.upsert("chunks", [point(1)], wait=True)
        pid = engine_pid(folder)
        os.kill(pid, signal.SIGTERM)
        await until(lambda: not is_alive(pid))

        async with connected(await engine.endpoint()) as client:
            assert (await client.count("chunks")).count == 1


async def test_a_collection_that_was_half_made_or_half_removed_is_cleared_away(
    folder: Path,
) -> None:
    for name in (".new.chunks", ".gone.old"):
        (folder / "collections" / name / "shard").mkdir(parents=True)

    async with running_engine(folder, grace=0) as engine, connected(await engine.endpoint()) as c:
        await make(c)
        assert [held.name for held in (await c.get_collections()).collections] == ["chunks"]
    assert [path.name for path in (folder / "collections").iterdir()] == ["chunks"]


@pytest.mark.slow
async def test_a_second_opener_is_refused_before_it_touches_a_shard(folder: Path) -> None:
    async with running_engine(folder, grace=0) as engine, connected(await engine.endpoint()) as c:
        await make(c)
        await c.upsert("chunks", [point(1)], wait=True)
        await asyncio.sleep(4)  # the engine saves when it is left alone, and then no more
        before = seen(folder / "collections")

        second = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "retrieval.engine",
            str(folder),
            cwd=ROOT,
            stderr=subprocess.PIPE,
        )
        _, said = await second.communicate()

        assert second.returncode == 75
        assert "is held by another process" in said.decode()
        assert seen(folder / "collections") == before


def seen(folder: Path) -> dict[Path, tuple[int, int]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in files}


@pytest.mark.slow
async def test_a_damaged_collection_is_named_with_what_to_do(folder: Path) -> None:
    async with running_engine(folder, grace=0) as engine:
        async with connected(await engine.endpoint()) as client:
            await make(client)
        pid = engine_pid(folder)
    await until(lambda: not is_alive(pid))
    (folder / "collections" / "chunks" / "shard" / "edge_config.json").write_text("{")

    with pytest.raises(EngineError, match=r"collection chunks does not open.*sync again"):
        async with running_engine(folder, grace=0):
            pass


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(EngineError, match=r"index folder .*/file/index cannot be used: Not a dir"):
        async with running_engine(tmp_path / "file" / "index"):
            pass


async def test_a_lock_that_another_program_holds_is_named(made_folder: Path) -> None:
    with FileLock(made_folder / "engine.lock") as lock:
        assert lock.try_exclusive()

        with pytest.raises(EngineError, match=r"did not answer.*may hold .*engine\.lock"):
            async with running_engine(made_folder, patience=0.5):
                pass


async def test_an_engine_of_another_version_is_not_spoken_to(folder: Path) -> None:
    async with running_engine(folder, grace=0) as engine:
        announced = json.loads((folder / "engine.json").read_bytes())
        (folder / "engine.json").write_text(json.dumps(announced | {"protocol": 0}))

        with pytest.raises(EngineError, match="started by another version"):
            await engine.endpoint()


async def test_an_engine_whose_folder_is_removed_goes(folder: Path) -> None:
    async with running_engine(folder, grace=60):
        pid = engine_pid(folder)
        (folder / "users").unlink()
        await until(lambda: not is_alive(pid))
