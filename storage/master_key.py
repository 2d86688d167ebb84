"""From which key are all others made? One that is set, or one in a file beside the database."""

import base64
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_SIZE = 32  # bytes


class MasterKeyError(ValueError):
    """The master key cannot be used, or is not the one that was used before."""


@dataclass(frozen=True, slots=True, repr=False)
class MasterKey:
    """A secret that is never used itself, only what is derived from it."""

    secret: bytes

    def derived(self, purpose: str) -> bytes:
        """Make the 32 bytes for a purpose (HKDF): those of one say nothing about another's."""
        return HKDF(SHA256(), length=_SIZE, salt=None, info=purpose.encode()).derive(self.secret)


def master_key(text: str) -> MasterKey:
    """Read a key as it is written, 32 bytes in base64; `MasterKeyError` where it is not that."""
    try:
        secret = base64.b64decode(text.strip().translate(str.maketrans("-_", "+/")), validate=True)
    except ValueError as error:
        raise MasterKeyError("it is not base64; `openssl rand -base64 32` makes one") from error
    if len(secret) != _SIZE:
        raise MasterKeyError(
            f"it has {len(secret)} bytes, not {_SIZE}; `openssl rand -base64 32` makes one"
        )
    return MasterKey(secret)


def key_in(file: Path) -> MasterKey:
    """Read the key that a file holds; `MasterKeyError` where there is none."""
    try:
        return master_key(file.read_text(encoding="ascii"))
    except OSError as error:
        raise MasterKeyError(
            f"The key file {file} cannot be read: {error.strerror}. The texts on record are sealed "
            "with it: put it back from a copy, or set POLICYBOT_MASTER_KEY to what stood in it."
        ) from error
    except ValueError as error:
        raise MasterKeyError(f"The key file {file} holds no key: {error}.") from error


def key_made_in(file: Path) -> MasterKey:
    """Read the key of a file, which is made where there is none; only its owner may read it."""
    if not file.exists():
        try:
            _make(file)
        except OSError as error:
            raise MasterKeyError(
                f"The key file {file} cannot be made: {error.strerror}."
            ) from error
    return key_in(file)


def _make(file: Path) -> None:
    """Put a new key there, whole or not at all; where another process was faster, leave its own."""
    made = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as writing:
            writing.write(base64.b64encode(secrets.token_bytes(_SIZE)) + b"\n")
            writing.flush()
            os.fsync(writing.fileno())
        with suppress(FileExistsError):
            os.link(made, file)
    finally:
        made.unlink()
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
