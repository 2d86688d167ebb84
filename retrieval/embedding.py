"""Where do texts lie, and which words do they hold? Dense vectors and BM25, both through fastembed.

Nothing is fetched here: the embedded model comes with the packages, BM25's stop words with bm25s.
Any other model that fastembed lists is taken by its name (and is then fetched by fastembed).
"""

import asyncio
import os
import unicodedata
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from bm25s import stopwords
from fastembed import SparseTextEmbedding, TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from fastembed.text.onnx_text_model import OnnxTextModel
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from retrieval import embedded_model
from retrieval.language import STEMMED

Vector = NDArray[np.float32]

EMBEDDED = embedded_model.NAME
_MOST_TOKENS = 512  # of models whose own limit fastembed does not tell


@dataclass(frozen=True, slots=True)
class Sparse:
    """Terms and their weights: the ids that Qdrant's and fastembed's BM25 agree on."""

    indices: list[int]
    values: list[float]


class ModelUnavailableError(RuntimeError):
    """The embedding model that is set cannot be loaded."""


class Embedder(Protocol):
    """Places texts; `model` and `size` say in which space."""

    @property
    def model(self) -> str:
        """The model's name, which stands for one space: vectors of two models never meet."""

    @property
    def size(self) -> int:
        """How many numbers a vector has."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text as a passage; blocks, but briefly."""

    async def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Place each text: `len(texts)` unit vectors in the same order.

        Raises `ValueError` for a text longer than the model reads: nothing is cut in silence.
        """

    async def query(self, text: str) -> Vector:
        """Place a question: one unit vector. What is longer than the model reads is cut."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenStates:
    """What a model makes of each token of a text: a unit vector, and where the token stands.

    `vectors` has one row for each of `spans`, which are character offsets in the text as given.
    """

    vectors: Vector
    spans: tuple[tuple[int, int], ...]


class TokenEmbedder(Protocol):
    """Places the tokens of texts, each in the light of the text that it stands in."""

    @property
    def model(self) -> str:
        """The model's name."""

    async def passage_tokens(self, texts: Sequence[str]) -> list[TokenStates]:
        """Place the tokens of each text; what is longer than the model reads is cut."""

    async def query_tokens(self, text: str) -> TokenStates:
        """Place the tokens of a question; what is longer than the model reads is cut."""


class FastEmbedder:
    """A fastembed model, the one that comes with the packages unless another is named."""

    def __init__(self, model: str, folder: Path, *, threads: int | None = None) -> None:
        self.model = model
        os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
        self._fastembed = _load(model, folder, threads or os.cpu_count() or 1)
        self.size = int(self._fastembed.embedding_size)
        self._onnx = _onnx(self._fastembed)
        self._tokenizer, self.longest = _tokenizer(self._onnx)
        self._indexing = ThreadPoolExecutor(1, thread_name_prefix="embed-passages")
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="embed-question")

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text with the prefix and marks that the model adds."""
        encoded = self._tokenizer.encode_batch([self._passage(text) for text in texts])
        return [_length(tokens) for tokens in encoded]

    async def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Place each text; a text the model cannot read whole raises `ValueError`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._indexing, self._place, list(texts))

    async def query(self, text: str) -> Vector:
        """Place a question; never waits behind passages."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._asking, self._place_query, text)

    async def passage_tokens(self, texts: Sequence[str]) -> list[TokenStates]:
        """Place the tokens of each text, for whoever is asking: never waits behind an index run."""
        loop = asyncio.get_running_loop()
        prefix = self._passage("")
        return await loop.run_in_executor(self._asking, self._states, list(texts), prefix)

    async def query_tokens(self, text: str) -> TokenStates:
        """Place the tokens of a question."""
        loop = asyncio.get_running_loop()
        prefix = self._query("")
        (states,) = await loop.run_in_executor(self._asking, self._states, [text], prefix)
        return states

    def close(self) -> None:
        """Let the threads go."""
        self._indexing.shutdown(cancel_futures=True)
        self._asking.shutdown(cancel_futures=True)

    def _place(self, texts: list[str]) -> list[Vector]:
        if too_long := [n for n in self.count(texts) if n > self.longest]:
            raise ValueError(
                f"A text of {max(too_long)} tokens is longer than the {self.longest} that "
                f"{self.model} reads. Make POLICYBOT_CHUNKS__TOKENS smaller."
            )
        # One text at a time: padding to the longest of a batch costs more than a batch saves.
        placed = self._fastembed.embed([self._passage(text) for text in texts], batch_size=1)
        return [np.asarray(vector, np.float32) for vector in placed]

    def _place_query(self, text: str) -> Vector:
        (vector,) = self._fastembed.query_embed(self._query(text))
        return np.asarray(vector, np.float32)

    def _states(self, texts: list[str], prefix: str) -> list[TokenStates]:
        # One text at a time, as in `_place`.
        return [self._text_states(text, prefix) for text in texts]

    def _text_states(self, text: str, prefix: str) -> TokenStates:
        output = self._onnx.onnx_embed([prefix + text]).model_output[0]
        offsets = self._tokenizer.encode(prefix + text).offsets[: len(output)]
        own = [n for n, (start, end) in enumerate(offsets) if end > max(start, len(prefix))]
        vectors = np.asarray(output, np.float32)[own]
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        spans = ((max(0, offsets[n][0] - len(prefix)), offsets[n][1] - len(prefix)) for n in own)
        return TokenStates(vectors / norms, tuple(spans))

    def _passage(self, text: str) -> str:
        return "passage: " + text if self._is_e5 else text

    def _query(self, text: str) -> str:
        return "query: " + text if self._is_e5 else text

    @property
    def _is_e5(self) -> bool:
        """E5 models were trained with these two words in front; fastembed adds them to none."""
        return "e5" in self.model.lower()


