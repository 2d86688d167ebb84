"""The real handbooks and their golden questions: what `python -m tests.bench gate` holds.

Nothing else in the tests embeds these 628 pages: on a fresh clone it takes minutes.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from bot.evaluation.report import figures
from retrieval.embedding import FastEmbedder
from tests.at_hand import need
from tests.bench.asking import Bench
from tests.bench.corpus import DATA
from tests.bench.gate import measured, objections, read
from tests.bench.sets import DEV

pytestmark = pytest.mark.slow


async def test_the_golden_questions_pass_the_gate(
    pytestconfig: pytest.Config, embedder: FastEmbedder, tmp_path: Path
) -> None:
    need(DEV.is_there, "the policy collections are not beside the project")
    assert pytestconfig.cache is not None
    bench = Bench.over(embedder, Path(pytestconfig.cache.mkdir("bench")), Console(quiet=True))

    run = await measured(bench)

    assert objections(run, read()) == []
    file = tmp_path / "run.jsonl"
    file.write_text("".join(f"{json.dumps(one.line())}\n" for one in run.outcomes))
    scorer = [sys.executable, str(DATA / "score_retrieval.py"), "retrieval"]
    theirs = subprocess.run(  # noqa: ASYNC221, S603  # the public scorer, on the same run
        [*scorer, str(file), "--json"], check=True, capture_output=True, text=True
    )
    groups = json.loads(theirs.stdout)["groups"]
    assert groups["ALL"]["leaked_paths"] == 0
    assert groups["ALL"]["recall@5"] >= 0.90
    assert groups["ALL"]["recall@20"] >= 0.97
    assert groups["tag:cross-lingual"]["recall@5"] >= 0.85
    for group, ours in figures(run.outcomes).items():
        for name in ("recall@1", "recall@5", "recall@20", "MRR@10", "nDCG@10", "F1@3"):
            assert ours[name] == pytest.approx(groups[group][name], abs=6e-5), (group, name)
