"""What do texts of people go through before they are stored? Each is sealed under its person's key.

A sealed text says under which key: `v1:KEY:BASE64`, AES-256-GCM. The keys are random, kept wrapped
by one that the master key gives, so that whoever has only the database reads nothing, and a person
is forgotten by destroying one row. `plain:` marks what is not sealed under any key.
"""

import base64
import secrets
import time
from collections import OrderedDict
from pathlib import Path
from typing import Generic, TypeVar

import structlog
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from storage.database import Database
from storage.keys import HOUSE, Keys, Wrapped
from storage.master_key import MasterKey, MasterKeyError, key_in, key_made_in, master_key

log = structlog.get_logger()
T = TypeVar("T")

ERASED = "erased:"
"""What stands where a text was taken out of its row."""
_PLAIN = "plain:"
_SEALED = "v1:"
_NONCE = 12  # bytes
_MOST = 2_000  # keys in memory
_LASTING = 60.0  # seconds: another process may have destroyed a key since


def sealed(text: str) -> str:
    """Make a text ready to be stored under no key; `Sealer.seal` is what people's texts need."""
    return _PLAIN + text


def unsealed(stored: str) -> str:
    """Return the text of `sealed`; `ValueError` if it was not stored by that."""
    if not stored.startswith(_PLAIN):
        raise ValueError("This text was not sealed by this version.")
    return stored.removeprefix(_PLAIN)


class Sealer:
    """Seals texts under the key of their person, which is made when it is first needed.

    Keys stay in memory for a minute at most: a key that another process destroyed is dead by then.
    """

    def __init__(self, database: Database, master: MasterKey) -> None:
        self._keys = Keys(database)
        self._master = master
        self._wrapping = AESGCM(master.derived("policybot: keys of people"))
        self._recent = _Recent()

    def derived(self, purpose: str) -> bytes:
        """Make the 32 bytes of another secret of this installation."""
        return self._master.derived(purpose)

    async def check(self) -> None:
        """Find out whether this is the master key of this database, and make it so in a new one.

        Raises `MasterKeyError` where texts were sealed with another.
        """
        await self._id_of(HOUSE)

    async def seal(self, text: str, person: str | None) -> str:
        """Seal a text under the key of a person, or of the house where it is nobody's own.

        Never inside a transaction: a person's first text writes their key.
        """
        id_ = await self._id_of(HOUSE if person is None else person)
        key = await self._key(id_)
        if key is None:  # destroyed between the two: what is sealed now would be gone as well
            return ERASED
        nonce = secrets.token_bytes(_NONCE)
        closed = nonce + key.encrypt(nonce, text.encode(), id_.encode())
        return f"{_SEALED}{id_}:{base64.b64encode(closed).decode()}"

    async def unseal(self, stored: str) -> str | None:
        """Return the text; None where it was erased.

        What does not open although its key is there was changed by somebody: it is logged as an
        alarm, and None as well, so that nothing else on record becomes unreadable by it.
        """
        if stored == ERASED:
            return None
        if stored.startswith(_PLAIN):
            return unsealed(stored)
        id_, _, closed = stored.removeprefix(_SEALED).partition(":")
        key = await self._key(id_)
        if key is None:
            return None
        try:
            raw = base64.b64decode(closed)
            return key.decrypt(raw[:_NONCE], raw[_NONCE:], id_.encode()).decode()
        except (InvalidTag, ValueError):
            log.error("sealed text was changed", key=id_)  # noqa: TRY400  # a trace adds nothing
            return None

    def forget_keys(self) -> None:
        """Let go of every key in memory, after one was destroyed."""
        self._recent = _Recent()

    async def _id_of(self, person: str) -> str:
        """Look up which key is a person's; make one where they have none."""
        recent = self._recent  # what is read before keys are let go of is not kept after it
        if (known := recent.ids.get(person)) is not None:
            return known
        while (wrapped := await self._keys.of(person)) is None:
            await self._keys.add(self._new(), person)
        recent.keys.put(wrapped.id, self._unwrapped(wrapped))
        recent.ids.put(person, wrapped.id)
        return wrapped.id

    async def _key(self, id_: str) -> AESGCM | None:
        """The key of an id; None where it was destroyed."""
        recent = self._recent
        if (known := recent.keys.get(id_)) is not None:
            return known
        wrapped = await self._keys.by_id(id_)
        if wrapped is None:
            return None
        key = self._unwrapped(wrapped)
        recent.keys.put(id_, key)
        return key

    def _new(self) -> Wrapped:
        id_, nonce = secrets.token_hex(8), secrets.token_bytes(_NONCE)
        key = AESGCM.generate_key(256)
        return Wrapped(id_, nonce + self._wrapping.encrypt(nonce, key, id_.encode()))

    def _unwrapped(self, wrapped: Wrapped) -> AESGCM:
        nonce, closed = wrapped.key[:_NONCE], wrapped.key[_NONCE:]
        try:
            return AESGCM(self._wrapping.decrypt(nonce, closed, wrapped.id.encode()))
        except InvalidTag as error:
            raise MasterKeyError(
                "The master key is not the one with which the texts on record were sealed. Set "
                "POLICYBOT_MASTER_KEY to that one; where none was set, it is in the file "
                "`master.key` beside the database."
            ) from error


async def opened_sealer(database: Database, set_to: str | None, file: Path) -> Sealer:
    """Open the sealer over the key that is set, else over the one in a file.

    The file is made only where nothing was ever sealed. Raises `MasterKeyError`.
    """
    if set_to is not None:
        key = master_key(set_to)
    elif await Keys(database).any():
        key = key_in(file)
    else:
        key = key_made_in(file)
    sealer = Sealer(database, key)
    await sealer.check()
    return sealer


class _Recent:
    """What was looked up of late: the id of each person's key, and the keys by id."""

    def __init__(self) -> None:
        self.ids = _Lasting[str]()
        self.keys = _Lasting[AESGCM]()


class _Lasting(Generic[T]):
    """The last values, each for a while."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[float, T]] = OrderedDict()

    def get(self, name: str) -> T | None:
        since, value = self._kept.get(name, (0.0, None))
        return value if time.monotonic() - since < _LASTING else None

    def put(self, name: str, value: T) -> None:
        self._kept[name] = time.monotonic(), value
        self._kept.move_to_end(name)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