def _load(model: str, folder: Path, threads: int) -> TextEmbedding:
    try:
        return _loaded(model, folder, threads)
    except OSError as error:
        raise ModelUnavailableError(
            f"The folder of the embedding model {folder} cannot be used: "
            f"{error.strerror or error}. Make room or correct its permissions."
        ) from error
    except ValueError as error:  # fastembed's, for a name it does not know and for no network
        raise ModelUnavailableError(
            f"fastembed cannot load the embedding model {model}: {error} Correct or unset "
            "POLICYBOT_EMBEDDING__MODEL, or see to the network where the model is to be fetched."
        ) from error


def _loaded(model: str, folder: Path, threads: int) -> TextEmbedding:
    if model != EMBEDDED:
        return TextEmbedding(model, cache_dir=str(folder), threads=threads)
    if model not in {known["model"] for known in TextEmbedding.list_supported_models()}:
        TextEmbedding.add_custom_model(
            model=model,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf=model),
            dim=embedded_model.DIMENSIONS,
            model_file="model.onnx",
            license="mit",
        )
    home = embedded_model.embedded_model(folder)
    return TextEmbedding(model, specific_model_path=str(home), threads=threads)


def _onnx(model: TextEmbedding) -> OnnxTextModel[NDArray[np.float32]]:
    """The model behind fastembed's, which can be asked for tokens."""
    if not isinstance(model.model, OnnxTextModel):
        raise TypeError(f"{model.model_name} has no tokenizer that can be asked for counts.")
    return model.model


def _tokenizer(model: OnnxTextModel[NDArray[np.float32]]) -> tuple[Tokenizer, int]:
    """The model's tokenizer, and where it cuts."""
    if model.tokenizer is None:
        raise TypeError("The embedding model has no tokenizer that can be asked for counts.")
    longest = int((model.tokenizer.truncation or {}).get("max_length", _MOST_TOKENS))
    return model.tokenizer, longest


def _length(tokens: Encoding) -> int:
    """How many tokens a text has: those that were kept, and those that were cut off.

    A second tokenizer that does not cut would take 290 MB. What was cut off comes as encodings of
    their own, with the marks of beginning and end again, and filled up to one length.
    """
    cut_off = (
        is_read and not is_mark
        for more in tokens.overflowing
        for is_read, is_mark in zip(more.attention_mask, more.special_tokens_mask, strict=True)
    )
    return sum(tokens.attention_mask) + sum(cut_off)


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
    words: Iterable[str] = getattr(stopwords, f"STOPWORDS_{STEMMED[language].upper()}", ())
    if language == "en":
        words = stopwords.STOPWORDS_EN_PLUS
    return frozenset(_folded(word) for word in words)


@cache
def _bm25(language: str) -> SparseTextEmbedding:
    return SparseTextEmbedding(
        "Qdrant/bm25",
        language=STEMMED[language],
        stopwords=set(_stop_words(language)),
        specific_model_path=str(Path(__file__).parent),  # keeps fastembed from its model hub
    )
