"""Answers on record, without asking anybody for them."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from bot.answers import Citation, Grounded, Statement, places
from storage.exchanges import Exchanges, Opening

ANA, BEN, EVE = "ana@corp.example", "ben@corp.example", "eve@elsewhere.example"
QUESTION = "¿Puedo teletrabajar desde la casa de mi hermana Leocadia?"
SAID = "Sí, veinticuatro días al año, dice la norma."
HANDBOOK = "https://wiki.corp.example/remote#days"
LEAVE = Citation(
    document_id="wiki:remote",
    chunk_id="remote-1",
    path="time/remote-work.md",
    title="Remote work",
    heading=("Days",),
    url=HANDBOOK,
    version="3",
    effective_from=None,
    page=None,
    language="en",
    quote="24 days a year.",
)


def cited(*urls: str) -> Grounded:
    """An answer that cites a place at each of these addresses, in this order."""
    return Grounded(
        tuple(
            Statement(SAID, (replace(LEAVE, chunk_id=f"c{n}", url=url),))
            for n, url in enumerate(urls)
        )
    )


async def answered(
    exchanges: Exchanges,
    asker: str = ANA,
    *,
    question: str = QUESTION,
    urls: Sequence[str] = (HANDBOOK,),
    private: bool = True,
    thread: str | None = "D1",
) -> str:
    """Put a question and its answer on record, as the assistant does."""
    opening = Opening(asker, "tests", private=private, thread=thread)
    asked = {"question": question, "language": "es", "principals": ["everyone", "group:all"]}
    exchange_id = await exchanges.open(opening, asked, [])
    answer = cited(*urls)
    told = {
        "kind": "grounded",
        "first": "",
        "answer": asdict(answer),
        "links": [them[0].url for them in places(answer.citations).values()],
    }
    await exchanges.append(exchange_id, "answered", told)
    return exchange_id
