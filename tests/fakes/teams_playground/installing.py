"""Installs the playground with npm, in a folder that is kept between runs."""

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = HERE / "package.json"
QUIETLY = ("--no-audit", "--no-fund", "--loglevel=error")
LONGEST = 300.0  # seconds; on a slow line, a first installation takes its time
_PROGRAM = Path("node_modules/@microsoft/m365agentsplayground/cli.js")


class NotInstalledError(Exception):
    """npm is not there, or did not do its work."""


def installed(kept: Path) -> Path:
    """Give the program of the playground, installed anew where its version changed.

    Raises:
        NotInstalledError: It could not be installed.
    """
    digest = hashlib.sha256(PACKAGES.read_bytes()).hexdigest()[:16]
    home = kept / f"packages-{digest}"
    if not home.exists():
        with tempfile.TemporaryDirectory(dir=kept) as around:
            folder = Path(around) / home.name
            folder.mkdir()
            shutil.copy(PACKAGES, folder)
            _install(folder)
            if not home.exists():
                folder.rename(home)
    return home / _PROGRAM


def _install(folder: Path) -> None:
    # No package's own script is run; a lock file would name the index it came from.
    command = ["npm", "install", "--ignore-scripts", "--no-package-lock", *QUIETLY]
    try:
        subprocess.run(  # noqa: S603  # npm
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise NotInstalledError(f"npm failed: {error.stderr[:300]}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalledError(f"npm did not run: {error}") from error
