from pathlib import Path
from shutil import which
from subprocess import run

import pytest

from tests.at_hand import need
from tests.fakes.teams_playground.installing import HERE, NotInstalledError, installed

_CONNECTS = """
const net = require("node:net");
const server = net.createServer((socket) => socket.end()).listen(0, () => {
  console.log(server.address().address);
  net.connect(server.address().port, "localhost").on("connect", () => console.log("here"));
  net.connect(80, "192.0.2.1").on("error", (error) => console.log(error.message));
  fetch("http://192.0.2.1/").catch((error) => console.log(error.cause.message));
  setTimeout(() => process.exit(), 500);
});
"""


def test_without_npm_nothing_half_done_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))

    with pytest.raises(NotInstalledError, match="npm did not run"):
        installed(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_what_npm_complains_of_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text("#!/bin/sh\necho 'no such package' >&2\nexit 1\n", encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{npm.parent}:/usr/bin:/bin")
    kept = tmp_path / "kept"
    kept.mkdir()

    with pytest.raises(NotInstalledError, match="npm failed: no such package"):
        installed(kept)

    assert list(kept.iterdir()) == []


def test_a_process_is_kept_on_this_machine() -> None:
    node = which("node")
    need(node, "node is not on the PATH")
    command = [str(node), "--require", str(HERE / "loopback.cjs"), "-e", _CONNECTS]
    said = run(command, capture_output=True, text=True, timeout=30, check=True)  # noqa: S603  # node

    lines = said.stdout.splitlines()
    assert lines[0] == "127.0.0.1"
    assert sorted(lines[1:]) == [*["192.0.2.1 is not this machine"] * 2, "here"]
