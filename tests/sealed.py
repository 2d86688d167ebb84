"""A record whose texts are sealed with a key that the tests know."""

from collections.abc import Callable
from datetime import datetime

from storage.cases import Cases
from storage.database import Database
from storage.exchanges import Exchanges
from storage.inbox import Inbox
from storage.master_key import MasterKey
from storage.moments import now
from storage.sealing import Sealer
from storage.verified import VerifiedEntries

MASTER = MasterKey(bytes(range(32)))


def sealer(database: Database) -> Sealer:
    return Sealer(database, MASTER)


def recorded(database: Database) -> Exchanges:
    return Exchanges(database, sealer(database))


def inbox_in(database: Database, *, clock: Callable[[], datetime] = now) -> Inbox:
    return Inbox(database, sealer(database), clock=clock)


def cases_in(database: Database) -> Cases:
    return Cases(database, sealer(database))


def entries_in(database: Database) -> VerifiedEntries:
    return VerifiedEntries(database, sealer(database))
