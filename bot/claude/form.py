"""Is a sentence of a reply fit to be shown at all? Its form alone; whether it is true, others see.

A model that a page has talked round prints its instructions, hangs links and mentions on what it
says, speaks in the names of others or of deeds of its own, or dresses text up for whatever draws
it. None of that stands in an answer, unless the page that is cited has it to the letter.
"""

import re
import unicodedata

from bot.claude.answer_prompt import RULES

# Lengths are bounded: a reply is read in a time that grows no faster than it.
_ADDRESS = (
    r"[a-z][a-z0-9+.-]{0,20}://[^\s<>()\[\]]+|\bwww\.[^\s<>()\[\]]+|"
    r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}|@(?:here|channel|everyone)\b"
)
_MARKUP = r"</?[a-z@!#][^>]*>?|&(?:#\w{1,9}|[a-z]{1,32});|```|~~~|\$\{|\{\{|\]\s{0,3}[\[(]"
_ENCODED = r"[a-z0-9+/=_]{40,}"
_DEEDS = (
    r"\bI(?:['’]ve|['’]ll| have| had| am| will| can| did| told| opened| sent)\b|"
    r"\b(?:he|hemos) (?:abierto|dicho|enviado|avisado|escrito|aprobado|informado|solicitado)\b"
)
_PARTS = r"^\W*(?:human|assistant|user|system)\s*:|^#{1,6}\s"
_FOREIGN = re.compile(f"{_ADDRESS}|{_MARKUP}|{_ENCODED}|{_DEEDS}|{_PARTS}", re.IGNORECASE)
_ADDRESSED = re.compile(f"{_ADDRESS}|{_MARKUP}|{_ENCODED}", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_IN_A_ROW = 7  # words
_MARKS = re.compile(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20ff]{3,}")


def _rows(text: str) -> set[tuple[str, ...]]:
    """The words of a text, so many in a row."""
    words = [word.lower() for word in _WORD.findall(text)]
    return {tuple(words[n : n + _IN_A_ROW]) for n in range(len(words) - _IN_A_ROW + 1)}


_OF_THE_RULES = _rows(RULES)


def is_fit(text: str, quoted: str) -> bool:
    """Tell whether a sentence may be shown; what it cites may hold what it alone may not."""
    if text.rstrip().endswith("?"):  # claims nothing
        return False
    if any(found[0] not in quoted for found in _FOREIGN.finditer(text)):
        return False
    return not _MARKS.search(unicodedata.normalize("NFD", text))


def prints_the_rules(text: str) -> bool:
    """Tell whether a reply gives away what the model was told."""
    return bool(_rows(text) & _OF_THE_RULES)


def is_plain(text: str) -> bool:
    """Tell whether words that nothing is cited for hold no address and no markup."""
    return not _ADDRESSED.search(text)
