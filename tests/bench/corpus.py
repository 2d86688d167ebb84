"""What is measured on: the model, pages of the real collections or else of the sample company."""

from pathlib import Path

from connectors.folder import FolderSource
from retrieval.embedding import EMBEDDED, FastEmbedder

ROOT = Path(__file__).parents[2]
_DATA = ROOT.parent / "shared" / "data"
_COMPANY = ROOT / "bot" / "demo" / "company"


def embedder() -> FastEmbedder:
    """The embedded model, from the folder that the tests keep it in."""
    folder = ROOT / ".pytest_cache" / "d" / "models"
    folder.mkdir(parents=True, exist_ok=True)
    return FastEmbedder(EMBEDDED, folder)


def pages() -> FolderSource:
    """A handbook of 246 pages where it is beside the project, else the sample company."""
    handbook = _DATA / "tts-handbook"
    if not handbook.exists():
        return FolderSource("bench", _COMPANY, _COMPANY / "access.json")
    return FolderSource("bench", handbook, _DATA / "acl.json")
