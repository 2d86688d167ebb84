"""What people do at the HR desk, step by step, as the tests of it need it."""

from typing import Any

from tests.scenarios.chat.clients import Dialog, Person
from tests.scenarios.chat.company import OFFICE
from tests.scenarios.chat.office import Office

NOTE = "It is about the Friday before Easter."
REPLY = "On that Friday we close at noon."
VERIFIED = "On the Friday before Easter the office closes at noon."
VERIFIED_QUESTION = "When does the office close on the Friday before Easter?"

Shown = Any
"""What somebody sees of a message of a fake."""


async def answered(
    bot: Office, person: Person, question: str = OFFICE, *, button: str = "ask_hr"
) -> Shown:
    """Ask in private, and give the answer once it has a button."""
    dm = bot.dm(person)
    before = {shown.id for shown in person.screen(dm)}
    asked = await person.says(question, in_=dm)
    return await person.sees(
        lambda shown: (
            shown.id not in before
            and shown.thread == bot.thread(asked)
            and not bot.goes_on(shown)
            and _has(bot, person, shown, button)
        ),
        in_=dm,
        within=10,
    )


async def asks_hr(bot: Office, person: Person, question: str = OFFICE, **values: object) -> str:
    """Ask, then ask HR; gives the number of the case."""
    shown = await answered(bot, person, question)
    return await sends(bot, await bot.opens(person, "ask_hr", shown), **values)


async def sends(bot: Office, form: Dialog, **values: object) -> str:
    """Send a question to HR; gives the number of the case, once HR has it."""
    before = {case_of(bot, shown) for shown in cards(bot)}
    await form.sends(**({"note": NOTE} | values))
    await bot.until(lambda: {case_of(bot, shown) for shown in cards(bot)} - before, within=10)
    (case,) = {case_of(bot, shown) for shown in cards(bot)} - before
    return case


def cards(bot: Office) -> list[Shown]:
    """The cards of cases in HR's channel."""
    return [shown for shown in bot.vera.screen(bot.desk) if case_of(bot, shown)]


def case_of(bot: Office, shown: Shown) -> str:
    """The number of the case that a message of HR's channel is the card of."""
    pressed = bot.buttons(bot.vera, shown)
    values = {value for button, value in pressed if button.startswith("case_")}
    return values.pop() if len(values) == 1 else ""


def card(bot: Office, case: str) -> Shown:
    """The card of a case, as it stands now."""
    (found,) = [shown for shown in cards(bot) if case_of(bot, shown) == case]
    return found


async def card_says(bot: Office, case: str, part: str) -> Shown:
    """Wait until the card of a case says something."""
    await bot.until(lambda: card(bot, case).says(part), within=10)
    return card(bot, case)


async def claims(bot: Office, person: Person, case: str) -> None:
    await person.presses("case_claim", on=card(bot, case))
    await card_says(bot, case, "In work")


async def replies(bot: Office, person: Person, case: str, text: str = REPLY) -> None:
    form = await bot.opens(person, "case_reply", card(bot, case))
    await form.sends(text=text)
    await card_says(bot, case, "Answered")


async def verified(
    bot: Office,
    case: str,
    question: str = VERIFIED_QUESTION,
    answer: str = VERIFIED,
) -> Shown:
    """Let Vera propose what she replied as a verified answer of Hugo's; gives its card."""
    form = await bot.opens(bot.vera, "case_save", card(bot, case))
    await form.sends(question=question, answer=answer, owner=bot.picked(bot.hugo))
    return await bot.hugo.sees("Waiting for a second person", in_=bot.desk, within=10)


def _has(bot: Office, person: Person, shown: Shown, button: str) -> bool:
    return any(action == button for action, _ in bot.buttons(person, shown))
