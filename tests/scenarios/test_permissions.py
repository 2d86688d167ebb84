"""May anybody find what they may not read? Every golden question of the sample company, as asked.

Only retrieval: what is not found cannot be said.
"""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import COMPANY, Application, application
from bot.conversation import Message
from bot.evaluation.questions import Golden, read_questions
from bot.settings import Settings
from retrieval.access import EVERYONE, Access, reader
from retrieval.embedding import FastEmbedder
from storage.moments import now

FILE = COMPANY.parent / "questions.jsonl"
QUESTIONS = read_questions(FILE)
CLOSED: dict[str, list[str]] = {
    row["id"]: row.get("must_not_retrieve", [])
    for row in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
}

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(company_data: Path, embedder: FastEmbedder) -> AsyncIterator[Application]:
    async with application(Settings(data=company_data), model=embedder) as app:
        yield app


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def accesses(app: Application) -> dict[str, Access]:
    """Who may read each page, as the access file says now."""
    return {item.path: item.access for item in (await app.source.listing()).items}


async def touched(app: Application, golden: Golden, *, private: bool) -> set[str]:
    """Every page that a search brought to light, whatever became of it."""
    consulted = await app.assistant.consult(
        Message(golden.question, golden.asker, "tests", private=private, context=golden.thread)
    )
    assert consulted.found is not None
    dropped = {drop.passage.path for drop in consulted.found.dropped}
    return {passage.path for passage in consulted.found.passages} | dropped


async def test_no_page_is_found_that_the_asker_may_not_read(
    app: Application, accesses: dict[str, Access]
) -> None:
    members = {member.email: member for member in (await app.source.listing()).members}
    assert any(CLOSED.values())
    for golden in QUESTIONS:
        grants = members[golden.asker].grants
        person = reader(EVERYONE, *(grant.principal for grant in grants))

        found = await touched(app, golden, private=True)

        assert found
        assert {path for path in found if not accesses[path].admits(person, now())} == set()
        assert found.isdisjoint(CLOSED[golden.id])


async def test_in_a_channel_only_what_everyone_may_read_is_found(
    app: Application, accesses: dict[str, Access]
) -> None:
    everyone = reader(EVERYONE)
    for golden in QUESTIONS:
        found = await touched(app, golden, private=False)

        assert found
        assert {path for path in found if not accesses[path].admits(everyone, now())} == set()


async def test_a_page_that_is_closed_to_one_of_a_pair_is_found_by_the_other(
    app: Application,
) -> None:
    denied = [golden for golden in QUESTIONS if "acl-denied" in golden.tags]
    allowed = [golden for golden in QUESTIONS if "acl-allowed" in golden.tags]

    reached = set().union(*[await touched(app, golden, private=True) for golden in allowed])
    closed = {path for golden in denied for path in CLOSED[golden.id]}

    assert closed
    assert closed <= reached
