"""How good were the answers? Facts, citations, abstentions and questions back, by group.

The figures are named and counted as the script that comes with the golden questions does it: a
share of citations is one of all citations of a group, not an average over its questions.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.answers import Abstained, Citation, Clarification, Grounded, Unavailable
from bot.evaluation.intervals import Estimate, ratio
from bot.evaluation.questions import Golden
from bot.evaluation.run import Outcome, citations, said
from bot.evaluation.scores import groups

Pages = Callable[[str], str | None]
"""The text of a page by its path; None where there is none, or none that can be compared."""

_SHORT = 4  # characters of a fact that must stand as a word of its own
_RIGHT = {"answer": "answered", "abstain": "abstained", "clarify": "clarified"}

FIGURES = {
    "right_action": ("right", "questions"),
    "fact_recall": ("facts", "answerable"),
    "all_facts": ("all facts", "answerable"),
    "gold_cited": ("gold", "answerable"),
    "cite_valid": ("valid", "citations"),
    "cite_correct": ("relevant citations", "citations of answers"),
    "answered_with_right_valid_cite": ("right and valid", "answers"),
    "acl_leaks": ("leaks", ""),
    "answer answered": ("answers", "answerable"),
    "abstain abstained": ("rightly abstained", "unanswerable"),
    "clarify precision": ("rightly clarified", "clarified"),
    "clarify recall": ("rightly clarified", "to clarify"),
    "language": ("in the asker's language", "questions"),
}
"""Each figure as what is counted and out of what; a figure out of nothing is a count."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What is counted of one question, by name; what is not there is 0."""

    golden: Golden
    action: str
    counts: dict[str, float]


def scored(outcome: Outcome, pages: Pages) -> Scored:
    """Count one answer; an outcome without a reply counts as missing."""
    golden, cited = outcome.golden, citations(outcome)
    action = _action(outcome)
    checkable = [one for one in cited if not one.path.endswith(".pdf")]
    valid = [one for one in checkable if _is_verbatim(one.quote, pages(one.path))]
    counts = {
        "questions": 1.0,
        "right": float(_RIGHT.get(golden.expected) == action),
        "citations": len(checkable),
        "valid": len(valid),
        "leaks": float(bool(outcome.leaked_citations)),
        "clarified": float(action == "clarified"),
        "in the asker's language": float(_speaks(outcome)),
    }
    match golden.expected:
        case "answer":
            counts |= _answerable(golden, outcome, cited, valid)
        case "clarify":
            counts |= {"to clarify": 1.0, "rightly clarified": counts["right"]}
        case _:
            counts |= {"unanswerable": 1.0, "rightly abstained": counts["right"]}
    return Scored(golden, action, counts)


def _answerable(
    golden: Golden, outcome: Outcome, cited: Sequence[Citation], valid: Sequence[Citation]
) -> dict[str, float]:
    relevant = set(golden.relevant)
    is_answered = _action(outcome) == "answered"
    facts = [has_fact(said(outcome), fact) for fact in golden.key_facts]
    recall = sum(facts) / len(facts) if facts and is_answered else 0.0
    counts = {
        "answerable": 1.0,
        "facts": recall,
        "all facts": float(recall == 1),
        "gold": len(relevant & {page(one) for one in cited}) / len(relevant) if relevant else 0.0,
    }
    if is_answered:
        counts |= {
            "answers": 1.0,
            "relevant citations": sum(page(one) in relevant for one in cited),
            "citations of answers": len(cited),
            "right and valid": float(any(page(one) in relevant for one in valid)),
        }
    return counts


def figure(name: str, questions: Iterable[Scored]) -> tuple[int, Estimate | float] | None:
    """Estimate a figure, and of how many questions; None where there is nothing to count."""
    counted, of = FIGURES[name]
    known = [one.counts for one in questions]
    if not of:
        return len(known), sum(one.get(counted, 0.0) for one in known)
    pairs = [(one.get(counted, 0.0), one[of]) for one in known if one.get(of)]
    return (len(pairs), ratio(pairs)) if pairs else None


def by_group(questions: Iterable[Scored]) -> dict[str, list[Scored]]:
    """Put questions in their groups: all, and each organisation, language and tag."""
    found: dict[str, list[Scored]] = {}
    for one in questions:
        for group in groups(one.golden):
            found.setdefault(group, []).append(one)
    return found


def confusion(questions: Iterable[Scored]) -> dict[str, dict[str, int]]:
    """Count what was expected against what was done."""
    found: dict[str, dict[str, int]] = {}
    for one in questions:
        did = found.setdefault(one.golden.expected, {})
        did[one.action] = did.get(one.action, 0) + 1
    return found


def page(citation: Citation) -> str:
    """Name the page cited as golden questions name it."""
    return citation.path + (f"#page={citation.page}" if citation.page else "")


def has_fact(answer: str, fact: str) -> bool:
    """Whether one of a fact's alternatives stands in an answer, case, accents and marks aside."""
    told = _bare(answer)
    return any(
        re.search(rf"(?<!\w){re.escape(one)}{_end(one)}", told)
        for one in map(_bare, fact.split("|"))
        if one
    )


def _end(fact: str) -> str:
    """A short fact, or a number, must end where the word ends."""
    return r"(?!\w)" if len(fact) <= _SHORT or fact[-1].isdigit() else ""


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", _plain(re.sub(r"[*_`]", "", text)))
    return "".join(one for one in decomposed if not unicodedata.combining(one))


def _plain(text: str) -> str:
    straight = unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'")
    return re.sub(r"\s+", " ", straight).strip().casefold()


def _is_verbatim(quote: str, text: str | None) -> bool:
    return bool(text and _plain(quote)) and _plain(quote) in _plain(text or "")


def _speaks(outcome: Outcome) -> bool:
    return outcome.reply is not None and outcome.reply.language == outcome.golden.language


def _action(outcome: Outcome) -> str:
    match None if outcome.reply is None else outcome.reply.answer:
        case Grounded():
            return "answered"
        case Abstained() | Unavailable():
            return "abstained"
        case Clarification():
            return "clarified"
        case _:
            return "missing"
