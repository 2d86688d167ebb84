"""An assistant that knows a few replies by heart: one of each kind, and some that mean harm."""

import asyncio
from dataclasses import replace
from datetime import date

from bot.answers import (
    Abstained,
    Answer,
    Citation,
    Clarification,
    Grounded,
    Nearby,
    Reason,
    Statement,
    Unavailable,
)
from bot.conversation import Message, Reply
from bot.surfaces.web.asking import Person
from bot.surfaces.web.chat import Example

COMPANY = "Meridian Labs"
ANA = Person("ana@corp.example", "Ana García", "HR manager", "Ana may also read the HR pages.")
BEN = Person("ben@corp.example", "Ben Okafor", "Engineer")
PEOPLE = (ANA, BEN, Person("kim@contractor.example", "Kim Larsen", "Contractor"))

EXAMPLES = (
    Example("How many days of parental leave do I get?", "en"),
    Example("What may I spend on a hotel in Madrid?", "en"),
    Example("¿Cuándo puedo trabajar a distancia?", "es"),
    Example("¿Quién aprueba un viaje al extranjero?", "es"),
)

LEAVE = Citation(
    document_id="folder:leave",
    chunk_id="leave-3",
    path="people/parental-leave.md",
    title="Parental leave",
    heading=("Entitlement", "How long"),
    url="https://wiki.corp.example/leave#how-long",
    version="4.1",
    effective_from=date(2025, 1, 1),
    page=None,
    language="en",
    quote="Each parent may take **16 weeks** of paid leave, within two years of the birth.",
)

RATES = Citation(
    document_id="folder:travel",
    chunk_id="travel-7",
    path="travel/rates.pdf",
    title="Business travel: rates and limits",
    heading=("Hotels", "Limits by city"),
    url="https://wiki.corp.example/rates.pdf#page=12",
    version="2025-02",
    effective_from=date(2025, 2, 1),
    page=12,
    language="en",
    quote=(
        "The limit is for one night, breakfast included:\n\n"
        "| City | Standard | Trade fairs | Approval above the limit | Booked through |\n"
        "|---|---|---|---|---|\n"
        "| Madrid | 140 € | 190 € | Head of department | travel desk |\n"
        "| Paris | 180 € | 240 € | Head of department | travel desk |\n"
        "| London | 190 £ | 250 £ | Finance | travel desk |\n\n"
        "1. Keep the receipt.\n"
        "2. Claim within 30 days, with:\n"
        "   - the receipt\n"
        "   - the *cost centre*\n"
    ),
)

REMOTE = Citation(
    document_id="folder:remoto",
    chunk_id="remoto-2",
    path="es/trabajo-a-distancia.md",
    title="Trabajo a distancia",
    heading=("Días por semana",),
    url="file:///srv/policies/es/trabajo-a-distancia.md",
    version="3",
    effective_from=date(2024, 9, 1),
    page=None,
    language="es",
    quote="Se puede trabajar a distancia **hasta tres días por semana**, con acuerdo escrito.",
)

EQUIPMENT = replace(
    REMOTE,
    chunk_id="remoto-5",
    heading=("Equipo", "Importes"),
    url=f"{REMOTE.url}#importes",
    quote="| Silla | 250 € |",
)

HOSTILE = replace(
    LEAVE,
    chunk_id="hostile",
    title="<img src=x onerror=alert(1)> Leave",
    heading=("<script>alert(2)</script>",),
    url="javascript:alert(3)",
    version="<b>9</b>",
    quote=(
        "<img src=https://collect.example/i.png onerror=alert(4)> "
        "[press here](javascript:alert(5)) ![logo](https://collect.example/l.png) "
        "[site](https://collect.example/?q=1) <iframe src=//collect.example></iframe>\n\n"
        "| a | b |\n|---|---|\n| <svg onload=alert(6)> | **<i>bold</i>** |\n"
    ),
)

ANSWERS: dict[str, Answer] = {
    "leave": Grounded(
        (
            Statement("Each parent may take **16 weeks** of paid leave.", (LEAVE,)),
            Statement(
                "It has to be taken within two years of the birth.",
                (LEAVE, replace(LEAVE, chunk_id="leave-4", heading=("Entitlement", "When"))),
            ),
        )
    ),
    "hotel": Grounded(
        (
            Statement("In Madrid a night may cost up to 140 €, breakfast included.", (RATES,)),
            Statement("During trade fairs the limit is 190 €.", (RATES,)),
        )
    ),
    "remote": Grounded(
        (Statement(REMOTE.quote, (REMOTE,)),), frame="The policy, in Spanish, says:"
    ),
    "pay": Abstained(
        Reason.NOT_SUPPORTED,
        "I found nothing in the policies you can read that answers this.",
        (
            Nearby("folder:leave", "Parental leave", LEAVE.url),
            Nearby("folder:travel", "Business travel: rates and limits", RATES.url),
        ),
    ),
    "notice": Clarification(
        "The notice period depends on the contract. Which one is yours?",
        ("Permanent", "Fixed term", "Still in probation"),
    ),
    "Fixed term": Grounded((Statement("The notice period is two weeks.", (LEAVE,)),)),
    "equipment": Grounded((Statement("You get 400 € once.", (EQUIPMENT,)),)),
    "hello": Abstained(Reason.COURTESY, "Hello! Ask me about a policy."),
    "outage": Unavailable("The policies can't be searched right now. Try again in a few minutes."),
    "hostile": Grounded(
        (
            Statement(
                "<b>Free</b> leave [x](javascript:alert(7)) <img onerror=alert(8)>", (HOSTILE,)
            ),
        )
    ),
}

TURN_TO = "Nobody has to put up with harassment. Call the advisers: extension 4777."


class KnownReplies:
    """Replies by the first key that the question has in it; keeps what it was asked.

    `failing` makes every reply fail; while `open` is not set, replies wait for it.
    """

    def __init__(self) -> None:
        self.asked: list[Message] = []
        self.failing: Exception | None = None
        self.open = asyncio.Event()
        self.open.set()

    async def reply(self, message: Message) -> Reply:
        self.asked.append(message)
        await self.open.wait()
        if self.failing is not None:
            raise self.failing
        answer = next((known for key, known in ANSWERS.items() if key in message.text), None)
        language = "es" if "¿" in message.text else "en"
        first = TURN_TO if "harass" in message.text else ""
        return Reply("7F3K2", language, answer or ANSWERS["pay"], {"search": 41.0}, first)
