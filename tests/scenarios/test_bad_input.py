"""What is wrong is told in a sentence, and everything else goes on."""

import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from fpdf import FPDF

from tests.scenarios.handbook import ANA, BEN, LEAVE, Handbook
from tests.terminal import Terminal


@pytest.fixture
def bot(terminal: Terminal, pages: Handbook) -> Terminal:
    terminal.set(FOLDER__PATH=pages.folder)
    return terminal


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the bot keeps what belongs to the handbook."""
    return tmp_path / "data" / "policies"


def test_files_that_cannot_be_read_are_named_and_the_rest_is_indexed(
    bot: Terminal, pages: Handbook
) -> None:
    with (pages.folder / "huge.txt").open("wb") as huge:
        huge.truncate(50 * 1024**2)
    locked = FPDF()
    locked.add_page()
    locked.set_encryption("owner", "user")
    locked.output(str(pages.folder / "locked.pdf"))
    pages.write("torn.pdf", "%PDF-1.7 and no more")
    (pages.folder / "gone.md").symlink_to(pages.folder / "nowhere.md")
    pages.write("caf\u00e9.md", "# One\n\nOne of two files whose names look alike.\n")
    pages.write("cafe\u0301.md", "# Two\n\nThe other one.\n")

    said = bot.run("sync")

    assert said.status == 1
    assert "huge.txt: It is larger than 25 MB. Split it, or leave it out." in said.words
    assert "locked.pdf: It is encrypted and asks for a password. Save it without one." in said.words
    assert "torn.pdf: It is damaged, or not a PDF. Open it and save it again." in said.words
    assert "gone.md: It is a link that leads nowhere, and was left out." in said.words
    assert "caf\u00e9.md: Two files have this name; only the first is read." in said.words
    assert "3 new" in said.words
    assert "23 working days" in bot.run("ask", LEAVE, "--as", BEN).words


def test_a_broken_access_file_does_not_end_as_a_success_and_the_page_has_nobody_to_ask(
    bot: Terminal, pages: Handbook
) -> None:
    pages.write("access.json", "{")

    synced = bot.run("sync")
    served = bot.run("demo", "--port", "0")

    assert (synced.status, served.status) == (1, 1)
    for said in (synced, served):
        assert "access.json: It is not JSON" in said.words
        assert "Nobody may read anything until this is mended" in said.words


def test_a_folder_that_is_missing_changes_nothing_and_an_empty_one_is_told(
    bot: Terminal, pages: Handbook, tmp_path: Path
) -> None:
    bot.run("sync")
    pages.folder.rename(tmp_path / "elsewhere")

    missing = bot.run("sync")

    assert missing.status == 1
    assert f"The folder {pages.folder} of the source folder cannot be opened" in missing.err
    assert "23 working days" in bot.run("ask", LEAVE, "--as", BEN).words
    pages.folder.mkdir()
    pages.write("access.json", json.dumps(pages.access))
    empty = bot.run("sync")
    assert empty.status == 1
    assert f"The folder {pages.folder} holds no page" in empty.words


@pytest.mark.parametrize("command", [("sync",), ("doctor",), ("sync", "--reembed")])
def test_a_data_folder_that_cannot_be_used_is_named(
    bot: Terminal, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("in the way")
    bot.set(DATA=tmp_path / "file")

    said = bot.run(*command)

    assert said.status == 1
    assert f"{tmp_path / 'file'}" in "".join(f"{said.out}{said.err}".split("\n"))
    assert "Not a directory" in said.words


@pytest.mark.parametrize("command", [("sync",), ("doctor",), ("ask", LEAVE, "--as", ANA)])
def test_a_damaged_database_is_told_as_such_and_left_as_it_is(
    bot: Terminal, home: Path, command: tuple[str, ...]
) -> None:
    home.mkdir()
    (home / "policybot.sqlite").write_bytes(b"not a database" * 1000)

    said = bot.run(*command)

    assert said.status == 1
    assert "policybot.sqlite did not work: file is not a database. It is damaged." in said.words
    assert (home / "policybot.sqlite").read_bytes() == b"not a database" * 1000


def test_the_database_of_a_newer_version_is_not_touched(bot: Terminal, home: Path) -> None:
    home.mkdir()
    with closing(sqlite3.connect(home / "policybot.sqlite")) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('from-the-future')")

    said = bot.run("sync")

    assert said.status == 1
    assert "A newer version has used it" in said.err


def test_an_index_that_was_lost_is_an_outage_until_sync_has_built_it_again(
    bot: Terminal, home: Path
) -> None:
    bot.run("sync")
    end_engine(home)
    shutil.rmtree(home / "index")

    asked = bot.run("ask", LEAVE, "--as", BEN, "--json")
    looked = bot.run("doctor")

    assert asked.json["outcome"] == "unavailable"
    assert looked.status == 1
    assert "FAIL index: It holds 0 passages and the ledger 2. Run `python -m bot sync`." in (
        looked.words
    )
    assert bot.run("sync").status == 0
    assert "ok index: answers; 2 passages" in bot.run("doctor").words


def test_an_index_that_does_not_open_is_named_with_what_to_do(bot: Terminal, home: Path) -> None:
    bot.run("sync")
    end_engine(home)
    (collection,) = (home / "index" / "collections").iterdir()
    (collection / "shard" / "edge_config.json").write_text("{")

    said = bot.run("doctor")

    assert said.status == 1
    assert "does not open" in said.words
    assert "away and sync again: the index is built from the sources" in said.words
    shutil.move(collection, home)
    assert bot.run("sync").status == 0
    assert "23 working days" in bot.run("ask", LEAVE, "--as", BEN).words


def test_a_port_that_is_in_use_is_named(bot: Terminal) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = str(other.getsockname()[1])

        said = bot.run("demo", "--port", port)

    assert said.status == 1
    assert f"Port {port} cannot be listened on" in said.err
    assert "already in use" in said.err
    assert "Choose another with --port" in said.err


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Let no file of this process, or of one that it starts, grow further, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_where_there_is_no_room_for_the_database_it_is_said(bot: Terminal) -> None:
    with no_file_beyond(96 * 1024):
        said = bot.run("sync")

    assert said.status == 1
    assert "policybot.sqlite did not work" in said.err
    assert "Look at the free space" in said.err


def test_where_there_is_no_room_for_the_model_it_is_said_and_no_part_of_it_stays(
    bot: Terminal, tmp_path: Path
) -> None:
    models = tmp_path / "other" / "models"
    bot.set(DATA=models.parent)

    with no_file_beyond(1024**2):
        said = bot.run("sync")

    assert said.status == 1
    assert f"The folder of the embedding model {models} cannot be used" in said.err
    assert list(models.iterdir()) == []


def test_where_there_is_no_room_for_the_index_it_is_said_and_the_next_sync_goes_on(
    bot: Terminal, home: Path
) -> None:
    with no_file_beyond(1024**2):
        full = bot.run("sync")
    end_engine(home)

    assert full.status == 1
    assert "free space" in full.err
    assert bot.run("sync").status == 0
    assert "ok index: answers; 2 passages" in bot.run("doctor").words


def end_engine(home: Path) -> None:
    """Kill the engine that the test's commands started."""
    announced = home / "index" / "engine.json"
    if announced.exists():
        os.kill(json.loads(announced.read_bytes())["pid"], signal.SIGKILL)
