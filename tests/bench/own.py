"""How long does a question take in our own code, apart from the model, the embedding, the engine?

The whole product on the sample company, its record on disk, answered over the real client by a
service on loopback. What is not ours is timed at its own edge and taken off: the model's streams
(from when one is asked for to when it is closed, with the client's work on it), the embedding of
texts, and the engine's HTTP requests. All that is left counts, with waits for the disk, for threads
and for whatever else the machine does; of the processor's time, only what this process computed.
"""

import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from anthropic.lib.streaming import AsyncMessageStreamManager
from pydantic import SecretStr
from rich.console import Console
from rich.table import Table

from bot.app import Application, application
from bot.conversation import Message
from bot.evaluation.questions import Golden, read_questions
from bot.logs import set_logging
from bot.settings import ClaudeSettings, Settings
from retrieval.embedding import EMBEDDED, Embedder, FastEmbedder, Question, Text, TokenStates
from retrieval.vector_cache import CachedEmbedder
from tests.bench import corpus
from tests.bench.figures import p50, p95
from tests.bench.sets import SETS
from tests.bot.claude.desk import key
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.replies import Reply, reply, said
from tests.fakes.claude.server import FakeClaude, obliging
from tests.fakes.claude.threaded import threaded_claude

TARGET = 15.0  # milliseconds
_WARM = 10  # questions that are asked before any is timed
_LONG = 30  # questions after which it is told how long all of them take


def _now() -> tuple[float, float]:
    """The time, and what the process has computed so far, in milliseconds."""
    return time.perf_counter() * 1000, time.process_time() * 1000


class Theirs:
    """Milliseconds that one question spent in what is not ours, by what it was.

    `computed` are those of the processor: other work on the machine does not lengthen them.
    """

    def __init__(self) -> None:
        self.milliseconds: defaultdict[str, float] = defaultdict(float)
        self.computed = 0.0

    def clear(self) -> None:
        """Begin with a question."""
        self.milliseconds.clear()
        self.computed = 0.0

    @contextmanager
    def spent_in(self, what: str) -> Iterator[None]:
        """Count what happens inside as not ours."""
        began, computed = _now()
        try:
            yield
        finally:
            ended, since = _now()
            self.milliseconds[what] += ended - began
            self.computed += since - computed


class TimedModel(FastEmbedder):
    """The embedding model, timed where it is called on the way of a question."""

    def __init__(self, folder: Path, theirs: Theirs) -> None:
        super().__init__(EMBEDDED, folder)
        self._theirs = theirs

    async def question(self, text: Text) -> Question:
        with self._theirs.spent_in("the embedding of the question"):
            return await super().question(text)

    async def passage_tokens(self, texts: Sequence[str]) -> list[TokenStates]:
        with self._theirs.spent_in("the embedding of answers"):
            return await super().passage_tokens(texts)

    async def query_tokens(self, text: str) -> TokenStates:
        with self._theirs.spent_in("the embedding of answers"):
            return await super().query_tokens(text)


async def own(folder: Path, console: Console) -> None:
    """Time our own code on a question, apart from the model, the embedding and the engine."""
    set_logging("error")
    questions = read_questions(SETS["company"].questions)
    theirs = Theirs()
    model = TimedModel(corpus.kept("models"), theirs)
    (folder / "models").symlink_to(corpus.kept("models"))
    try:
        with threaded_claude() as claude, _clients_timed(theirs):
            claude.always = _first_sentence
            for name, settings in _answerers(folder, claude).items():
                async with _opened(settings, model) as app:
                    rows = await _asked(app, questions, theirs, console)
                console.print(_table(name, rows))
    finally:
        model.close()


def _answerers(data: Path, claude: FakeClaude) -> dict[str, Settings]:
    over_claude = ClaudeSettings(api_key=SecretStr(KEY), base_url=claude.url)
    return {
        "Claude words the answers": Settings(data=data, claude=over_claude),
        "the passages are quoted": Settings(data=data),
    }


def _first_sentence(asked: Asked) -> Reply:
    if asked.schema is not None:
        return obliging(asked)
    sentence = asked.results[0]["content"][0]["text"]
    return reply(f"ANSWER {key(asked)}\n", said(sentence, cites(0)))


@contextmanager
def _clients_timed(theirs: Theirs) -> Iterator[None]:
    """Time the engine's requests and the model's streams where their clients make them."""
    sends = httpx.AsyncClient.send
    streams = AsyncMessageStreamManager.__aenter__
    ends = AsyncMessageStreamManager.__aexit__
    under_way = ExitStack()

    async def send(client: httpx.AsyncClient, *given: Any, **more: Any) -> httpx.Response:  # noqa: ANN401
        with theirs.spent_in("the engine"):
            return await sends(client, *given, **more)

    async def begin(manager: Any) -> Any:  # noqa: ANN401
        under_way.enter_context(theirs.spent_in("the model's calls"))
        return await streams(manager)

    async def end(manager: Any, *error: Any) -> None:  # noqa: ANN401
        await ends(manager, *error)
        under_way.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.AsyncClient, "send", send)
        patch.setattr(AsyncMessageStreamManager, "__aenter__", begin)
        patch.setattr(AsyncMessageStreamManager, "__aexit__", end)
        yield


@asynccontextmanager
async def _opened(settings: Settings, model: TimedModel) -> AsyncIterator[Application]:
    def remembering(embedder: Embedder) -> Embedder:
        return CachedEmbedder(embedder, corpus.kept("vectors") / "company.sqlite")

    async with application(settings, model=model, around=remembering) as app:
        await app.sync()
        yield app


async def _asked(
    app: Application, questions: Sequence[Golden], theirs: Theirs, console: Console
) -> list[dict[str, float]]:
    """Ask every question; a row each, with what is ours of each stage."""
    rows = []
    began = time.perf_counter()
    for number, golden in enumerate([*questions[:_WARM], *questions]):
        theirs.clear()
        message = Message(golden.question, golden.asker, surface="bench", context=golden.thread)
        start, computed = _now()
        given = await app.assistant.reply(message)
        ended, since = _now()
        if number == _LONG:
            seconds = (time.perf_counter() - began) / _LONG * len(questions)
            console.print(f"{len(questions)} questions, about {seconds:.0f} s.", style="dim")
        if number >= _WARM:
            whole, ours = ended - start, since - computed - theirs.computed
            rows.append(_row(whole, ours, dict(theirs.milliseconds), given.timings))
    return rows


def _row(
    whole: float, computed: float, theirs: dict[str, float], stages: dict[str, float]
) -> dict[str, float]:
    """What is ours is all that is left of the whole; the stages are told with what is not ours."""
    return {
        "the whole question": whole,
        **theirs,
        "ours": whole - sum(theirs.values()),
        "ours, of the processor alone": computed,
        **{f"stage: {name}": took for name, took in stages.items()},
    }


def _table(name: str, rows: Sequence[dict[str, float]]) -> Table:
    table = Table(title=f"{name}: {len(rows)} questions, milliseconds", title_justify="left")
    for column in ("", "p50", "p95", "target"):
        table.add_column(column, justify="left" if not column else "right")
    for stage in dict.fromkeys(stage for row in rows for stage in row):
        times = [row.get(stage, 0.0) for row in rows]
        target = f"{TARGET:.0f}" if stage.startswith("ours") else ""
        table.add_row(stage, f"{p50(times):.1f}", f"{p95(times):.1f}", target)
    return table
