"""Is somebody told, shown and given what is theirs, and is it gone when they want it gone?"""

import asyncio
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.escalation import HrDesk
from bot.feedback import Feedback, ratings
from bot.privacy import Privacy
from bot.privacy_words import Terms, privacy_words
from storage.calls import Call, Calls
from storage.database import Database
from storage.exchanges import Exchanges, Opening, append
from storage.inbox import Arrival
from storage.moments import now
from storage.records import Records
from storage.sealing import Sealer
from storage.verified import Proposal, Refusal
from tests.bot.said import ANA, BEN, HANDBOOK, QUESTION, SAID, answered
from tests.sealed import cases_in, entries_in, inbox_in, recorded, sealer

DAYS = 90
TOLD = "Leocadia would not like that answer"


@pytest.fixture
def privacy(database: Database, sealing: Sealer) -> Privacy:
    return Privacy(database, sealing, texts_days=DAYS)


def texts(folder: Path, *wanted: str) -> set[str]:
    """Which of these words stand in any file of the record, in any of the ways they could."""
    held = b"".join(file.read_bytes() for file in folder.iterdir())
    ways = {word: (word.encode(), json.dumps(word)[1:-1].encode()) for word in wanted}
    return {word for word, written in ways.items() if any(way in held for way in written)}


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "policybot.sqlite")) as connection:
        return connection.execute(query).fetchall()


async def test_somebody_is_told_once(privacy: Privacy) -> None:
    told = await asyncio.gather(*(privacy.first_time(ANA) for _ in range(5)))

    assert sorted(told) == [False] * 4 + [True]
    assert not await privacy.first_time("ANA@corp.example")
    assert await privacy.first_time(BEN)


async def test_the_event_that_is_tried_again_tells_them_again_and_no_other(
    privacy: Privacy,
) -> None:
    assert [await privacy.first_time(ANA, event=e) for e in ("e1", "e1", "e2", "e1")] == [
        True,
        True,
        False,
        True,
    ]
    assert not await privacy.first_time(ANA)


async def test_nothing_that_people_wrote_stands_in_the_files(
    exchanges: Exchanges, feedback: Feedback, tmp_path: Path
) -> None:
    asked = await answered(exchanges)
    await feedback.rate(asked, ANA, good=False, key="1")
    await feedback.reason(asked, ANA, TOLD, "2")
    await exchanges.append(asked, "searched", {"query": QUESTION, "found": []})

    assert texts(tmp_path, QUESTION, "Leocadia", SAID, TOLD, ANA) == {ANA}


async def test_nothing_that_people_wrote_to_hr_or_to_the_bot_stands_in_the_files(
    database: Database, exchanges: Exchanges, tmp_path: Path
) -> None:
    """Cases, drafts of verified answers, and what has come in and is not worked on yet."""
    desk = HrDesk(cases_in(database), exchanges, hours=24)
    asked = await answered(exchanges)
    case = await desk.open(asked, ANA, note=TOLD, with_text=True, origin={}, key="1")
    await desk.claim(case.id, BEN, key="2")
    await desk.reply(case.id, BEN, "Barnabas says so", key="3")
    proposal = Proposal(case.id, "What of Eulalia?", "Melchior knows", BEN, None, (), None)
    entries, inbox = entries_in(database), inbox_in(database)
    entry = await entries.propose(proposal, BEN, key="4", decide=lambda _: None)
    await entries.change(entry.id, BEN, lambda _: Refusal(), reason="Not Melchior")
    await inbox.put([Arrival("slack", "E1", "lane", {"text": QUESTION, "more": "Ottokar"})])

    names = ("Leocadia", "Barnabas", "Eulalia", "Melchior", "Ottokar", QUESTION, SAID)
    assert texts(tmp_path, *names, BEN) == {BEN}
    assert [claimed.body for claimed in await inbox.claim("me", 1, 5)] == [
        {"text": QUESTION, "more": "Ottokar"}
    ]


