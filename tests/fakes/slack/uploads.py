"""What file does the app give to whom?"""

from dataclasses import dataclass

from tests.fakes.slack.texts import Body


@dataclass(eq=False)
class File:
    """A file that was announced, and then may have been sent and shared."""

    id: str
    name: str
    length: int
    content: bytes | None = None
    title: str = ""
    is_shared: bool = False

    @property
    def texts(self) -> set[str]:
        """What can be read of it."""
        return {self.name, self.title, (self.content or b"").decode(errors="replace")} - {""}

    def json(self) -> Body:
        return {
            "id": self.id,
            "name": self.name,
            "title": self.title or self.name,
            "size": self.length,
            "mode": "hosted",
        }
