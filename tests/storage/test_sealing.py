"""Can only whoever has the master key read what people wrote, and nobody what was erased?"""

import base64
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from storage.database import Database
from storage.events import body_of
from storage.exchanges import Opening
from storage.forgetting import Forgetting, Kept
from storage.master_key import MasterKey, MasterKeyError, key_made_in, master_key
from storage.sealing import ERASED, opened_sealer, sealed, unsealed
from tests.sealed import MASTER, recorded, sealer

ANA, BEN = "ana@corp.example", "ben@corp.example"
OTHER = MasterKey(b"k" * 32)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.text(st.characters(exclude_categories=["Cs"])), person=st.none() | st.just(ANA))
async def test_what_is_sealed_is_read_back_and_never_the_same_twice(
    database: Database, words: str, person: str | None
) -> None:
    one, other = [await sealer(database).seal(words, person) for _ in range(2)]

    assert one != other
    assert await sealer(database).unseal(one) == words


async def test_each_person_has_one_key_however_many_ask_at_once(database: Database) -> None:
    several = [sealer(database) for _ in range(5)]
    stored = [await one.seal("x", ANA) for one in several]
    by_ben = await several[0].seal("x", BEN)

    assert len({one.split(":")[1] for one in stored}) == 1
    assert by_ben.split(":")[1] != stored[0].split(":")[1]


async def test_a_sealed_text_put_under_another_persons_key_does_not_open(
    database: Database,
) -> None:
    of_ana, of_ben = [await sealer(database).seal("mine", who) for who in (ANA, BEN)]
    swapped = ":".join([*of_ben.split(":")[:2], of_ana.split(":")[2]])

    assert await sealer(database).unseal(swapped) is None


async def test_a_changed_text_is_none_and_breaks_nothing(database: Database) -> None:
    stored = await sealer(database).seal("mine", ANA)
    for changed in (stored[:-6] + "AAAAA=", stored[:-3], "v1:", "v1:nobody:AAAA", "what is this"):
        assert await sealer(database).unseal(changed) is None


async def test_what_an_earlier_version_wrote_is_still_read(database: Database) -> None:
    assert await sealer(database).unseal("plain:¿cuántos días?") == "¿cuántos días?"
    assert unsealed(sealed("x")) == "x"
    with pytest.raises(ValueError, match="not sealed"):
        unsealed(await sealer(database).seal("x", None))


async def test_another_master_key_is_refused_when_it_is_opened(
    database: Database, tmp_path: Path
) -> None:
    await sealer(database).check()

    with pytest.raises(MasterKeyError, match="not the one with which"):
        await opened_sealer(database, base64.b64encode(OTHER.secret).decode(), tmp_path / "none")


async def test_without_a_set_key_one_is_made_that_only_its_owner_reads(
    database: Database, tmp_path: Path
) -> None:
    file = tmp_path / "master.key"
    stored = await (await opened_sealer(database, None, file)).seal("mine", ANA)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert await (await opened_sealer(database, None, file)).unseal(stored) == "mine"
    assert (
        await (await opened_sealer(database, file.read_text(), tmp_path)).unseal(stored) == "mine"
    )
    assert key_made_in(file) == key_made_in(file)
    assert not [name for name in files(tmp_path) if name.startswith(".master.key")]


async def test_a_lost_key_file_is_told_and_no_other_is_made_in_its_place(
    database: Database, tmp_path: Path
) -> None:
    file = tmp_path / "master.key"
    await opened_sealer(database, None, file)
    file.unlink()

    with pytest.raises(MasterKeyError, match=r"put it back from a copy"):
        await opened_sealer(database, None, file)
    assert not file.exists()


@pytest.mark.parametrize(("written", "told"), [("no base64!", "not base64"), ("AAAA", "3 bytes")])
def test_a_key_that_is_none_is_told(written: str, told: str) -> None:
    with pytest.raises(MasterKeyError, match=told):
        master_key(written)


def test_a_key_is_not_shown_and_purposes_do_not_share_one() -> None:
    assert MASTER.secret.hex() not in repr(MASTER).encode().hex()
    assert MASTER.derived("links") != MASTER.derived("keys")


async def test_a_known_person_costs_one_read_and_then_none(database: Database) -> None:
    await sealer(database).seal("x", ANA)
    reads = list[str]()
    event.listen(
        database._reader.sync_engine,  # noqa: SLF001  # every read goes through it
        "before_cursor_execute",
        lambda *told: reads.append(told[2]),
    )
    later = sealer(database)

    stored = [await later.seal("x", ANA) for _ in range(3)]
    assert [await later.unseal(one) for one in stored] == ["x"] * 3
    assert len(reads) == 1


async def test_an_erased_text_reads_as_erased_in_the_same_and_in_another_process(
    database: Database,
) -> None:
    here, there = sealer(database), sealer(database)
    stored = await here.seal("mine", ANA)
    of_ben = await here.seal("his", BEN)
    await Forgetting(database, here, Kept()).person(ANA, None)

    for one in (here, there):
        assert await one.unseal(stored) is None
        assert await body_of(one, stored) == {"erased": True}
        assert await one.unseal(of_ben) == "his"
    assert await here.unseal(ERASED) is None
    assert (await here.seal("again", ANA)).split(":")[1] != stored.split(":")[1]


async def test_nothing_of_a_destroyed_key_is_left_in_the_files(
    database: Database, tmp_path: Path
) -> None:
    here = sealer(database)
    exchanges = recorded(database)
    for who in (ANA, *(f"p{number}@corp.example" for number in range(20))):  # on one page
        await exchanges.open(Opening(who, "tests", private=True), {"question": "x"}, [])
    async with database.reading() as connection:
        wrapped = await connection.scalar(
            text("SELECT wrapped FROM person_key WHERE person = :who"), {"who": ANA}
        )
    assert isinstance(wrapped, bytes)
    assert any(wrapped in held for held in files(tmp_path).values())

    await Forgetting(database, here, Kept()).person(ANA, None)

    assert not any(wrapped in held for held in files(tmp_path).values())
