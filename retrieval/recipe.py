"""What goes into a search, and how much of it? `python -m tests.bench sweep` tells why."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """The constants of a search; a weight of 0 or a False leaves a technique out.

    Candidates: every leg is read `depth` points down (so that what one leg offers has its score
    in the others, too), offers its first `each`, and the best `most` by rank fusion are looked
    at more closely.

    Where all that the reader may see takes no more than `whole` tokens, all of it is offered.

    Order: a sum of standard scores over the candidates of one question. `late` weighs late
    interaction (MaxSim), `dense` the vectors of the whole, `words` BM25. `titles` weighs how well
    the question's words tell the document from the others by its title, `neighbours` how well
    the pages before and after answer, where there are pages. `other_language` makes up for what
    is left of a model's liking for passages of the question's own language.

    Techniques: `identifiers` puts first what carries the codes that were asked for; `parts` also
    looks for each part of a compound question; `shorthand` spells out what was typed in a hurry;
    `glossary` also for what short forms stand for;
    `authority` puts the current and binding one of near-twins first.
    """

    late: float = 1.0
    dense: float = 0.3
    words: float = 1.1
    titles: float = 0.8
    neighbours: float = 0.3
    other_language: float = 0.5
    each: int = 40
    most: int = 60
    depth: int = 100
    whole: int = 6000
    identifiers: bool = True
    parts: bool = True
    shorthand: bool = True
    glossary: bool = False
    authority: bool = True
