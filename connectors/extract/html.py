"""Plain text into sections."""

from connectors.extract.extracted import Extracted


def extract(data: bytes, path: str) -> Extracted:
    """Read a text file."""
    raise NotImplementedError