async def test_what_hr_was_asked_is_forgotten_when_its_time_is_over(
    database: Database, exchanges: Exchanges, privacy: Privacy
) -> None:
    desk = HrDesk(cases_in(database), exchanges, hours=24)
    case = await desk.open(
        await answered(exchanges), ANA, note=TOLD, with_text=True, origin={}, key="1"
    )
    over = now() + timedelta(days=DAYS, hours=1)

    await privacy.erase(ANA, by=ANA)
    await privacy.forget_old_texts(over)
    assert (await desk.case(case.id)).told.note == TOLD

    await desk.withdraw(case.id, ANA, key="2")
    await privacy.forget_old_texts(over)
    assert (await desk.case(case.id)).erased


async def test_after_an_erasure_nothing_of_somebody_can_be_read_and_counts_stay(
    database: Database, exchanges: Exchanges, feedback: Feedback, privacy: Privacy, tmp_path: Path
) -> None:
    asked = await answered(exchanges)
    of_ben = await answered(exchanges, BEN, question="¿Y Ben?", private=False)
    await feedback.rate(asked, ANA, good=False, key="1")
    await feedback.reason(asked, ANA, TOLD, "2")
    await feedback.rate(of_ben, ANA, good=False, key="3")
    await feedback.reason(of_ben, ANA, TOLD, "4")
    await feedback.clicked(asked, 1)
    await Calls(database).add(Call("answer", "m", "answered", exchange_id=asked, asker=ANA))
    await privacy.first_time(ANA)

    erased = await privacy.erase(ANA, by=ANA)

    assert erased.exchanges == 1
    assert texts(tmp_path, QUESTION, "Leocadia", SAID, TOLD) == set()
    for reader in (exchanges, recorded(database)):
        events = await reader.events(asked)
        assert [event.kind for event in events] == [
            *("opened", "answered", "rated", "reason", "clicked", "erased")
        ]
        assert {e.kind: e.body for e in events} == {
            "opened": {"language": "es", "erased": True},
            "answered": {"kind": "grounded", "links": [HANDBOOK], "erased": True},
            "rated": {"good": False},
            "reason": {"erased": True},
            "clicked": {"n": 1},
            "erased": {"by": "themselves"},
        }
        on_bens = ratings(await reader.events(of_ben))
        assert [(one.good, one.reason) for one in on_bens] == [(False, "")]
    assert rows(tmp_path, "SELECT asker, thread FROM exchange ORDER BY opened_at") == [
        (erased.stand_in, None),
        (BEN, "D1"),
    ]
    assert rows(tmp_path, "SELECT asker FROM model_call") == [(erased.stand_in,)]
    assert (await exchanges.events(of_ben))[0].body["question"] == "¿Y Ben?"
    assert await exchanges.questions(Opening(ANA, "tests", private=True, thread="D1")) == []
    assert json.loads(await privacy.export(ANA))["questions"] == []
    assert await privacy.first_time(ANA)


async def test_erasing_again_finds_nothing_and_a_new_question_begins_anew(
    exchanges: Exchanges, privacy: Privacy
) -> None:
    first = await answered(exchanges)
    assert (await privacy.erase(ANA, by=ANA)).exchanges == 1
    assert (await privacy.erase("Ana@corp.example", by=ANA)).exchanges == 0

    again = await answered(exchanges, question="Otra cosa")
    assert (await exchanges.events(again))[0].body["question"] == "Otra cosa"
    assert (await exchanges.events(first))[0].erased


async def test_an_answer_that_comes_after_the_erasure_is_not_kept(
    database: Database, exchanges: Exchanges, privacy: Privacy
) -> None:
    asked = await exchanges.open(Opening(ANA, "tests", private=True), {"question": QUESTION}, [])
    await privacy.erase(ANA, by=ANA)
    for one in (exchanges, recorded(database)):
        await one.append(asked, "answered", {"answer": SAID})

    events = await exchanges.events(asked)
    assert [event.kind for event in events] == ["opened", "erased", "answered", "answered"]
    assert [event.body for event in events[2:]] == [{"erased": True}] * 2


async def test_who_erased_somebody_else_is_on_record(
    exchanges: Exchanges, privacy: Privacy
) -> None:
    asked = await answered(exchanges)
    await privacy.erase(ANA, by=BEN)
    erased = (await exchanges.events(asked))[-1]
    assert (erased.kind, erased.body, erased.author) == ("erased", {"by": "somebody else"}, BEN)

    stand_in = (await privacy.erase(BEN, by=BEN)).stand_in
    assert (await exchanges.events(asked))[-1].author == stand_in


