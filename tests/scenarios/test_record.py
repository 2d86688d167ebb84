"""Is every question on record, with what was found for it, before anything is answered?"""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.answering.answerer import Desk
from bot.answering.request import Request
from bot.answering.support import Supported
from bot.answering.support_check import SupportCheck
from bot.answering.understanding import Rules
from bot.answers import Abstained, Answer, Reason
from bot.app import Application, application, home
from bot.assistant import Assistant
from bot.audience import Audience
from bot.conversation import Message
from bot.identity import Identity
from bot.settings import Settings
from retrieval.documents import Passage
from retrieval.embedding import FastEmbedder
from tests.scenarios.handbook import BANDS, BEN, LEAVE, Handbook, ask

STRANGER = "Eve@Elsewhere.example"


@pytest.fixture
async def app(
    settings: Settings, pages: Handbook, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    async with application(settings, model=embedder) as app:
        await app.sync()
        yield app


class RecordReader:
    """An answerer that looks, over a connection of its own, at what is on record by now."""

    name = "record reader"

    def __init__(self, database: Path) -> None:
        self._database = database
        self.on_record: list[tuple[str, str]] = []
        self.events: list[tuple[str, int]] = []

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Answer:
        with closing(sqlite3.connect(self._database)) as connection:
            self.events = connection.execute("SELECT kind, sequence FROM exchange_event").fetchall()
            self.on_record = connection.execute(
                "SELECT exchange_id, chunk_id FROM retrieved ORDER BY position"
            ).fetchall()
        return Abstained(Reason.NOT_SUPPORTED, "Seen.")


async def test_what_was_found_is_committed_before_the_answer_and_events_are_only_added(
    app: Application, settings: Settings, embedder: FastEmbedder
) -> None:
    reader = RecordReader(home(settings) / "policybot.sqlite")
    assistant = Assistant(
        Audience(Identity(app.stores.people)),
        app.library,
        Supported(reader, SupportCheck(embedder)),
        app.exchanges,
        understander=Rules(settings.language_codes),
    )

    reply = await assistant.reply(Message(text=LEAVE, asker=BEN, surface="tests"))

    assert reader.events == [("opened", 1)]
    assert [exchange for exchange, _ in reader.on_record] == [reply.exchange_id]
    rows = await app.exchanges.retrieved(reply.exchange_id)
    assert [chunk for _, chunk in reader.on_record] == [row.chunk_id for row in rows]
    events = await app.exchanges.events(reply.exchange_id)
    assert [event.kind for event in events] == ["opened", "answered"]
    assert events[0].body["question"] == LEAVE


async def test_a_stranger_is_refused_on_record_with_nothing_found_for_them(
    app: Application, settings: Settings
) -> None:
    for private in (True, False):
        reply = await ask(app, BANDS, STRANGER, private=private)

        assert isinstance(reply.answer, Abstained)
        assert (reply.answer.reason, reply.answer.nearest) == (Reason.REFUSED, ())
        assert await app.exchanges.retrieved(reply.exchange_id) == []
        opened, answered = await app.exchanges.events(reply.exchange_id)
        assert opened.body["principals"] == []
        assert answered.body["kind"] == "abstained"
        with closing(sqlite3.connect(home(settings) / "policybot.sqlite")) as connection:
            row = connection.execute(
                "SELECT asker, surface, private FROM exchange WHERE id = ?", (reply.exchange_id,)
            ).fetchone()
        assert row == (STRANGER.casefold(), "tests", private)
