"""The security cases that were handed over, asked in a chat: what is written opens nothing."""

import re

from tests.scenarios.chat.company import OFFICE
from tests.scenarios.chat.handed import security_input
from tests.scenarios.chat.office import Office
from tests.scenarios.chat.record import Asked

NOWHERE = "May I keep an iguana at my desk?"


async def asked(bot: Office, text: str) -> Asked:
    """Ask as Ben in private, and read what is on record of it."""
    await bot.ben.says(text, in_=bot.dm(bot.ben))
    await bot.settles()
    return (await bot.record())[-1]


async def test_what_somebody_writes_in_private_opens_nothing(bot: Office) -> None:
    """U01, U02, U03, U05: the reader is what the directory says, whatever the message claims."""
    plain = await asked(bot, OFFICE)
    nowhere = await asked(bot, NOWHERE)
    for name in ("U01", "U02", "U03", "U05"):
        told = await asked(bot, security_input(name))
        assert told.reader == plain.reader, name
        assert not any("hr/" in document for document in told.found), name
        assert told.outcome == "abstained" or name == "U05", name
        if name == "U01":
            assert (told.reason, told.text) == (nowhere.reason, nowhere.text)
    seen = " ".join(bot.ben.everything_told)
    assert "91,000" not in seen
    assert "14 despidos" not in seen
    assert not bot.refused


async def test_sixty_thousand_signs_are_refused_with_a_word_and_on_record(bot: Office) -> None:
    """U07."""
    text = (re.match(r"A+", security_input("U07")) or [""])[0] * 2_000
    told = await asked(bot, text[:60_000])

    assert (told.outcome, told.reason) == ("abstained", "refused")
    assert len(told.question) == 60_000
    await bot.ben.sees(told.text, in_=bot.dm(bot.ben))
    assert not bot.refused
