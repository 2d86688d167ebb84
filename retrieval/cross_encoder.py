"""Which passage answers a question, read beside it? A cross-encoder of fastembed, by setting.

Nothing is fetched unless one is set: fastembed then fetches it by its name.
"""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
from fastembed.rerank.cross_encoder import TextCrossEncoder

from retrieval.access import Admission
from retrieval.documents import Passage
from retrieval.embedding import Question
from retrieval.enrichment import context
from retrieval.late import Numbers
from retrieval.plain import plain
from retrieval.reranking import Reranker

_READ = 20  # passages that are read; each takes as long as placing it anew would
_BATCH = 4  # passages that are read at once, filled up to the longest of them


class RerankerUnavailableError(RuntimeError):
    """The cross-encoder that is set cannot be loaded."""


class CrossEncoder:
    """Puts in order by a model that reads the question and a passage as one text.

    It reads what another reranker puts first, `read` passages; the others stay behind them, in
    the order that they had.
    """

    def __init__(
        self,
        model: str,
        folder: Path,
        first: Reranker,
        *,
        read: int = _READ,
        threads: int | None = None,
    ) -> None:
        self._fastembed = _load(model, folder, threads or os.cpu_count() or 1)
        self._first = first
        self._read = read
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="cross-encoder")

    async def ranked(
        self, question: Question, passages: Sequence[Passage], admission: Admission
    ) -> list[Passage]:
        """Order passages by the model's logits, told as standard scores.

        A passage is read with its title and headings. What together is longer than the model reads
        is cut: the passage at its end, the question only beyond half of that.
        """
        ranked = await self._first.ranked(question, passages, admission)
        if not ranked:
            return ranked
        texts = [_written(passage) for passage in ranked[: self._read]]
        loop = asyncio.get_running_loop()
        logits = await loop.run_in_executor(self._thread, self._logits, question.text.words, texts)
        return _reordered(ranked, _standard(logits))

    def close(self) -> None:
        """Let the thread go."""
        self._thread.shutdown(cancel_futures=True)

    def _logits(self, question: str, texts: list[str]) -> Numbers:
        logits = self._fastembed.rerank(question, texts, batch_size=_BATCH)
        return np.array(list(logits), np.float32)


def _written(passage: Passage) -> str:
    return f"{context(passage.title, passage.heading)}\n{plain(passage.lead + passage.text)}"


def _standard(logits: Numbers) -> Numbers:
    """Standard scores: other models' logits lie elsewhere, and precedence compares scores."""
    return np.asarray((logits - logits.mean()) / max(float(logits.std()), 1e-6), np.float32)


def _reordered(ranked: Sequence[Passage], scores: Numbers) -> list[Passage]:
    """Order the first passages by their scores; move the others' scores below the least of them.

    Equal ones stay in the order that they had.
    """
    read, others = ranked[: len(scores)], ranked[len(scores) :]
    order = [int(place) for place in np.argsort(-scores, kind="stable")]
    lower = others[0].score - float(scores.min()) if others else 0.0
    return [
        *(replace(read[n], score=round(float(scores[n]), 6)) for n in order),
        *(replace(one, score=round(one.score - lower, 6)) for one in others),
    ]


def _load(model: str, folder: Path, threads: int) -> TextCrossEncoder:
    known = sorted(one["model"] for one in TextCrossEncoder.list_supported_models())
    if model.lower() not in {name.lower() for name in known}:
        raise RerankerUnavailableError(
            f"fastembed knows no cross-encoder {model}. Set POLICYBOT_RERANKING__MODEL to one of "
            f"{', '.join(known)}; or unset it."
        )
    try:
        return TextCrossEncoder(model, cache_dir=str(folder), threads=threads)
    except OSError as error:
        raise RerankerUnavailableError(
            f"The folder of the cross-encoder {folder} cannot be used: "
            f"{error.strerror or error}. Make room or correct its permissions."
        ) from error
    except ValueError as error:  # fastembed's, where there is neither a copy nor a network
        raise RerankerUnavailableError(
            f"fastembed cannot load the cross-encoder {model}: {error} See to the network, or "
            "unset POLICYBOT_RERANKING__MODEL."
        ) from error
