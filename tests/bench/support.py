"""How much that is made false does the support check catch, and how much that is true?

True sentences of the collections are cited word for word. Each is changed by one rule, to say
something else or the same in other words, and checked. Half of the pages, told by a digest of
their path, are held out: rules of the checker were made by looking at the others alone.
"""

import hashlib
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from bot.answering.facts.claims import findings
from bot.answering.facts.finding import Fault
from bot.answering.request import Request
from bot.answering.sentences import Sentence, sentences
from bot.answering.support_check import SupportCheck
from bot.answers import Citation, Grounded, Statement
from retrieval.documents import Passage, Status
from retrieval.embedding import TokenEmbedder
from tests.bench.corpus import DATA
from tests.bench.edits import FALSE, TRUE, entity_swapped
from tests.bot.claude.desk import TestDesk

COLLECTIONS = {
    "tts-handbook": "en",
    "civicactions-guidebook": "en",
    "northwind": "en",
    "es-public-staff": "es",
}
CAUGHT, ALARMS = 0.95, 0.03
_SHORTEST, _LONGEST = 6, 45  # words
_A_PAGE = 6  # sentences of a page at most
_EVERY = 3  # paragraphs of the translated ones: each sentence takes calls of the model
_AROUND = 500  # characters
_SEED = 1


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence that a page says, with the passage that it is cited from."""

    passage: Passage
    quote: str
    text: str
    language: str
    is_held_out: bool

    def answered(self, text: str) -> Grounded:
        """Answer with a text that cites the sentence."""
        p = self.passage
        citation = Citation(
            p.document_id, p.chunk_id, p.path, p.title, p.heading, p.link, p.version, None, None,
            p.language, self.quote,
        )  # fmt: skip
        return Grounded((Statement(text, (citation,)),))

    @property
    def request(self) -> Request:
        """A question of which nothing is borne out by itself."""
        return Request("?", "?", self.language, self.language)


@dataclass
class Tally:
    """Of how many changed sentences how many were reported, by kind of change."""

    tried: Counter[str] = field(default_factory=Counter)
    reported: Counter[str] = field(default_factory=Counter)
    examples: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, kind: str, *, reported: bool, example: str, wanted: bool) -> None:
        """Count one."""
        self.tried[kind] += 1
        self.reported[kind] += reported
        if reported is not wanted:
            self.examples[kind].append(example)

    @property
    def share(self) -> float:
        """The share that was reported."""
        return sum(self.reported.values()) / max(1, sum(self.tried.values()))


async def measure(model: TokenEmbedder, console: Console, *, shown: int = 0) -> int:
    """Edit true sentences by rule: how many edits are caught, how many true ones are reported?"""
    known = [one for name in COLLECTIONS for one in _of_collection(name)]
    bench = _Bench(SupportCheck(model))
    met = True
    for held_out in (False, True):
        false, true = Tally(), Tally()
        await bench.within([one for one in known if one.is_held_out is held_out], false, true)
        await bench.across(_translated(held_out=held_out), false, true)
        name = "held out" if held_out else "looked at"
        console.print(_table(f"Made false, pages {name}", false, CAUGHT))
        console.print(_table(f"Said otherwise, pages {name}", true, ALARMS, is_least=True))
        met = met and false.share >= CAUGHT and true.share <= ALARMS
        if not held_out:
            _show(console, {**false.examples, **true.examples}, shown)
    told = "Time of the rules for a statement: median {:.1f} ms, in 99 of 100 below {:.1f} ms."
    times = sorted(bench.times)
    console.print(told.format(median(times), times[len(times) * 99 // 100]))
    return 0 if met else 1


class _Bench:
    """Checks what was edited, and times the rules."""

    def __init__(self, check: SupportCheck) -> None:
        self._check = check
        self.times: list[float] = []

    async def within(self, known: Sequence[Cited], false: Tally, true: Tally) -> None:
        """Check edits of sentences in their own language."""
        names = {language: _names(known, language) for language in COLLECTIONS.values()}
        for one in known:
            chance = random.Random(_SEED)  # noqa: S311
            for kind, rule in TRUE.items():
                if (text := rule(one.text, one.language)) is not None:
                    await self._count(true, kind, one, text, wanted=False)
            await self._edited(one, false, chance, "")
            if text := entity_swapped(one.text, names[one.language], chance):
                await self._count(false, "entity", one, text, wanted=True)

    async def across(self, known: Iterable[Cited], false: Tally, true: Tally) -> None:
        """Check Spanish sentences that cite the same sentence in English, and edits of them."""
        for one in known:
            await self._count(true, "in Spanish, of English", one, one.text, wanted=False)
            chance = random.Random(_SEED)  # noqa: S311
            await self._edited(one, false, chance, "in Spanish, of English: ")

    async def _edited(self, one: Cited, false: Tally, chance: random.Random, where: str) -> None:
        for edit in FALSE:
            if edit.language in (None, one.language) and (text := edit.rule(one.text, chance)):
                await self._count(false, where + edit.kind, one, text, wanted=True)

    async def _count(self, tally: Tally, kind: str, one: Cited, text: str, *, wanted: bool) -> None:
        answer, request = one.answered(text), one.request
        began = time.perf_counter()
        rules = findings(answer, question="", language=one.language, passages=[one.passage])
        self.times.append((time.perf_counter() - began) * 1000)
        found = rules
        if not rules or any(finding.fault is Fault.NAME for finding in rules):
            found = [*await self._check(answer, request, [one.passage], TestDesk())]
        why = ", ".join(f"{f.fault}: {f.words}" for f in found)
        example = f"{text}\n   < {one.quote}\n   {why}"
        tally.add(kind, reported=bool(found), wanted=wanted, example=example)


def _of_collection(name: str) -> Iterator[Cited]:
    language = COLLECTIONS[name]
    for file in sorted((DATA / name).rglob("*.md")):
        if file.name in ("SOURCE.md", "LICENSE"):
            continue
        digest = hashlib.sha256(str(file.relative_to(DATA)).encode()).digest()
        passage = _passage(
            file,
            re.sub(r"\A---\n.*?\n---\n", "", file.read_text("utf-8"), flags=re.DOTALL),
            language,
        )
        found = sentences(passage)
        fitting = [n for n, sentence in enumerate(found) if _fits(sentence)]
        chance = random.Random(digest)  # noqa: S311
        for n in sorted(chance.sample(fitting, min(_A_PAGE, len(fitting)))):
            quote = passage.text[found[n].start : found[n].end]
            near = _around(passage, found[n])
            yield Cited(near, quote, found[n].text, language, bool(digest[0] % 2))


def _fits(sentence: Sentence) -> bool:
    length = len(sentence.text.split())
    return sentence.is_quotable and not sentence.asks and _SHORTEST <= length <= _LONGEST


def _around(passage: Passage, sentence: Sentence) -> Passage:
    """Cut a page to what a passage holds: the sentence with the paragraphs around it."""
    text = passage.text
    start = text.rfind("\n\n", 0, max(0, sentence.start - _AROUND)) + 1
    end = text.find("\n\n", sentence.end + _AROUND)
    if sentence.table is not None:
        start = text.rfind("\n\n", 0, sentence.start) + 1
    return replace(passage, text=text[start : end if end > 0 else len(text)])


def _passage(file: Path, text: str, language: str) -> Passage:
    name = str(file.relative_to(DATA))
    return Passage(
        chunk_id=name, document_id=name, generation="1", access_id="everyone", content_hash="",
        source="bench", path=name, title=file.stem.replace("-", " "), url=f"https://b.example/{name}",
        version="1", ordinal=0, heading=(), text=text, lead="", language=language,
        status=Status.APPROVED, owner=None, effective_from=None, updated=None, anchor=None,
        page=None, sketch=(), score=0.0, dense=None, sparse=None,
    )  # fmt: skip


def _names(known: Sequence[Cited], language: str) -> list[str]:
    """Names that stand inside sentences of the collections of a language."""
    chosen = [one for one in known if one.language == language]
    found = Counter(
        name for one in chosen for name in re.findall(r"(?<=[a-z] )[A-Z][a-z]{3,}\b", one.text)
    )
    return [name for name, _ in found.most_common(150)]


def _translated(*, held_out: bool) -> Iterator[Cited]:
    """Spanish sentences, each of which cites the English sentence that it translates."""
    for file in sorted((DATA / "xquad").glob("*.md"))[::_EVERY]:
        spoken = DATA / "xquad-es" / file.name
        digest = hashlib.sha256(file.name.encode()).digest()
        if not spoken.exists() or bool(digest[0] % 2) is not held_out:
            continue
        passage = _passage(file, file.read_text("utf-8-sig"), "en")
        english = sentences(passage)
        spanish = sentences(_passage(spoken, spoken.read_text("utf-8-sig"), "es"))
        if len(english) != len(spanish):
            continue
        for mine, theirs in zip(spanish, english, strict=True):
            if _fits(mine) and _fits(theirs):
                quote = passage.text[theirs.start : theirs.end]
                yield Cited(passage, quote, mine.text, "es", held_out)


def _table(title: str, tally: Tally, wanted: float, *, is_least: bool = False) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("kind", no_wrap=True)
    for column in ("n", "reported", "share", ""):
        table.add_column(column, justify="right")
    for kind in sorted(tally.tried):
        tried, reported = tally.tried[kind], tally.reported[kind]
        table.add_row(kind, f"{tried:,}", f"{reported:,}", f"{reported / tried:.3f}")
    meets = tally.share <= wanted if is_least else tally.share >= wanted
    table.add_row(
        "all", f"{sum(tally.tried.values()):,}", f"{sum(tally.reported.values()):,}",
        f"{tally.share:.3f}", "met" if meets else "missed", style="bold",
    )  # fmt: skip
    return table


def _show(console: Console, examples: dict[str, list[str]], shown: int) -> None:
    for kind, found in sorted(examples.items()):
        for example in found[:shown]:
            console.print(f"[{kind}] {example}", markup=False, highlight=False)
