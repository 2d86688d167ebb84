"""What is there to show, when somebody opens a document?"""

from dataclasses import dataclass

from retrieval.documents import Document


@dataclass(frozen=True, slots=True)
class Pdf:
    """A PDF as it is kept: a browser shows its pages better than their text could."""

    name: str
    data: bytes


Opened = Document | Pdf