async def test_texts_of_an_earlier_version_are_erased_as_well(
    database: Database, exchanges: Exchanges, privacy: Privacy, tmp_path: Path
) -> None:
    asked = await answered(exchanges)
    plain = "plain:" + json.dumps({"question": QUESTION}, ensure_ascii=False)
    async with database.writing() as connection:
        await connection.exec_driver_sql("UPDATE exchange_event SET body = ?", (plain,))
    assert (await exchanges.events(asked))[0].body["question"] == QUESTION

    await privacy.erase(ANA, by=ANA)

    assert (await exchanges.events(asked))[0].body == {"erased": True}
    assert texts(tmp_path, QUESTION) == set()


async def test_a_row_that_was_tampered_with_does_not_stop_an_erasure(
    database: Database, exchanges: Exchanges, privacy: Privacy
) -> None:
    asked = await answered(exchanges)
    async with database.writing() as connection:
        await connection.exec_driver_sql("UPDATE exchange_event SET body = 'v1:x:y!'")

    assert (await privacy.erase(ANA, by=ANA)).exchanges == 1
    assert all(event.erased for event in (await exchanges.events(asked))[:2])


async def test_texts_are_forgotten_when_their_time_is_over_and_not_before(
    exchanges: Exchanges, feedback: Feedback, privacy: Privacy, tmp_path: Path
) -> None:
    asked = await answered(exchanges)
    await feedback.rate(asked, ANA, good=True, key="1")

    assert await privacy.forget_old_texts(now() + timedelta(days=DAYS - 1)) == 0
    assert (await privacy.summary(ANA)).until is not None
    assert await privacy.forget_old_texts(now() + timedelta(days=DAYS, hours=1)) == 3
    assert await privacy.forget_old_texts(now() + timedelta(days=DAYS, hours=1)) == 0

    opened, said, rated = await exchanges.events(asked)
    assert (opened.erased, said.erased, said.body["kind"]) == (True, True, "grounded")
    assert rated.body == {"good": True}
    assert rows(tmp_path, "SELECT asker FROM exchange") == [(ANA,)]
    assert await exchanges.questions(Opening(ANA, "tests", private=True, thread="D1")) == []
    assert (await privacy.summary(ANA)).until is None
    exported = json.loads(await privacy.export(ANA))["questions"]
    assert [(one["question"], one["texts_deleted"]) for one in exported] == [(None, True)]


async def test_many_old_texts_are_forgotten_in_small_steps(
    exchanges: Exchanges, privacy: Privacy
) -> None:
    for _ in range(120):
        await answered(exchanges)
    newer = now() + timedelta(days=DAYS, minutes=1)

    assert await privacy.forget_old_texts(newer) == 240
    assert await privacy.forget_old_texts(newer) == 0


async def test_a_person_is_given_all_that_is_theirs_and_nothing_of_others(
    database: Database, exchanges: Exchanges, feedback: Feedback, privacy: Privacy
) -> None:
    asked = await answered(exchanges, private=False)
    of_ben = await answered(exchanges, BEN, question="Lo de Ben", private=False)
    async with database.writing() as connection:
        await append(connection, asked, "escalated", {"case": "K7", "by": ANA})
    for who, exchange in ((ANA, asked), (BEN, asked), (ANA, of_ben)):
        await feedback.rate(exchange, who, good=False, key=f"{who}{exchange}")
        await feedback.reason(exchange, who, f"{who} says so", f"{who}{exchange}")
    await feedback.clicked(asked, 1)

    raw = await privacy.export(ANA)

    told = json.loads(raw)
    (question,) = told["questions"]
    assert (question["exchange"], question["question"]) == (asked, QUESTION)
    assert (question["where"], question["groups"]) == (
        "tests, before others",
        ["everyone", "group:all"],
    )
    assert (question["answer"]["kind"], question["answer"]["text"]) == ("grounded", SAID)
    assert [cited["url"] for cited in question["answer"]["cited"]] == [HANDBOOK]
    assert [one.get("reason", one.get("good")) for one in question["feedback"]] == [
        False,
        f"{ANA} says so",
    ]
    assert (question["cases"], question["citations_opened"]) == (["K7"], 1)
    (elsewhere,) = told["feedback_on_answers_to_others"]
    assert [one.get("reason", one.get("good")) for one in elsewhere["feedback"]] == [
        False,
        f"{ANA} says so",
    ]
    assert "Lo de Ben" not in raw.decode()
    assert BEN not in raw.decode()

    await privacy.erase(ANA, by=ANA)
    kept = {event.kind: event.body for event in await exchanges.events(asked)}
    assert kept["escalated"] == {"case": "K7", "erased": True}


