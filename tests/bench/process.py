"""How long until the demo is ready, and how much memory does it take?"""

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench.corpus import ROOT

_UNCOMPILED = "PYTHONDONTWRITEBYTECODE"  # a second start finds what the first one compiled


async def footprint(folder: Path, console: Console) -> None:
    """Start the demo twice on an empty folder; the first start writes the model and indexes."""
    table = Table(title="The demo", title_justify="left")
    for column in ("start", "address after s", "all pages indexed after s", "memory MB (engine)"):
        table.add_column(column)
    for name in ("first", "second"):
        table.add_row(name, *await _started(folder))
        await asyncio.sleep(1)
    console.print(table)


async def _started(folder: Path) -> tuple[str, str, str]:
    began = time.perf_counter()
    compiled = {name: value for name, value in os.environ.items() if name != _UNCOMPILED}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-u", "-m", "bot", "demo", "--port", "0",
        cwd=ROOT,
        env={**compiled, "POLICYBOT_DATA": str(folder)},
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    ready = indexed = 0.0
    while not indexed:
        line = (await process.stdout.readline()).decode()
        assert line, "the demo ended"
        if "Ask at" in line:
            ready = time.perf_counter() - began
        if "passages embedded" in line or "embedded." in line:
            indexed = time.perf_counter() - began
    engine = json.loads((folder / "demo" / "index" / "engine.json").read_text())["pid"]
    memory = [resident(pid) for pid in (process.pid, engine)]
    process.send_signal(signal.SIGINT)
    await process.wait()
    return f"{ready:.1f}", f"{indexed:.1f}", f"{sum(memory):.0f} ({memory[1]:.0f})"


def resident(pid: int) -> float:
    """How much memory a process takes, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
