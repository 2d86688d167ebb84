"""A record whose texts are sealed with a key that the tests know."""

from storage.database import Database
from storage.exchanges import Exchanges
from storage.master_key import MasterKey
from storage.sealing import Sealer

MASTER = MasterKey(bytes(range(32)))


def sealer(database: Database) -> Sealer:
    return Sealer(database, MASTER)


def recorded(database: Database) -> Exchanges:
    return Exchanges(database, sealer(database))
