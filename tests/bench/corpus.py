"""What is measured on: the model, pages of the real collections or else of the sample company."""

from pathlib import Path

import numpy as np

from connectors.folder import FolderSource
from retrieval.centring import Centre, Centres
from retrieval.embedding import EMBEDDED, FastEmbedder

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
COMPANY = ROOT / "bot" / "demo" / "company"


class Uncentred(FastEmbedder):
    """A model whose vectors are told as they come, from no middle of their language."""

    def __init__(self, model: str, folder: Path) -> None:
        super().__init__(model, folder)
        nothing = {"": Centre(np.zeros(self.size, np.float32), np.zeros(self.size, np.float32))}
        self._centres = Centres({"passages": nothing, "questions": nothing})


def kept(name: str) -> Path:
    """A folder that is kept between runs, where the tests keep theirs."""
    return ROOT / ".pytest_cache" / "d" / name


def embedder(*, threads: int = 1) -> FastEmbedder:
    """The embedded model, from the folder that the tests keep it in."""
    folder = kept("models")
    folder.mkdir(parents=True, exist_ok=True)
    return FastEmbedder(EMBEDDED, folder, threads=threads)


def uncentred() -> Uncentred:
    """The same model without centring."""
    return Uncentred(EMBEDDED, kept("models"))


def pages() -> FolderSource:
    """A handbook of 246 pages where it is beside the project, else the sample company."""
    handbook = DATA / "tts-handbook"
    if not handbook.exists():
        return FolderSource("bench", COMPANY, COMPANY / "access.json")
    return FolderSource("bench", handbook, DATA / "acl.json")
