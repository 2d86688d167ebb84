from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import date

import pytest
from structlog.testing import capture_logs

from bot.app import Application, application
from bot.library import Found
from bot.settings import Settings
from connectors.sync import Sync
from retrieval.access import access, clause, reader
from retrieval.documents import Status
from retrieval.embedding import FastEmbedder
from retrieval.search import Query
from retrieval.timing import Timings
from tests.fakes.shelf import Shelf

QUESTION = Query("How many days of annual leave do I have?", "en")


@dataclass
class House:
    app: Application
    shelf: Shelf

    async def sync(self) -> None:
        await Sync(self.shelf, self.app.stores, self.app.cutting).run()

    async def find(self, *principals: str) -> Found:
        return await self.app.library.find(QUESTION, reader(*principals), Timings())


@pytest.fixture
async def house(settings: Settings, embedder: FastEmbedder) -> AsyncIterator[House]:
    async with application(settings, model=embedder) as app:
        shelf = Shelf()
        shelf.put("leave.md", "Everybody has 23 working days of annual leave a year.")
        shelf.put("bands.md", "Days of leave by salary band.", "group:hr")
        house = House(app, shelf)
        await house.sync()
        yield house


def paths(found: Found) -> list[str]:
    return [passage.path for passage in found.passages]


async def test_a_reader_finds_what_is_open_to_them_and_nothing_else(house: House) -> None:
    assert paths(await house.find("everyone")) == ["leave.md"]
    assert set(paths(await house.find("everyone", "group:hr"))) == {"leave.md", "bands.md"}


async def test_nobody_finds_nothing(house: House) -> None:
    assert await house.find() == Found((), ())
    assert paths(await house.find("group:unknown")) == []


async def test_a_restriction_that_another_process_made_is_seen_at_once(house: House) -> None:
    house.shelf.put("leave.md", house.shelf.pages["leave.md"].sections[0].text, "group:managers")
    await house.sync()

    assert paths(await house.find("everyone")) == []
    assert paths(await house.find("group:managers")) == ["leave.md"]


@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        ("ledger_access", "another access is in force"),
        ("ledger_gone", "not in force"),
        ("point_access", "another access is in force"),
    ],
)
async def test_what_index_and_ledger_do_not_agree_on_is_dropped_and_told(
    house: House, tamper: str, why: str
) -> None:
    open_to_all = access(clause("everyone"))
    match tamper:
        case "ledger_access":
            hr = access(clause("group:hr"))
            await house.app.stores.accesses.add({hr.id: hr.canonical()})
            await house.app.stores.ledger.set_access("shelf:leave.md", hr.id)
        case "ledger_gone":
            await house.app.stores.ledger.remove("shelf:leave.md")
        case _:
            await house.app.stores.index.set_access("shelf:bands.md", open_to_all, Status.APPROVED)

    with capture_logs() as logs:
        found = await house.find("everyone")

    dropped = {drop.passage.path: drop.why for drop in found.dropped}
    tampered = "bands.md" if tamper == "point_access" else "leave.md"
    assert dropped == {tampered: why}
    assert tampered not in paths(found)
    assert [log["event"] for log in logs] == ["second lock dropped passages"]


async def test_a_generation_that_is_not_in_force_is_dropped(house: House) -> None:
    ledger = house.app.stores.ledger
    line = (await ledger.of_source("shelf"))["shelf:leave.md"]
    await ledger.put(replace(line, generation="another"))

    found = await house.find("everyone")

    assert [drop.why for drop in found.dropped] == ["another generation is in force"]


async def test_what_is_not_in_force_does_not_answer(house: House) -> None:
    text = "Everybody had 21 working days of annual leave a year."
    house.shelf.put("leave-2024.md", text, status=Status.SUPERSEDED)
    await house.sync()

    assert paths(await house.find("everyone")) == ["leave.md"]


async def test_where_all_that_a_reader_may_see_is_little_all_of_it_is_offered(
    house: House,
) -> None:
    for number in range(30):
        house.shelf.put(f"rule-{number}.md", f"Rule {number} is about parking space {number}.")
    await house.sync()

    found = await house.find("everyone")

    assert found.is_whole
    assert len(found.offered) == len(found.passages) == 31


async def test_where_it_is_more_only_the_best_is_offered(house: House) -> None:
    for number in range(30):
        house.shelf.put(f"rule-{number}.md", f"Rule {number} of leave. " + f"{number} days. " * 150)
    await house.sync()

    found = await house.find("everyone")

    assert not found.is_whole
    assert len(found.offered) == 20


async def test_a_passage_is_read_in_its_section(house: House) -> None:
    text = "\n\n".join(f"Step {n}: leave has the rule {n}. " + "Ask early. " * 60 for n in range(6))
    house.shelf.put("leave.md", text)
    await house.sync()
    found = await house.find("everyone")

    section = await house.app.library.section(found.passages[0], reader("everyone"))

    assert len(section) > 1
    assert "".join(one.text for one in section) == text
    assert await house.app.library.section(found.passages[0], reader("group:unknown")) == []


async def test_what_no_longer_holds_is_not_offered(house: House) -> None:
    leave = house.shelf.pages["leave.md"]
    house.shelf.pages["leave.md"] = replace(leave, effective_until=date(2026, 1, 31))
    await house.sync()

    found = await house.find("everyone")

    assert paths(found) == []
    assert [drop.why for drop in found.dropped] == ["no longer in force since 2026-01-31"]


async def test_what_carries_the_code_that_is_asked_for_comes_first(house: House) -> None:
    house.shelf.put("forms.md", "Leave without pay needs form SF-71, signed by two people.")
    await house.sync()
    query = replace(QUESTION, identifiers=frozenset({"SF-71"}))

    with_code = await house.app.library.find(query, reader("everyone"), Timings())

    assert paths(await house.find("everyone"))[0] == "leave.md"
    assert paths(with_code)[0] == "forms.md"


async def test_what_answers_a_part_of_a_question_comes_with_what_answers_the_rest(
    house: House,
) -> None:
    for number in range(30):
        house.shelf.put(f"leave-{number}.md", f"Annual leave of team {number} is 23 days a year.")
    house.shelf.put("parking.md", "The car park opens at seven in the morning.")
    await house.sync()
    query = replace(QUESTION, parts=(QUESTION.text, "When does the car park open?"))

    found = await house.app.library.find(query, reader("everyone"), Timings())

    assert "parking.md" in paths(found)[:3]


async def test_twins_that_state_other_figures_are_both_kept(house: House) -> None:
    text = "Whoever moves house gets {} days of leave, once a year, to be asked for in the portal."
    house.shelf.put("old.md", text.format(2))
    house.shelf.put("new.md", text.format(3))
    await house.sync()

    found = await house.find("everyone")

    assert {"old.md", "new.md"} <= set(paths(found))
