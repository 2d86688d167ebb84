"""On what exactly was it measured? A change of the pages is no merit of the product."""

import hashlib
from pathlib import Path

_SHOWN = 12  # hexadecimal digits


def fingerprint(*paths: Path) -> str:
    """Digest files, and all files of folders by name and contents; blocks while it reads."""
    digest = hashlib.sha256()
    for path in paths:
        files = [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.is_file())
        for file in files:
            digest.update(f"{file.relative_to(path).as_posix()}\n".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:_SHOWN]
