"""The whole product at the real client: all that somebody in Teams does with it, and sees."""

import sys
from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

from bot.app import application
from retrieval.embedding import FastEmbedder
from tests.fakes.teams_playground.fixtures import playground, playgrounds
from tests.fakes.teams_playground.process import CHANNEL
from tests.fakes.teams_playground.rig import Playground
from tests.scenarios.slack.office import (
    BANDS,
    BANDS_ANSWER,
    MEALS,
    MEALS_ANSWER,
    MEALS_OPTION,
    OFFICE,
    OFFICE_ANSWER,
    settings_over,
)
from tests.scenarios.teams.playground_office import (
    ABROAD,
    ABROAD_ANSWER,
    HOTEL,
    HOTEL_ANSWER,
    RATES,
    PlaygroundOffice,
    running,
    write_office,
)

__all__ = ["playground", "playgrounds"]
# Green within 2:05 on a loaded machine; on an idle one the first reply may stall, and why is open.
pytestmark = [
    pytest.mark.browser,
    pytest.mark.xfail(reason="the first reply stalls on an idle machine: open", strict=False),
]

NOTE = "It is about the Friday before Easter."
REPLY = (
    "We close early:\n\n| Day | Until |\n| --- | --- |\n| Thursday | 14:00 |\n| Friday | 12:00 |"
)


@pytest.fixture(scope="module")
def called() -> Iterator[set[str]]:
    """Every host that this process connects to."""
    hosts, is_on = set[str](), True

    def note(event: str, told: tuple[object, ...]) -> None:
        if is_on and event == "socket.connect" and isinstance(told[1], tuple):
            hosts.add(str(told[1][0]))

    sys.addaudithook(note)
    yield hosts
    is_on = False


@pytest.fixture
async def office(
    playground: Playground,
    tmp_path: Path,
    models: Path,
    embedder: FastEmbedder,
    called: set[str],
) -> AsyncIterator[PlaygroundOffice]:
    """The bot over its policies, with Ana at the playground; nothing of it leaves this machine."""
    write_office(tmp_path / "policies")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "models").symlink_to(models)
    settings = settings_over(tmp_path / "data", tmp_path / "policies")
    async with application(settings, model=embedder) as app:
        await app.sync()
    async with running(playground, settings, embedder) as office:
        yield office
    assert called
    assert all(ip_address(host).is_loopback for host in called)
    assert all("cdn.office.net" in url for url in playground.requests)  # and those were not let out
    assert not playground.complaints


async def test_somebody_asks_and_looks_at_what_the_answer_rests_on(
    office: PlaygroundOffice,
) -> None:
    ana = office.playground
    await ana.sees("Write to me here: only you read the answer.")
    await ana.sees("Parental leave")
    await ana.pictures("welcome")
    await ana.says(HOTEL)
    await ana.sees("Looking through the policies…")
    await ana.pictures("asking")
    await ana.sees(HOTEL_ANSWER)
    await ana.sees("Show passage")
    await ana.sees("“privacy” shows what is kept of you")  # once, to a newcomer
    await ana.pictures("answered")
    source = await ana.unfolds(1)
    assert HOTEL_ANSWER in source
    assert "Hotels › Within the country" in source

    await ana.presses("Show passage [1]")
    await ana.sees("Open at this section")
    await ana.pictures("passage")
    await ana.presses("Close")
    await ana.sees("From 1 policy you can read")
    await ana.pictures("passage closed")

    assert "Thank you!" in await ana.rates("dislike", "Last year's figure")
    await ana.says(ABROAD)
    await ana.sees(ABROAD_ANSWER)
    await ana.pictures("followed up")
    asked, followed = await office.record()
    assert "hotel" in followed.search
    assert (asked.asker, asked.private) == ("ana@corp.example", True)
    (rating,) = await office.ratings()
    assert (rating.good, rating.reason) == (False, "Last year's figure")


async def test_the_bot_asks_back_tells_of_a_table_and_of_what_it_keeps(
    office: PlaygroundOffice,
) -> None:
    ana = office.playground
    await ana.says(MEALS)
    await ana.sees(MEALS_OPTION)
    await ana.pictures("asked back")
    await ana.presses(MEALS_OPTION)
    await ana.sees(MEALS_ANSWER)
    await ana.pictures("chosen")
    await ana.says(RATES)
    await ana.sees("Japan — Full day: 66 euros")
    await ana.pictures("rows")
    await ana.says("privacy")
    await ana.sees("You asked me 3 questions")
    await ana.pictures("privacy")


async def test_hr_is_asked_in_the_place_of_the_card_and_answers_at_its_own(
    office: PlaygroundOffice,
) -> None:
    ana = office.playground
    async with ana.beside("Vera Lind") as vera:
        await ana.installs("group")
        await vera.goes("group")
        await ana.says(OFFICE)
        await ana.sees("Ask HR")
        await ana.presses("Ask HR")
        await ana.sees("You can change it before it goes to HR.")
        await ana.writes("What else should HR know?", NOTE)
        await ana.pictures("asking HR")
        await ana.presses("Send")
        await ana.sees("HR has your question.")
        await ana.sees("Show passage")  # the card is back
        await ana.pictures("HR asked")

        await vera.sees("With nobody yet")
        await vera.sees(NOTE)
        await vera.pictures("HR case")
        await vera.presses("Take the case")
        await vera.sees("With Vera Lind")
        await vera.presses("Answer")
        await vera.writes("Your answer", REPLY)
        await vera.pictures("HR answering")
        await vera.presses("Send")
        await vera.sees("Vera Lind replied")
        await vera.pictures("HR answered")

        await ana.sees("Vera Lind from HR answered your question:")
        await ana.sees("Thursday")
        await ana.pictures("answered by HR")


async def test_among_others_everybody_reads_the_answer_and_more_is_told_in_private(
    office: PlaygroundOffice,
) -> None:
    ana = office.playground
    await ana.says(OFFICE, in_="group")
    await ana.sees(OFFICE_ANSWER)
    await ana.sees("Show passage")
    await ana.pictures("group")

    await ana.says(BANDS, in_="channel")
    await ana.sees("Answer me privately")
    await ana.presses("Answer me privately")
    await ana.replies(OFFICE)
    await ana.sees(OFFICE_ANSWER)
    await ana.sees("Show passage")
    await ana.pictures("thread")
    said = await ana.reads()
    assert [one.text for one in said if one.author == "Ana Ruiz"] == [
        f"Policy Bot {BANDS}",
        f"Policy Bot {OFFICE}",
    ]
    assert not any(BANDS_ANSWER in one.text for one in said)
    assert not any("Looking through" in one.text or one.text == "…" for one in said)

    await ana.goes("personal")
    await ana.sees("You asked in a channel:")
    await ana.sees(BANDS_ANSWER)
    await ana.sees(f"Share in {CHANNEL}")
    await ana.pictures("answered in private")
