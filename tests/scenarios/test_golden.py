"""The real handbooks and their golden questions, through `python -m bot evaluate`."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from tests.at_hand import need
from tests.conftest import SHARED

pytestmark = pytest.mark.slow

DATA = SHARED / "data"
ORGANISATIONS = ("tts-handbook", "civicactions-guidebook", "es-public-staff")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need(
        (DATA / "golden" / "dev.jsonl").exists(),
        "the policy collections are not beside the project",
    )
    folder = tmp_path_factory.mktemp("corpus")
    for organisation in ORGANISATIONS:
        shutil.copytree(DATA / organisation, folder / organisation)
    return folder


@pytest.fixture
def data(pytestconfig: pytest.Config, models: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that is kept between runs, so that vectors are made once."""
    assert pytestconfig.cache is not None
    data = Path(pytestconfig.cache.mkdir("golden"))
    if not (data / "models").exists():
        (data / "models").symlink_to(models)
    monkeypatch.setenv("POLICYBOT_DATA", str(data))
    return data


def evaluated(corpus: Path, out: Path) -> list[dict[str, Any]]:
    status = main(
        [
            "evaluate",
            *("--corpus", str(corpus)),
            *("--access", str(DATA / "acl.json")),
            *("--questions", str(DATA / "golden" / "dev.jsonl")),
            *("--out", str(out)),
        ]
    )
    assert status == 0, "a restricted page was retrieved"
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_the_golden_questions_find_their_pages_and_no_closed_one(
    corpus: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = evaluated(corpus, tmp_path / "run.jsonl")
    capsys.readouterr()
    second = evaluated(corpus, tmp_path / "again.jsonl")

    printed = capsys.readouterr().out
    assert "0 new, 0 changed" in printed
    assert [line["retrieved"] for line in first] == [line["retrieved"] for line in second]

    scorer = [sys.executable, DATA / "score_retrieval.py", "retrieval", tmp_path / "run.jsonl"]
    theirs = subprocess.run(  # noqa: S603  # the public scorer, on the same run
        [*scorer, "--json"], check=True, capture_output=True, text=True
    )
    groups = json.loads(theirs.stdout)["groups"]
    assert groups["ALL"]["leaked_paths"] == 0
    assert groups["ALL"]["other_org@5"] == 0
    assert groups["ALL"]["recall@5"] >= 0.90
    assert groups["ALL"]["recall@20"] >= 0.97
    assert groups["tag:cross-lingual"]["recall@5"] >= 0.85
    row = next(line for line in printed.splitlines() if line.startswith("ALL"))
    shown = [float(cell) for cell in row.split()[2:]]
    names = ("recall@1", "recall@3", "recall@5", "recall@10", "recall@20", "MRR@10", "nDCG@10")
    assert shown[:7] == [groups["ALL"][name] for name in names]
