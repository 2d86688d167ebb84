"""What people do at the HR desk in Slack, step by step, as the tests of it need it."""

from tests.fakes.slack.acting import Person
from tests.fakes.slack.screens import Shown
from tests.fakes.slack.views import View
from tests.scenarios.slack.office import OFFICE, Office

NOTE = "It is about the Friday before Easter."


async def answered(
    bot: Office, person: Person, question: str = OFFICE, *, button: str = "ask_hr"
) -> Shown:
    """Ask in private, and give the answer once it has a button."""
    dm = bot.slack.dm(person)
    asked = await person.says(question, in_=dm)
    return await person.sees(
        lambda shown: shown.thread == asked.ts and _has(person, shown, button), in_=dm
    )


async def presses(bot: Office, person: Person, button: str, on: Shown | View) -> View:
    """Press a button that opens a dialog."""
    before = person.modal
    await person.presses(button, on=on)
    await bot.slack.until(lambda: person.modal is not None and person.modal is not before)
    assert person.modal is not None
    return person.modal


async def asks_hr(bot: Office, person: Person, question: str = OFFICE, **values: object) -> str:
    """Ask, then ask HR; gives the number of the case."""
    shown = await answered(bot, person, question)
    return await sends(bot, person, await presses(bot, person, "ask_hr", shown), **values)


async def sends(bot: Office, person: Person, modal: View, **values: object) -> str:
    """Send a question to HR; gives the number of the case, once HR has it."""
    before = {case_of(shown) for shown in cards(bot)}
    await person.submits(modal, {"note": NOTE} | values)
    await bot.slack.until(lambda: {case_of(shown) for shown in cards(bot)} - before)
    (case,) = {case_of(shown) for shown in cards(bot)} - before
    return case


def cards(bot: Office) -> list[Shown]:
    """The cards of cases in HR's channel."""
    return [shown for shown in bot.vera.screen(bot.desk) if case_of(shown)]


def case_of(shown: Shown) -> str:
    """The number of the case that a message of HR's channel is the card of."""
    values = {
        str(element.get("value"))
        for block in shown.blocks
        for element in block.get("elements", ())
        if str(element.get("action_id", "")).startswith("case_")
    }
    return values.pop() if len(values) == 1 else ""


def card(bot: Office, case: str) -> Shown:
    """The card of a case, as it stands now."""
    (found,) = [shown for shown in cards(bot) if case_of(shown) == case]
    return found


def _has(person: Person, shown: Shown, button: str) -> bool:
    return any(element["action_id"] == button for element in person.buttons(shown))