async def test_a_summary_says_how_much_since_when_and_until_when(
    exchanges: Exchanges, privacy: Privacy
) -> None:
    assert (await privacy.summary(ANA)).since is None
    began = now()
    for _ in range(2):
        await answered(exchanges)

    summary = await privacy.summary("ANA@corp.example")

    assert (summary.questions, summary.texts_days) == (2, DAYS)
    assert summary.since is not None
    assert summary.until is not None
    assert began <= summary.since <= now()
    assert began + timedelta(days=DAYS) <= summary.until <= now() + timedelta(days=DAYS)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_notice_says_who_reads_for_how_long_and_who_hr_is(language: str) -> None:
    words = privacy_words(language)
    terms = Terms(DAYS, "People Operations, 4120")
    with_model = words.notice(Terms(DAYS, "People Operations, 4120", sent_to="Anthropic"))

    notice = words.notice(terms)
    for told in ("90", "People Operations, 4120", "/policy privacy"):
        assert told in notice
    assert "Anthropic" in with_model
    assert "Anthropic" not in notice
    assert "{" not in notice + with_model
    assert len(notice) < 700


def test_a_summary_is_told_in_words_of_each_language() -> None:
    terms = Terms(DAYS, "HR")
    since, until = (datetime(2026, month, 3, tzinfo=UTC) for month in (9, 12))

    told = privacy_words("en").summary(terms, questions=2, since=since, until=until)
    dicho = privacy_words("es").summary(terms, questions=1, since=since, until=None)
    assert "2 questions, the first on September 3, 2026" in told
    assert "by December 3, 2026" in told
    assert "una pregunta, el 3 de septiembre de 2026" in dicho
    assert "ya están borrados" in dicho
    none = privacy_words("de").summary(terms, questions=0, since=None, until=None)
    assert none.startswith("Nothing of yours is on record.")


Act = tuple[str, str]


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    acts=st.lists(
        st.tuples(st.sampled_from([ANA, BEN]), st.sampled_from(["ask", "erase", "forget"])),
        max_size=12,
    ),
    words=st.from_regex(r"[a-zñáé]{12,20}", fullmatch=True),
)
def test_whatever_happens_what_was_erased_stays_unread_and_what_was_not_is_read(
    acts: list[Act], words: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    asyncio.run(_live(acts, words, tmp_path_factory.mktemp("life")))


async def _live(acts: Iterable[Act], words: str, folder: Path) -> None:
    database = Database(folder / "policybot.sqlite")
    await database.open()
    try:
        await _act(acts, words, database)
        assert texts(folder, words) == set()
    finally:
        await database.close()


async def _act(acts: Iterable[Act], words: str, database: Database) -> None:
    """Do what is told; after each step what can be read is what nobody asked to forget."""
    sealing = sealer(database)
    exchanges, privacy = Exchanges(database, sealing), Privacy(database, sealing, texts_days=DAYS)
    kept: dict[str, set[str]] = {ANA: set(), BEN: set()}
    for number, (who, act) in enumerate(acts):
        text = f"{words} {number} {who}"
        if act == "ask":
            await answered(exchanges, who, question=text)
            kept[who].add(text)
        elif act == "erase":
            await privacy.erase(who, by=who)
            kept[who] = set()
        else:
            await privacy.forget_old_texts(now() + timedelta(days=DAYS, seconds=1))
            kept = {ANA: set(), BEN: set()}
        for person, questions in kept.items():
            records = await Records(database, sealer(database)).of(person)
            read = {str(r.events[0].body.get("question")) for r in records} - {"None"}
            assert read == questions
