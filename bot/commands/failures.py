"""Which failures carry a sentence for whoever ran the command?"""

from bot.answering.contacts import ContactsError
from bot.app import BusyError
from bot.commands.ports import PortError
from bot.evaluation.questions import QuestionsError
from bot.settings import SettingsError
from connectors.source import SourceUnavailableError
from retrieval.cross_encoder import RerankerUnavailableError
from retrieval.embedded_model import EmbeddedModelError
from retrieval.embedding import ModelUnavailableError
from retrieval.engine.launch import EngineError
from retrieval.glossary import GlossaryError
from retrieval.index import IndexMismatchError, IndexUnavailableError
from storage.database import StorageUnavailableError
from storage.master_key import MasterKeyError


class UnsoundError(RuntimeError):
    """A part answers, but what it says is not as it should be."""


KNOWN: tuple[type[Exception], ...] = (
    BusyError,
    ContactsError,
    EmbeddedModelError,
    EngineError,
    GlossaryError,
    IndexMismatchError,
    IndexUnavailableError,
    MasterKeyError,
    ModelUnavailableError,
    PortError,
    QuestionsError,
    RerankerUnavailableError,
    SettingsError,
    SourceUnavailableError,
    StorageUnavailableError,
    UnsoundError,
)
