"""Is each statement borne out by what it cites? A support check, whoever worded the answer.

A citation has to name a passage that was given and quote it to the letter. Every figure, date,
unit, limit, duty, denial, exception and name of a statement has to stand in what it cites, in the
question where the answer denies it, or in a calculation that is shown. What is left, free wording
about something else, is told by late interaction. Rules on words: it finds what contradicts the
source, and it is no proof that the rest is true.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.answering.facts.aligning import NEAR, changes, nearness, runs
from bot.answering.facts.figures import misplaced, unsupported
from bot.answering.facts.finding import Fault, Finding
from bot.answering.facts.marks import Kind, Mark
from bot.answering.facts.reading import read
from bot.answering.facts.tenor import departures, merged, strangers
from bot.answering.sentences import sentences
from bot.answers import Citation, Grounded, Statement, Step
from retrieval.boundaries import seeming_sentences
from retrieval.documents import Passage
from retrieval.plain import plain

_POINT = re.compile(r"^\W*\d{1,2}[.)]\s")
_STOPS = ".!?;:|•"
_FOLLOWS = 0.8  # the share of a sentence's content words
_ALWAYS_SO = frozenset({"7", "12", "24", "52", "60", "100", "365", "366"})  # days of a week, ...


@dataclass(frozen=True, slots=True)
class Cited:
    """What a statement leans on: `quotes` as they read aloud, with what stands over them."""

    quotes: tuple[Mark, ...]
    context: tuple[Mark, ...]
    languages: frozenset[str]

    @property
    def all(self) -> tuple[Mark, ...]:
        """The quotes and what stands over them."""
        return self.quotes + self.context


@dataclass(frozen=True, slots=True)
class Asked:
    """What may be told without a citation.

    Figures of the question, when they are denied, and those of calculations that are shown.
    `language` is that of the answer.
    """

    question: tuple[Mark, ...]
    language: str
    worked_out: tuple[Mark, ...] = ()


def findings(
    answer: Grounded, *, question: str, language: str, passages: Sequence[Passage]
) -> list[Finding]:
    """Find what in an answer is not borne out; `language` is that of its own words."""
    given = {passage.chunk_id: passage for passage in passages}
    asked = Asked(read(plain(question)), language)
    found = list(_steps(answer, asked, given))
    if not found:
        asked = replace(asked, worked_out=tuple(chain.from_iterable(map(_told_by, answer.steps))))
    for place, statement in enumerate(answer.statements):
        faults = list(_citations(statement, given)) or list(_claims(statement, given, asked))
        found += [Finding(place, fault, words) for fault, words in dict.fromkeys(faults)]
    return found


def follows_its_quotes(statement: Statement) -> bool:
    """Whether nearly every word of a statement stands, in that order, in what it quotes."""
    own = _own_words(statement)
    if not own:
        return True
    quotes = read("\n".join(_in_one_line(plain(c.quote)) for c in statement.citations))
    return all(nearness(told, runs(told, quotes)) >= _FOLLOWS for told in map(read, own) if told)


def without(answer: Grounded, found: Sequence[Finding]) -> Grounded | None:
    """Take out the statements that are not borne out; None where nothing is left."""
    gone = {finding.statement for finding in found}
    kept = tuple(s for n, s in enumerate(answer.statements) if n not in gone)
    if not kept:
        return None
    return replace(answer, statements=kept, steps=() if None in gone else answer.steps)


def _citations(statement: Statement, given: Mapping[str, Passage]) -> Iterator[tuple[Fault, str]]:
    """Find citations of what was not given, and quotes that do not stand there."""
    if not statement.citations:
        yield Fault.NO_CITATION, statement.text
    for citation in statement.citations:
        passage = given.get(citation.chunk_id)
        if passage is None or not _names(citation, passage):
            yield Fault.UNKNOWN_PASSAGE, citation.title
        elif not _stands_in(citation.quote, passage.text):
            yield Fault.ALTERED_QUOTE, citation.quote


def _names(citation: Citation, passage: Passage) -> bool:
    """Whether all that a citation says of its page is so."""
    said = (citation.document_id, citation.version, citation.path, citation.title, citation.url)
    so = (passage.document_id, passage.version, passage.path, passage.title, passage.link)
    return said == so


def _stands_in(quote: str, text: str) -> bool:
    sought = _in_one_line(quote)
    return bool(sought) and sought in _in_one_line(text)


def _in_one_line(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _cited(statement: Statement, given: Mapping[str, Passage]) -> Cited:
    """Read what a statement cites, and what stands over it: titles, headings, a table's header."""
    quotes: list[str] = []
    context: list[str] = []
    for citation in statement.citations:
        quotes.append(" ".join(plain(citation.quote).split()))
        context += [citation.title, *citation.heading]
        passage = given.get(citation.chunk_id)
        if passage is not None:
            quotes += _over(citation.quote, passage)
            context.append(plain(passage.lead))
    return Cited(
        read("\n".join(dict.fromkeys(quotes))),
        read("\n".join(dict.fromkeys(context))),
        frozenset(citation.language for citation in statement.citations),
    )


