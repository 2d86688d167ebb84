"""Which words does a text hold? BM25 through fastembed, with stemmer and stop words by language."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bm25s import stopwords
from fastembed import SparseTextEmbedding

from retrieval.language import STEMMED


@dataclass(frozen=True, slots=True)
class Sparse:
    """Terms and their weights: the ids that Qdrant's and fastembed's BM25 agree on."""

    indices: list[int]
    values: list[float]


def passage_terms(text: str, language: str) -> Sparse:
    """Weigh the stems of a passage in its language, as BM25 does (the index adds rarity)."""
    (found,) = _bm25(language).embed([_folded(text)])
    return Sparse(found.indices.tolist(), found.values.tolist())


def query_terms(text: str, language: str) -> Sparse:
    """Name the stems of a question in its language, each with weight one."""
    (found,) = _bm25(language).query_embed(_folded(text))
    return Sparse(found.indices.tolist(), found.values.tolist())


def _folded(text: str) -> str:
    """Drop accents: people leave them out in chat. `ñ` stays, it makes other words."""
    decomposed = unicodedata.normalize("NFD", text.replace("ñ", "\0").replace("Ñ", "\0"))
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return bare.replace("\0", "ñ")


def is_stop_word(word: str, language: str) -> bool:
    """Whether a word of this language carries no meaning of its own, as BM25 sees it."""
    return _folded(word.lower()) in _stop_words(language)


@cache
def _stop_words(language: str) -> frozenset[str]:
    name = "EN_PLUS" if language == "en" else STEMMED[language].upper()
    words: tuple[str, ...] = getattr(stopwords, f"STOPWORDS_{name}", ())
    return frozenset(_folded(word) for word in words)


@cache
def _bm25(language: str) -> SparseTextEmbedding:
    return SparseTextEmbedding(
        "Qdrant/bm25",
        language=STEMMED[language],
        stopwords=set(_stop_words(language)),
        specific_model_path=str(Path(__file__).parent),  # keeps fastembed from its model hub
    )
