"""A desk to answer at, a reply that says how it ends, and pages to answer from."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.answering.request import Request
from retrieval.documents import Passage
from tests.bot.answering.passages import Page
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.replies import Piece, Reply, reply

ANA = "ana@corp.example"
LEAVE = Page("Annual leave").passage(
    "Everyone has 23 working days of annual leave a year. However, interns have 12 days.\n\n"
    "Up to 5 days may be carried over to the next year with form LV-02.\n",
    heading="Days",
)
TRAVEL = Page("Business travel").passage(
    "The following are not covered on a trip:\n\n- Parking fines\n- Drinks from the minibar\n",
    heading="Limits",
)
SABBATICAL = Page("Sabbaticals").passage("A sabbatical lasts 6 months at most.\n")
PAGES = (LEAVE, TRAVEL)


@dataclass
class TestDesk:
    """One exchange; `found` is what a search brings."""

    __test__ = False

    exchange_id: str = "EXCHANGE01"
    asker: str = ANA
    found: Sequence[Passage] = ()
    searched: list[str] = field(default_factory=list)
    events: list[tuple[str, Mapping[str, object]]] = field(default_factory=list)

    async def search(self, query: str) -> Sequence[Passage]:
        self.searched.append(query)
        return self.found

    async def record(self, kind: str, body: Mapping[str, object]) -> None:
        self.events.append((kind, body))

    def body(self, kind: str) -> Mapping[str, object]:
        """The one event of a kind."""
        (body,) = [body for named, body in self.events if named == kind]
        return body


def question(text: str, language: str = "en", **more: object) -> Request:
    return Request(text, text, language, language, **more)  # type: ignore[arg-type]  # as named


def key(asked: Asked) -> str:
    found = re.search(r"The key is (\w+)\.", asked.question)
    assert found
    return found[1]


def begins(word: str, *pieces: str | Piece, **more: object) -> Callable[[Asked], Reply]:
    """Reply with that word and the key in the first line; KEY in a text is the key."""

    def answering(asked: Asked) -> Reply:
        own = [p.replace("KEY", key(asked)) if isinstance(p, str) else p for p in pieces]
        return reply(f"{word} {key(asked)}\n", *own, **more)  # type: ignore[arg-type]  # as named

    return answering
