"""The page, a question on the terminal and a sync, all at once on one data folder."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from tests.at_hand import need
from tests.terminal import Terminal

ROOT = Path(__file__).parents[2]
ANA = "ana.ruiz@ardosela.example"
GIGABYTE = 1024**3


@contextmanager
def served(data: Path) -> Iterator[subprocess.Popen[str]]:
    """Serve the sample company's page as a process of its own, until it says where it is."""
    environment = os.environ | {"POLICYBOT_DATA": str(data), "COLUMNS": "200"}
    with subprocess.Popen(
        (sys.executable, "-m", "bot", "demo", "--port", "0"),
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as page:
        assert page.stdout is not None
        try:
            said = ""
            while not re.search(r"http://127\.0\.0\.1:\d+", said):
                line = page.stdout.readline()
                assert line, said
                said += line
            yield page
        finally:
            page.send_signal(signal.SIGINT)


def resident(pid: int) -> int:
    """The memory that a process holds, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    (kilobytes,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(kilobytes) * 1024


@pytest.mark.slow
def test_the_page_a_question_and_a_sync_share_one_folder_within_a_gigabyte(
    terminal: Terminal, company_data: Path
) -> None:
    need(Path("/proc/self/status").exists(), "this system has no /proc")
    terminal.set(DATA=company_data)
    start = monotonic()

    with served(company_data) as page:
        ready = monotonic() - start
        answered = terminal.run("ask", "¿Cuántos días tengo si me mudo?", "--as", ANA, "--json")
        synced = terminal.run("sync")
        engine = json.loads((company_data / "demo" / "index" / "engine.json").read_bytes())["pid"]
        held = {"page": resident(page.pid), "engine": resident(engine)}

    assert page.returncode == 0
    assert answered.json["outcome"] == "grounded"
    assert "sync is running" in synced.err or (synced.status == 0 and " 0 new" in synced.out)
    assert sum(held.values()) < GIGABYTE
    megabytes = ", ".join(f"{name} {size / 1024**2:.0f} MB" for name, size in held.items())
    sys.stdout.write(f"ready in {ready:.1f} s; {megabytes}\n")
