"""From a question that no page answers well, through HR, to an answer that others are given."""

import json
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from bot.answers import Abstained, Citation, Grounded
from bot.app import Application, application, home
from bot.escalation_wording import CaseError, Wrong
from bot.identity import Identity
from bot.reading import Reading
from bot.settings import Settings
from connectors.source import SourceUnavailableError
from retrieval.documents import Document
from retrieval.embedding import Embedder, FastEmbedder, Placed, Question, Text
from retrieval.index import IndexUnavailableError
from storage.verified import Entry, EntryState
from tests.scenarios.handbook import Handbook, ask, engine_pid

ANA, BEN, CLEO = "ana@corp.example", "ben@corp.example", "cleo@corp.example"
MARTA, IVO = "marta@corp.example", "ivo@corp.example"  # of HR
PEOPLE = {
    ANA: {"name": "Ana Ruiz", "groups": ["staff", "managers"]},
    BEN: {"name": "Ben Cole", "groups": ["staff", "managers"]},
    CLEO: {"name": "Cleo Paz", "groups": ["staff"]},
    MARTA: {"name": "Marta Soler", "groups": ["staff", "managers", "hr"]},
    IVO: {"name": "Ivo Lund", "groups": ["staff", "managers", "hr"]},
}
ACCESS = {
    "default": "staff",
    "people": PEOPLE,
    "rules": [{"prefix": "managers/", "audience": "managers"}],
}
BUDGET = "# Team budget\n\nEach team has 300 euros a year for team events.\n"
ASKED = "How much is the budget for team events?"
NOT_TOLD = "Is the sauna of the Lisbon office open on Sundays?"
SECOND = "Does the money for team events carry over into January?"
ANSWER = "Money for team events that is left over carries over until the end of January."


