"""What does a reply say? Its first line says how it ends; then its sentences, each as it is cited.

A sentence that no citation bears is taken out, and so is one that is not fit to be shown. What is
left is the answer; if nothing is, there is none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from anthropic.types import Message

from bot.answers import Citation, Clarification, Statement, Step
from bot.claude.answer_prompt import MISSING, Verdict
from bot.claude.form import is_fit, is_plain, prints_the_rules
from bot.claude.sources import FIGURE, ForeignCitationError, Sources
from connectors.extract.characters import without_hidden
from retrieval.boundaries import sentences

_ITEM = re.compile(r"(?:[-*•–]|\d{1,2}[.)])\s+")
_BULLET = re.compile(r"^[-*–]\s+")
_ROW = re.compile(r"\s*\|")
_RULE = re.compile(r"[\s|:-]+")
_LINE_ENDS = re.compile(r"[\x0c\x85\u2028\u2029]|\r\n?")
_MOST_STATEMENTS = 40
_LONGEST_QUESTION = 300  # characters
_LONGEST_OPTION = 100
_OPTIONS = 6
_LONGEST_MISSING = 300


@dataclass(frozen=True, slots=True)
class Said:
    """A reply read: how it ends, its statements, what it misses, and what was taken out and why."""

    verdict: Verdict
    statements: tuple[Statement, ...] = ()
    clarification: Clarification | None = None
    missing: str = ""
    objections: tuple[str, ...] = ()
    taken_out: tuple[str, ...] = ()


@dataclass
class _Text:
    """A text and which stretches of it are cited."""

    text: str = ""
    cited: list[tuple[int, int, list[Citation]]] = field(default_factory=list)
    objections: list[str] = field(default_factory=list)

    def citations(self, start: int, end: int) -> tuple[Citation, ...]:
        """What bears any part of a stretch, each once."""
        found = [c for left, right, c in self.cited if left < end and start < right]
        return tuple(dict.fromkeys(citation for some in found for citation in some))


@dataclass
class _Unit:
    """Lines that are told together: the stretches of text that they are made of."""

    spans: list[tuple[int, int]]
    is_table: bool = False
    is_list: bool = False


def said(
    message: Message, sources: Sources, *, key: str, language: str, steps: Sequence[Step] = ()
) -> Said:
    """Read a whole reply; `steps` are the calculations that were made for it."""
    whole = _joined(message, sources)
    verdict, start = _verdict(whole, key)
    end, missing = _missing(whole.text, start, key)
    if prints_the_rules(whole.text[start:]):
        return Said(Verdict.NONE, objections=(*whole.objections, "it prints its instructions"))
    if verdict is Verdict.ASK:
        asked = _clarification(whole.text[start:end], key, sources)
        objections = (*whole.objections, *(() if asked else ("a question that cannot be put",)))
        return Said(verdict if asked else Verdict.NONE, clarification=asked, objections=objections)
    if verdict is Verdict.NONE:
        return Said(verdict, objections=tuple(whole.objections))
    reading = _Reading(whole, key, language, steps)
    reading.read(start, end)
    if len(reading.statements) > _MOST_STATEMENTS:
        return Said(Verdict.NONE, objections=(*whole.objections, "no end of statements"))
    return Said(
        Verdict.ANSWER if reading.statements else Verdict.NONE,
        tuple(reading.statements),
        missing=missing,
        objections=tuple(whole.objections),
        taken_out=tuple(reading.taken_out),
    )


def _joined(message: Message, sources: Sources) -> _Text:
    """Put the blocks together, and resolve what each of them cites."""
    whole = _Text()
    for block in message.content:
        if block.type != "text" or not isinstance(block.text, str):
            continue
        start, text = len(whole.text), _LINE_ENDS.sub("\n", without_hidden(block.text).text)
        text = sources.unmasked(text)
        whole.text += text
        cited: list[Citation] = []
        for location in block.citations or ():
            if location.type != "search_result_location":
                whole.objections.append(f"a citation of an unknown kind: {location.type}")
                continue
            try:
                cited += sources.cited(location)
            except ForeignCitationError as error:
                whole.objections.append(f"a citation of {error}")
        words = re.search(r"\w(?:.*\w)?", text, re.DOTALL)
        if cited and words:  # a space or full stop at its edge belongs to the sentence beside it
            whole.cited.append((start + words.start(), start + words.end(), cited))
    return whole


def _verdict(whole: _Text, key: str) -> tuple[Verdict, int]:
    """Read the first line; a reply without one is an answer where it cites, else none."""
    first = re.match(rf"\s*({'|'.join(Verdict)}) {key}[ \t]*(?:\n|$)", whole.text)
    if first:
        return Verdict(first[1]), first.end()
    whole.objections.append("no first line")
    return Verdict.ANSWER if whole.cited else Verdict.NONE, 0


def _missing(text: str, start: int, key: str) -> tuple[int, str]:
    """Split off the last line, where it says what is missing."""
    last = re.search(rf"^[ \t]*{MISSING} {key}:(.*)\s*\Z", text[start:], re.MULTILINE)
    if last is None:
        return len(text), ""
    named = " ".join(last[1].split()).rstrip(".")
    fit = len(named) <= _LONGEST_MISSING and is_plain(named) and key not in named
    return start + last.start(), named if fit and not FIGURE.search(named) else ""


def _clarification(text: str, key: str, sources: Sources) -> Clarification | None:
    """Read the question back and its choices; None where it is none that can be put to anybody."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    options = [_ITEM.sub("", line, count=1) for line in lines[1:] if _ITEM.match(line)]
    told = [*lines[:1], *options]
    if not lines or not lines[0].endswith("?") or len(lines[0]) > _LONGEST_QUESTION:
        return None
    if not all(is_plain(line) and key not in line for line in told):
        return None
    if not sources.figures.issuperset(FIGURE.findall(" ".join(told))):
        return None
    if any(len(option) > _LONGEST_OPTION for option in options) or len(options) > _OPTIONS:
        return None
    return Clarification(lines[0], tuple(dict.fromkeys(options)))


