"""Makes the page of its sources and of what npm brings, in a folder that is kept between runs."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
QUIETLY = ("--no-audit", "--no-fund", "--loglevel=error")
LONGEST = 300.0  # seconds; on a slow line, a first installation takes its time


class NotBundledError(Exception):
    """npm or node is not there, or did not do its work."""


def bundle(kept: Path, home: Path = HERE) -> Path:
    """Give the folder of `index.html`, made anew where a source in `home` changed since.

    Raises:
        NotBundledError: It could not be made.
    """
    packages, sources = home / "package.json", home / "page"
    page = kept / f"page-{_digest(packages, *sorted(sources.iterdir()))}"
    if not page.exists():
        modules = _packages(kept, packages) / "node_modules"
        with _appearing(page) as folder:
            shutil.copy(sources / "index.html", folder)
            (main,) = sources.glob("main.js*")
            _run(_esbuild(modules, main, folder / "main.js"), folder, NODE_PATH=str(modules))
    return page


def _packages(kept: Path, wanted: Path) -> Path:
    packages = kept / f"packages-{_digest(wanted)}"
    if not packages.exists():
        with _appearing(packages) as folder:
            shutil.copy(wanted, folder)
            # No package's own script is run; a lock file would name the index it came from.
            _run(["npm", "install", "--ignore-scripts", "--no-package-lock", *QUIETLY], folder)
    return packages


def _esbuild(modules: Path, main: Path, script: Path) -> list[str]:
    return [
        str(modules / ".bin" / "esbuild"),
        str(main),
        "--bundle",
        "--minify",
        "--jsx=automatic",
        "--log-level=warning",
        '--define:process.env.NODE_ENV="production"',
        f"--outfile={script}",
    ]


def _digest(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@contextmanager
def _appearing(folder: Path) -> Iterator[Path]:
    """Give a folder to fill that takes its name once it is full, so that none is ever half done."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as around:
        filled = Path(around) / folder.name
        filled.mkdir()
        yield filled
        if not folder.exists():
            filled.rename(folder)


def _run(command: Sequence[str], folder: Path, **environment: str) -> None:
    try:
        subprocess.run(  # noqa: S603  # npm, and what it installed
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise NotBundledError(f"{Path(command[0]).name} failed: {error.stderr[:300]}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotBundledError(f"{Path(command[0]).name} did not run: {error}") from error