def _over(quote: str, passage: Passage) -> list[str]:
    """Tell the rows of a table with their header, and points with the line above them."""
    start = passage.text.find(quote)
    if start < 0:
        return []
    end = start + len(quote)
    found = sentences(passage)
    inside = [s for s in found if s.is_quotable and s.start < end and s.end > start]
    over = sorted({place for sentence in inside for place in sentence.after})
    rows = [sentence.text for sentence in inside if sentence.table is not None]
    return [*(found[place].text for place in over), *rows]


def _claims(
    statement: Statement, given: Mapping[str, Passage], asked: Asked
) -> Iterator[tuple[Fault, str]]:
    """Find the claims of a statement, sentence by sentence, that are not borne out."""
    own = _own_words(statement)
    if not own:
        return
    cited = _cited(statement, given)
    for sentence in own:
        told = _without_yes(read(_POINT.sub("", sentence)))
        told = _without_denial(told, cited.all, asked.question)
        if told:
            yield from ((fault, mark.text) for fault, mark in _of_sentence(told, cited, asked))


def _own_words(statement: Statement) -> list[str]:
    """The sentences of a statement that are no whole sentences of what it quotes."""
    quotes = [_in_one_line(plain(citation.quote)) for citation in statement.citations]
    parts = seeming_sentences(plain(statement.text).replace("•", "\n"))
    told = [_in_one_line(part.strip()) for part in parts]
    return [s for s in told if s and not any(_is_whole(s, quote) for quote in quotes)]


def _is_whole(sentence: str, quote: str) -> bool:
    """Whether a sentence stands in a quote from one full stop to the next."""
    start = quote.find(sentence)
    if start < 0:
        return False
    before, after = quote[:start].rstrip(), quote[start + len(sentence) :].lstrip()
    ends = not after or sentence[-1] in _STOPS or after[0] in _STOPS
    return ends and (not before or before[-1] in _STOPS)


def _of_sentence(told: Sequence[Mark], cited: Cited, asked: Asked) -> Iterator[tuple[Fault, Mark]]:
    laid = runs(told, cited.quotes)
    is_near = nearness(told, laid) >= NEAR
    across = not is_near and cited.languages != {asked.language}
    yield from unsupported(told, cited.all, known=asked.worked_out)
    yield from misplaced(told, cited.quotes)
    yield from merged(told, cited.quotes)
    yield from strangers(told, [*cited.all, *asked.question, *asked.worked_out], across=across)
    if is_near:
        for fault, mark in changes(told, cited.quotes, laid):
            if not any(_is_same(mark, result) for result in asked.worked_out):
                yield fault, mark
    else:
        yield from departures(told, cited.quotes, across=across)


def _without_yes(told: Sequence[Mark]) -> Sequence[Mark]:
    """Leave out the word that answers before the sentence does: "No, …"."""
    is_answer = len(told) > 1 and told[0].text.lower() == "no" and told[1].clause > told[0].clause
    return told[1:] if is_answer else told


def _without_denial(
    told: Sequence[Mark], cited: Sequence[Mark], asked: Sequence[Mark]
) -> Sequence[Mark]:
    """Leave out the clause that denies what the question claims: "it is not paid triple, …"."""
    denying = {
        mark.clause
        for mark in told
        if mark.kind is Kind.NOT or mark.key in ("duty:forbid", "duty:free")
    }
    false = {
        mark.clause
        for mark in told
        if any(_is_same(mark, other) for other in asked)
        and not any(_is_same(mark, other) for other in cited)
    }
    return [mark for mark in told if mark.clause not in denying & false]


def _is_same(mark: Mark, other: Mark) -> bool:
    return bool(mark.values & other.values or mark.readings & other.readings)


def _told_by(step: Step) -> Iterator[Mark]:
    """The figures of a calculation, without those that need no source to reckon with."""
    yield from (mark for mark in read(step.expression) if mark.text not in _ALWAYS_SO)
    yield from read(step.result)


def _steps(answer: Grounded, asked: Asked, passages: Mapping[str, Passage]) -> Iterator[Finding]:
    """Find calculations with figures that nobody gave."""
    if not answer.steps:
        return
    cited = chain.from_iterable(_cited(one, passages).all for one in answer.statements)
    known = [*cited, *asked.question]
    for step in answer.steps:
        for mark in read(step.expression):
            is_figure = mark.kind in (Kind.NUMBER, Kind.MOMENT) and mark.text not in _ALWAYS_SO
            if is_figure and not any(_is_same(mark, other) for other in known):
                yield Finding(None, Fault.STEP, mark.text)
        known += read(step.result)
