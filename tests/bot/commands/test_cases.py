"""Do bad answers become drafts that `evaluate` takes, once somebody has finished them?"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.evaluation.questions import QuestionsError, read_questions
from bot.feedback import Feedback
from bot.identity import Identity
from bot.privacy import Privacy
from storage.database import Database
from storage.exchanges import Exchanges
from storage.people import Known, People
from storage.sealing import opened_sealer
from tests.bot.said import ANA, BEN, QUESTION, answered
from tests.terminal import Terminal

Happens = Callable[[Exchanges, Feedback, Privacy], Awaitable[None]]


def on_record(folder: Path, happens: Happens) -> None:
    """Let something happen in the database that the command reads."""

    async def work() -> None:
        database = Database(folder / "data" / "demo" / "policybot.sqlite")
        await database.open()
        sealing = await opened_sealer(database, None, folder / "data" / "demo" / "master.key")
        people = People(database)
        await people.replace("wiki", [Known(BEN, "Ben", "", ())])
        exchanges = Exchanges(database, sealing)
        privacy = Privacy(database, sealing, texts_days=90)
        await happens(exchanges, Feedback(exchanges, Identity(people)), privacy)
        await database.close()

    asyncio.run(work())


async def judged(exchanges: Exchanges, feedback: Feedback, privacy: Privacy) -> None:
    """One bad answer to a follow-up, one that was good in the end, one by somebody erased."""
    await answered(exchanges, question="¿Cuántos días de teletrabajo hay?")
    bad = await answered(exchanges)
    await answered(exchanges, question="Y una cosa más")
    await feedback.rate(bad, ANA, good=False, key="1")
    await feedback.reason(bad, ANA, "Es para Alemania", "2")
    fine = await answered(exchanges, question="¿Bien?")
    await feedback.rate(fine, ANA, good=False, key="3")
    await feedback.rate(fine, ANA, good=True, key="4")
    erased = await answered(exchanges, BEN)
    await feedback.rate(erased, BEN, good=False, key="5")
    await privacy.erase(BEN, by=BEN)


def test_a_bad_answer_becomes_a_draft_with_what_is_known_of_it(
    terminal: Terminal, tmp_path: Path
) -> None:
    on_record(tmp_path, judged)
    out = tmp_path / "drafts.jsonl"

    told = terminal.run("cases", "--out", str(out), "--json")

    assert told.json == {"drafts": 1, "erased": 1, "file": str(out)}
    (line,) = map(json.loads, out.read_text("utf-8").splitlines())
    assert (line["question"], line["asker"], line["note"]) == (QUESTION, ANA, "Es para Alemania")
    assert line["thread"] == [{"role": "user", "text": "¿Cuántos días de teletrabajo hay?"}]
    assert line["cited"] == [{"path": "time/remote-work.md", "title": "Remote work"}]
    assert (line["draft"], line["expected"], line["relevant"]) == (True, "", [])


def test_a_draft_is_refused_until_it_is_finished_and_then_read(
    terminal: Terminal, tmp_path: Path
) -> None:
    on_record(tmp_path, judged)
    out = tmp_path / "drafts.jsonl"
    terminal.run("cases", "--out", str(out))
    with pytest.raises(QuestionsError, match=r"line 1 is still a draft. Set `expected`"):
        read_questions(out)

    line = json.loads(out.read_text("utf-8"))
    del line["draft"]
    out.write_text(json.dumps(line), "utf-8")
    with pytest.raises(QuestionsError, match=r"'' is not one of answer, abstain, clarify"):
        read_questions(out)

    done = line | {"expected": "answer", "relevant": [{"path": "time/remote-work.md"}]}
    out.write_text(json.dumps(done), "utf-8")
    (golden,) = read_questions(out)
    assert (golden.question, golden.asker, golden.language) == (QUESTION, ANA, "es")
    assert golden.relevant == ("time/remote-work.md",)
    assert [turn.text for turn in golden.thread] == ["¿Cuántos días de teletrabajo hay?"]


def test_what_was_filled_in_by_hand_is_not_written_over(terminal: Terminal, tmp_path: Path) -> None:
    on_record(tmp_path, judged)
    out = tmp_path / "drafts.jsonl"
    out.write_text("mine")

    said = terminal.run("cases", "--out", str(out))

    assert (said.status, out.read_text()) == (1, "mine")
    assert "is there already" in said.words
    assert terminal.run("cases", "--out", str(tmp_path / "no" / "x.jsonl")).status == 1


def test_without_a_file_the_lines_are_printed_and_nothing_else(
    terminal: Terminal, tmp_path: Path
) -> None:
    on_record(tmp_path, judged)

    said = terminal.run("cases")

    assert [json.loads(line)["question"] for line in said.out.splitlines()] == [QUESTION]
    assert said.err == "1 drafts; 1 skipped, as their texts are erased.\n"
    assert terminal.run("cases", "--json").json["lines"] == [json.loads(said.out)]


def test_only_what_was_rated_since_counts_and_nothing_on_record_is_no_failure(
    terminal: Terminal, tmp_path: Path
) -> None:
    assert terminal.run("cases", "--json").json == {"drafts": 0, "erased": 0, "lines": []}
    on_record(tmp_path, judged)
    assert terminal.run("cases", "--since", "2099-01-01", "--json").json["drafts"] == 0


def test_another_master_key_is_told_in_a_sentence(terminal: Terminal, tmp_path: Path) -> None:
    on_record(tmp_path, judged)
    terminal.set(MASTER_KEY="A" * 43 + "=")

    said = terminal.run("cases")

    assert said.status == 1
    assert "The master key is not the one" in said.words


def test_a_master_key_that_is_none_is_refused_without_being_shown(terminal: Terminal) -> None:
    terminal.set(MASTER_KEY="c2VjcmV0")

    said = terminal.run("cases")

    assert said.status == 1
    assert "POLICYBOT_MASTER_KEY: it has 6 bytes, not 32" in said.words
    assert "c2VjcmV0" not in said.words