class _Reading:
    """An answer, read from its first line to its last."""

    def __init__(self, whole: _Text, key: str, language: str, steps: Sequence[Step]) -> None:
        self._whole = whole
        self._key = key
        self._language = language
        self._results = {step.result for step in steps}
        self.statements: list[Statement] = []
        self.taken_out: list[str] = []

    def read(self, start: int, end: int) -> None:
        for unit in _units(self._whole.text, start, end):
            if unit.is_table or unit.is_list:
                self._together(unit)
            else:
                for left, right in self._sentences(*unit.spans[0]):
                    self._sentence(left, right)

    def _sentences(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        text = self._whole.text[start:end]
        begin = 0
        for stop in [*sentences(text, self._language), len(text)]:
            if text[begin:stop].strip():
                yield start + begin, start + stop
            begin = stop

    def _sentence(self, start: int, end: int) -> None:
        text = self._whole.text[start:end].strip()
        citations = self._whole.citations(start, end)
        if not citations and self.statements and self._rests_on_a_step(text):
            before = self.statements.pop()
            text, citations = f"{before.text} {text}", before.citations
        self._tell(text, citations)

    def _together(self, unit: _Unit) -> None:
        """Tell a list with the line that announces it, or a table with its header, as one."""
        head, *rest = unit.spans
        told, citations = [self._line(*head)], list(self._whole.citations(*head))
        for left, right in rest:
            of_line = self._whole.citations(left, right)
            line = self._line(left, right)
            if of_line or (unit.is_table and _RULE.fullmatch(line)):
                told.append(line)
                citations += of_line
            else:
                self.taken_out.append(line)
        self._tell("\n".join(told), tuple(dict.fromkeys(citations)))

    def _line(self, start: int, end: int) -> str:
        return _BULLET.sub("• ", self._whole.text[start:end].strip())

    def _rests_on_a_step(self, text: str) -> bool:
        return bool(self._results.intersection(FIGURE.findall(text)))

    def _tell(self, text: str, citations: tuple[Citation, ...]) -> None:
        quoted = " ".join(citation.quote for citation in citations)
        if citations and self._key not in text and is_fit(text, quoted):
            if text not in (told.text for told in self.statements):
                self.statements.append(Statement(text, citations))
        else:
            self.taken_out.append(text)


def _units(text: str, start: int, end: int) -> list[_Unit]:
    """Gather lines: rows of a table, and items under the line that announces them."""
    units: list[_Unit] = []
    for found in re.finditer(r"[^\n]+", text[start:end]):
        line, span = found[0].strip(), (start + found.start(), start + found.end())
        before = units[-1] if units else None
        if not line:
            continue
        if _ROW.match(line):
            if before is None or not before.is_table:
                units.append(before := _Unit([], is_table=True))
            before.spans.append(span)
        elif _ITEM.match(line):
            announced = before is not None and _announces(text, before)
            if before is None or not (before.is_list or announced):
                units.append(before := _Unit([], is_list=False))
            before.is_list = announced or before.is_list
            before.spans.append(span)
        else:
            units.append(_Unit([span]))
    return units


def _announces(text: str, unit: _Unit) -> bool:
    start, end = unit.spans[-1]
    return text[start:end].rstrip().endswith(":")
