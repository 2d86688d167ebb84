"""`python -m bot evaluate`, on a corpus and questions of somebody's own."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.bot.claude.desk import key
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.faults import Fault
from tests.fakes.claude.replies import reply, said, structured
from tests.fakes.claude.server import Scripted
from tests.fakes.claude.threaded import threaded_claude
from tests.terminal import Said, Terminal

PAGES = {
    "north/leave.md": "# Leave\n\nYou get two days for moving house.\n",
    "north/pay.md": "# Pay bands\n\nBand four earns 52,000 a year.\n",
    "south/leave.md": "# Leave\n\nYou get five days for moving house.\n",
}
ACCESS = {
    "default": "all-staff",
    "rules": [{"prefix": "north/pay.md", "audience": "hr"}],
    "askers": {"employee": ["all-staff"], "hr": ["all-staff", "hr"]},
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    for path, text in PAGES.items():
        page = folder / path
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)
    (tmp_path / "access.json").write_text(json.dumps(ACCESS))
    return folder


def question(id_: str, asker: str, text: str, path: str) -> dict[str, object]:
    return {
        "id": id_,
        "corpus": "north",
        "lang": "en",
        "asker": asker,
        "question": text,
        "expected": "answer",
        "relevant": [{"path": path}],
        "tags": ["lookup"],
    }


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    asked = (
        question("moving", "employee", "how many days for moving house?", "north/leave.md"),
        question("band", "hr", "what does band four earn?", "north/pay.md"),
        question("closed", "employee", "what does band four earn?", "north/pay.md"),
    )
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in asked))
    return file


def evaluated(terminal: Terminal, corpus: Path, questions: Path, out: Path, *more: str) -> Said:
    return terminal.run(
        "evaluate",
        *("--corpus", str(corpus)),
        *("--access", str(corpus.parent / "access.json")),
        *("--questions", str(questions)),
        *("--out", str(out)),
        *more,
    )


def lines(file: Path) -> Mapping[str, list[str]]:
    read = [json.loads(line) for line in file.read_text().splitlines()]
    return {line["id"]: line["retrieved"] for line in read}


def test_each_question_is_asked_as_its_asker_in_its_organisation(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path
) -> None:
    said = evaluated(terminal, corpus, questions, tmp_path / "run.jsonl")

    assert said.status == 0
    assert lines(tmp_path / "run.jsonl") == {
        "moving": ["north/leave.md"],
        "band": ["north/pay.md", "north/leave.md"],
        "closed": ["north/leave.md"],
    }
    assert "Restricted pages retrieved: 0, in 0 of 3 questions." in said.words
    (row,) = (line.split() for line in said.out.splitlines() if line.startswith("ALL"))
    assert row[:3] == ["ALL", "3", "0.6667"]


def test_a_second_run_indexes_nothing_and_finds_the_same_and_says_on_what(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path
) -> None:
    first = evaluated(terminal, corpus, questions, tmp_path / "one.jsonl")
    second = evaluated(terminal, corpus, questions, tmp_path / "two.jsonl")

    assert "0 new, 0 changed" in second.words
    assert lines(tmp_path / "one.jsonl") == lines(tmp_path / "two.jsonl")
    told = [said.words.partition("Fingerprints: ")[2] for said in (first, second)]
    assert told[0] == told[1]
    assert told[0].startswith("pages ")


def test_answers_are_scored_and_it_is_told_who_made_them(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run.jsonl"
    said = evaluated(terminal, corpus, questions, out, "--answers")

    assert "Answered by extractive" in said.out
    figures = {line.split()[0]: line.split()[-1] for line in said.out.splitlines() if line.split()}
    assert figures["cite_valid"] == "1.0000"
    assert figures["acl_leaks"] == "0"
    moving = next(
        line for line in map(json.loads, out.read_text().splitlines()) if line["id"] == "moving"
    )
    assert "two days" in moving["answer"]
    assert [citation["path"] for citation in moving["citations"]] == ["north/leave.md"]


def answering(asked: Asked) -> Scripted:
    """Say the first sentence of the first source; as a judge, that it holds every fact."""
    if asked.schema is None:
        sentence = asked.results[0]["content"][0]["text"]
        return reply(f"ANSWER {key(asked)}\n", said(sentence, cites(0)))
    facts = [{"number": 1, "state": "present"}]
    found = {"reason": "Its words.", "facts": facts, "does": "answers", "language": "en"}
    return structured(found)


def with_facts(questions: Path) -> None:
    lines = [json.loads(line) for line in questions.read_text().splitlines()]
    facts: tuple[list[str], ...] = (["two days"], ["60,000"], [])
    told = (line | {"key_facts": fact} for line, fact in zip(lines, facts, strict=True))
    questions.write_text("".join(f"{json.dumps(line)}\n" for line in told))


def test_with_a_key_claude_answers_and_is_judged_and_what_it_took_is_told(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path
) -> None:
    with_facts(questions)
    with threaded_claude() as claude:
        claude.always = answering
        terminal.set(
            CLAUDE__API_KEY=KEY, CLAUDE__BASE_URL=claude.url, CLAUDE__UNDERSTANDING="false"
        )

        told = evaluated(terminal, corpus, questions, tmp_path / "run.jsonl", "--judge", "1")

        judged = [asked for asked in claude.requests if asked.schema is not None]
    assert told.status == 0
    assert "Answered by claude 1, claude-sonnet-5-5" in told.words
    assert {asked.model for asked in judged} == {"claude-opus-5-5"}
    assert len(judged) == 2  # of the third question nothing is known to hold it against
    assert "Judging took 2 calls and about $0.0" in told.words
    assert "Right: 1.000" in told.words
    assert "on 0.500: 1 right and 0 wrong by both, 1 right by the judge alone" in told.words
    assert told.words.count("Verdict: right Reason: Its words.") == 1
    for name in ("dollars", "tokens out", "ms to the first token", "ms to the last token"):
        assert name in told.words
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    assert all((line["spent"]["dollars"] > 0) == (line["spent"]["calls"] > 0) for line in lines)
    assert lines[0]["spent"]["calls"] == 1
    assert [line.get("judged", {}).get("right") for line in lines] == [True, True, None]


def test_an_outage_of_claude_is_told_with_who_answered_instead(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path
) -> None:
    with threaded_claude() as claude:
        claude.always = Fault(401)
        terminal.set(
            CLAUDE__API_KEY=KEY, CLAUDE__BASE_URL=claude.url, CLAUDE__UNDERSTANDING="false"
        )

        told = evaluated(terminal, corpus, questions, tmp_path / "run.jsonl", "--judge")

    assert "or extractive" in told.words
    assert "; the first was not available in" in told.words
    assert "0 of 0 answers" in told.words


def test_without_a_key_nothing_is_judged_and_it_is_said(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path
) -> None:
    told = evaluated(terminal, corpus, questions, tmp_path / "run.jsonl", "--judge")

    assert told.status == 0
    assert "Nothing was judged: a judge needs a key. Set POLICYBOT_CLAUDE__API_KEY." in told.words
    assert "Answered by extractive" in told.words
    assert "Judged by" not in told.words


def test_a_file_that_cannot_be_written_is_told_before_anything_is_asked(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path
) -> None:
    said = evaluated(terminal, corpus, questions, tmp_path / "none" / "run.jsonl")

    assert said.status == 1
    assert "run.jsonl cannot be written: No such file or directory." in said.words
    assert "new" not in said.out


@pytest.mark.parametrize("limit", ["0", "-3", "many"])
def test_a_limit_that_is_no_number_of_questions_is_refused(
    terminal: Terminal, corpus: Path, questions: Path, tmp_path: Path, limit: str
) -> None:
    said = evaluated(terminal, corpus, questions, tmp_path / "run.jsonl", f"--limit={limit}")

    assert said.status == 2
    assert f"{limit} is not a number of questions: 1 or more" in said.words
