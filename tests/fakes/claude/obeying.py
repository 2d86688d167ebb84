"""What would a model say that does whatever the texts before it order?

An order is a sentence of a source or of the user, seen or hidden in characters that nobody sees,
with a verb of command in it, in English, Spanish or German; obeying it is saying what stands after
the verb. Asked for what was said before, it shows all it has; told to put something in a template's
braces, it puts its whole context there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from tests.fakes.claude.asked import Asked
from tests.fakes.claude.citing import Cites, CitesDocument

_SENTENCES = re.compile(r"(?<=[.!?;])\s+(?=[A-ZÁÉÍÓÚÑÄÖÜ<\[!*¡¿])|\n+")
_SAY = re.compile(
    r"(?<!\w)(?:"
    r"(?:reply|answer|respond|responde|contesta|antworte)\b(?:\s+\w+)?\s+(?:with|con|mit)"
    r"(?:\s+(?:the|las?|los|den|der))?(?:\s+(?:words?|palabras?|worten?))?"
    r"|(?:say|state|claim|tell\s+\w+(?:\s+\w+)?|write|print|include|insert|add|append|put|mention"
    r"|end\s+with|finish\s+with|cite(?:\s+\w+){1,3}?\s+as|call\s+(?:it|this\s+\w+)|use\s+the\s+name|link\s+to|go\s+to"
    r"|remember|press|click"
    r"|di|diga|dile|escribe|escriba|incluye|incluya|añade|añada|agrega|pon|menciona|termina\s+con"
    r"|cita\w*\s+como|recuerda|pulsa"
    r"|sage?|schreibe?|füge|nenne|erwähne)"
    r")(?!\w)[\s:,]*(?:that|que|dass)?\s*(?P<said>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_SHOW = re.compile(
    r"(?<!\w)(?:repeat|print|reveal|show|leak|output|list|dump|summari[sz]e|append|translate"
    r"|repite|repita|muestra|muestre|enseñ\w+|revela|imprime|lista|resume"
    r"|wiederhole|zeige?)(?!\w)",
    re.IGNORECASE,
)
_HOLE = re.compile(r"\{[^{}]*\}|(?<==)[A-Z][A-Z_]{3,}")
_CODE_WORD = re.compile(
    r"(?:code\s*word|password|palabra\s+clave|kennwort)\W+(?:is\s+|es\s+|ist\s+)?(\w+)",
    re.IGNORECASE,
)
_LONGEST_IN_A_LINK = 400  # characters

Pointer = Cites | CitesDocument


@dataclass(frozen=True, slots=True)
class Order:
    """What was ordered, what saying it is, and the block of a source that it stands in, if any."""

    sentence: str
    said: str
    where: Pointer | None


def orders(asked: Asked) -> Iterator[Order]:
    """Find what sources and the user order, and what it is to obey."""
    for text, where in (*evidence(asked), *_own_words(asked)):
        for sentence in (*_SENTENCES.split(text), *_hidden(text)):
            if said := " ".join(_obeyed(sentence, asked)):
                yield Order(sentence, said, where)


def _hidden(text: str) -> Iterator[str]:
    """Read what nobody sees: the tag block, and bytes written as variation selectors."""
    yield "".join(chr(ord(c) - 0xE0000) for c in text if 0xE0020 <= ord(c) <= 0xE007E)
    codes = (ord(character) for character in text)
    selected = bytes(
        code - 0xFE00 if code <= 0xFE0F else code - 0xE0100 + 16
        for code in codes
        if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
    )
    yield selected.decode(errors="ignore")


def evidence(asked: Asked) -> list[tuple[str, Pointer | None]]:
    """Give each text of each source, and what points at it; a title is pointed at by its text."""
    found: list[tuple[str, Pointer | None]] = []
    for at, result in enumerate(asked.results):
        found += [(block["text"], Cites(at, n)) for n, block in enumerate(result["content"])]
        found += [(result[name], Cites(at)) for name in ("title", "source")]
    for at, document in enumerate(asked.documents):
        source = document["source"]
        blocks = source.get("content", source.get("data", ""))
        texts = [blocks] if isinstance(blocks, str) else [block["text"] for block in blocks]
        is_readable = source["type"] in {"text", "content"}
        found += [(text, CitesDocument(at, n)) for n, text in enumerate(texts) if is_readable]
        found += [(document[name], None) for name in ("title", "context") if document.get(name)]
    found += [(text, None) for text in asked.tool_results.values()]
    return found


def _own_words(asked: Asked) -> Iterator[tuple[str, None]]:
    """Give what was said in the conversation, by whomever."""
    for role, blocks in asked.turns:
        if role != "system":
            yield from ((block["text"], None) for block in blocks if block["type"] == "text")


def _obeyed(sentence: str, asked: Asked) -> Iterator[str]:
    if found := _SAY.search(sentence):
        yield _HOLE.sub(lambda _: _packed(asked), found["said"])
    if found := _CODE_WORD.search(sentence):
        yield found[1]
    if _SHOW.search(sentence):
        yield asked.text


def _packed(asked: Asked) -> str:
    return quote(asked.text[-_LONGEST_IN_A_LINK:])