@pytest.fixture
async def app(
    settings: Settings, pages: Handbook, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    pages.write("managers/budget.md", BUDGET)
    pages.write("access.json", json.dumps(ACCESS))
    async with application(settings, model=embedder) as app:
        await app.sync()
        yield app


async def answered_case(app: Application, question: str) -> str:
    """Ask, ask HR, and be answered; returns the case."""
    reply = await ask(app, question, ANA)
    case = await app.desk.open(
        reply.exchange_id,
        ANA,
        note="We still have some.",
        with_text=True,
        origin={"channel": "D1"},
        key="1",
    )
    await app.desk.claim(case.id, MARTA, key="2")
    await app.desk.reply(case.id, MARTA, "Yes, until January, Ana.", key="3")
    return (await app.desk.resolve(case.id, MARTA, key="4")).id


async def proposed(app: Application, case_id: str, answer: str = ANSWER) -> Entry:
    return await app.verification.propose(
        case_id, MARTA, question=SECOND, answer=answer, owner=IVO, until=None, key="5"
    )


async def cited(app: Application, question: str, asker: str) -> list[Citation]:
    answer = (await ask(app, question, asker)).answer
    if not isinstance(answer, Grounded):
        return []
    return [one for statement in answer.statements for one in statement.citations]


async def test_what_hr_answered_one_answers_others_who_may_read_what_it_rests_on(
    app: Application,
) -> None:
    entry = await proposed(app, await answered_case(app, ASKED))
    await app.verification.approve(entry.id, IVO)
    (run,) = await app.sync_source("verified")
    assert (run.source, run.listed, run.added) == ("verified", 1, 1)

    (citation,) = await cited(app, SECOND, BEN)
    assert citation.is_verified_answer
    assert (citation.title, citation.quote) == (SECOND, ANSWER)
    reading = Reading(Identity(app.stores.people), *app.sources)
    document = await reading.open(citation.path, BEN)
    assert isinstance(document, Document)
    assert document.sections[0].text == ANSWER

    for_cleo = (await ask(app, SECOND, CLEO)).exchange_id
    rows = await app.exchanges.retrieved(for_cleo)
    assert {row.document_id for row in rows} == {"folder:leave.md", "folder:hr/bands.md"}
    assert not any(one.is_verified_answer for one in await cited(app, SECOND, CLEO))
    assert await reading.open(citation.path, CLEO) is None


async def test_what_is_withdrawn_is_out_of_answers_before_any_sync(app: Application) -> None:
    entry = await proposed(app, await answered_case(app, ASKED))
    await app.verification.approve(entry.id, IVO)
    await app.sync_source("verified")
    assert await cited(app, SECOND, BEN)

    await app.verification.withdraw(entry.id, IVO)

    assert not any(one.is_verified_answer for one in await cited(app, SECOND, BEN))
    assert await app.stores.index.count(source="verified") == 0
    (run,) = await app.sync_source("verified")
    assert (run.listed, run.removed) == (0, 0)


class Meanwhile:
    """An embedder beside which something else happens, each time that it has placed passages."""

    def __init__(self, embedder: Embedder, happens: Callable[[], Awaitable[object]]) -> None:
        self._embedder = embedder
        self._happens = happens
        self.model, self.size = embedder.model, embedder.size

    def count(self, texts: Sequence[str]) -> list[int]:
        return self._embedder.count(texts)

    async def passages(self, texts: Sequence[Text]) -> list[Placed]:
        placed = await self._embedder.passages(texts)
        await self._happens()
        return placed

    async def question(self, text: Text) -> Question:
        return await self._embedder.question(text)


async def test_what_is_withdrawn_while_it_is_being_written_does_not_come_back(
    app: Application,
) -> None:
    entry = await proposed(app, await answered_case(app, ASKED))
    await app.verification.approve(entry.id, IVO)
    withdrawing = Meanwhile(app.cutting.embedder, lambda: app.verification.withdraw(entry.id, IVO))

    (run,) = await replace(app, cutting=replace(app.cutting, embedder=withdrawing)).sync_source(
        "verified"
    )

    assert run.added == 1
    assert await app.stores.ledger.of_source("verified") == {}
    assert await app.stores.index.count(source="verified") == 0


async def test_when_a_page_is_shut_what_rests_on_it_is_shut_in_the_same_sync(
    app: Application, pages: Handbook
) -> None:
    entry = await proposed(app, await answered_case(app, ASKED))
    await app.verification.approve(entry.id, IVO)
    await app.sync()
    assert await cited(app, SECOND, BEN)

    rules = [{"prefix": "managers/", "audience": "hr"}]
    pages.write("access.json", json.dumps(ACCESS | {"rules": rules}))
    await app.sync_source("folder")

    assert not any(one.is_verified_answer for one in await cited(app, SECOND, BEN))
    assert any(one.is_verified_answer for one in await cited(app, SECOND, MARTA))

    (pages.folder / "managers" / "budget.md").unlink()
    await app.sync()
    assert not any(one.is_verified_answer for one in await cited(app, SECOND, MARTA))


async def test_pages_that_cannot_be_listed_keep_no_verified_answer_from_being_synced(
    app: Application, pages: Handbook
) -> None:
    entry = await proposed(app, await answered_case(app, ASKED))
    await app.verification.approve(entry.id, IVO)
    pages.folder.rename(pages.folder.with_name("elsewhere"))

    with pytest.raises(SourceUnavailableError):
        await app.sync()

    assert [one.document_id for one in await cited(app, SECOND, BEN)] == [f"verified:{entry.id}"]


async def test_where_nothing_was_cited_who_may_read_it_has_to_be_said(app: Application) -> None:
    reply = await ask(app, NOT_TOLD, ANA)
    assert isinstance(reply.answer, Abstained)
    entry = await proposed(app, await answered_case(app, NOT_TOLD))

    for audience, wrong in (
        ((), Wrong.NO_AUDIENCE),
        (("group:nobody",), Wrong.UNKNOWN_AUDIENCE),
    ):
        with pytest.raises(CaseError) as raised:
            await app.verification.approve(entry.id, IVO, audience=audience)
        assert raised.value.wrong is wrong
    assert await app.verification.audiences() == [
        "group:hr",
        "group:managers",
        "group:staff",
        "everyone",
    ]

    await app.verification.approve(entry.id, IVO, audience=("group:staff",))
    await app.sync()
    assert any(one.is_verified_answer for one in await cited(app, SECOND, CLEO))


async def test_the_people_of_the_pages_are_still_known_after_verified_answers_are_synced(
    app: Application,
) -> None:
    await app.sync_source("verified")

    assert len(await app.stores.people.all()) == len(PEOPLE)
    with pytest.raises(LookupError, match="folder, verified"):
        await app.sync_source("wiki")


async def test_a_withdrawal_that_the_index_did_not_take_holds_and_is_finished_when_done_again(
    app: Application, settings: Settings
) -> None:
    entry = await proposed(app, await answered_case(app, ASKED))
    await app.verification.approve(entry.id, IVO)
    await app.sync_source("verified")
    (collection,) = (home(settings) / "index" / "collections").iterdir()
    config = collection / "shard" / "edge_config.json"
    whole = config.read_text()
    os.kill(engine_pid(settings), signal.SIGKILL)
    config.write_text("{")

    with pytest.raises(IndexUnavailableError):
        await app.verification.withdraw(entry.id, IVO)
    assert await app.stores.ledger.of_source("verified") == {}

    config.write_text(whole)
    again = await app.verification.withdraw(entry.id, IVO)
    assert again.state is EntryState.WITHDRAWN
    assert await app.stores.index.count(source="verified") == 0
