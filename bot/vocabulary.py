"""What do the words of a question stand for, as far as its reader may know?

A term that a document explains counts only for a reader who may read that document: what is
looked for must not be drawn from what may not be read. What operators write into the glossary
file counts for everyone, and settles the matter for its short form.
"""

from collections.abc import Callable
from pathlib import Path

from retrieval.glossary import Edited, GlossaryError, Term, edited, expansions, keys
from storage.glossary import Glossary

Admits = Callable[[str], bool]
"""Whether the access with an id admits the reader, now."""


class Vocabulary:
    """The short forms that documents explain, and those that operators do."""

    def __init__(self, glossary: Glossary, operators: Edited) -> None:
        self._glossary = glossary
        self._operators = operators

    async def expansions(self, question: str, language: str, admits: Admits) -> tuple[str, ...]:
        """Say what is to be looked for beside a question's own words, three forms at most."""
        asked = keys(question)
        explained = await self._glossary.terms(asked)
        open_ = {t.access_id for t in explained}
        admitted = {access_id for access_id in open_ if admits(access_id)}
        theirs = (Term(t.short, t.long) for t in explained if t.access_id in admitted)
        settled = self._operators.terms.keys()
        terms = [term for term in theirs if term.short_key not in settled]
        return expansions(question, language, [*self._operators.of(asked), *terms])


def operators_glossary(file: Path) -> Edited:
    """Read the operators' file; where there is none, they have said nothing.

    Raises `GlossaryError` for a file that cannot be used.
    """
    try:
        return edited(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return Edited({})
    except OSError as error:
        raise GlossaryError(f"The glossary {file} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # not UTF-8, or not a glossary
        raise GlossaryError(f"The glossary {file} cannot be used. {error}") from error
