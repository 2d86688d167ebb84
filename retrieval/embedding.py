"""Where do texts lie? The ports, and fastembed behind them.

Nothing is fetched here: the embedded model comes with the packages. Any other model that fastembed
lists is taken by its name (and is then fetched by fastembed).

Every vector is told as seen from the middle of its language (`retrieval.centring`): a model puts
texts of one language near one another, and a question would find little but its own.
"""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from fastembed.text.onnx_text_model import OnnxTextModel
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from retrieval import embedded_model
from retrieval.centring import Centres, Sample, Vector, centres, unit
from retrieval.late import Codes, packed

EMBEDDED = embedded_model.NAME
_MOST_TOKENS = 512  # of models whose own limit fastembed does not tell


class Text(NamedTuple):
    """What is placed, and the code of its language."""

    words: str
    language: str


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A passage: a unit vector for the whole, and its tokens at one bit a dimension."""

    dense: Vector
    codes: Codes


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question: a unit vector for the whole, and one for each token."""

    text: Text
    dense: Vector
    tokens: Vector


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

    async def passages(self, texts: Sequence[Text]) -> list[Placed]:
        """Place each text: `len(texts)` of them, in the same order.

        Raises `ValueError` for a text longer than the model reads: nothing is cut in silence.
        """

    async def question(self, text: Text) -> Question:
        """Place a question. What is longer than the model reads is cut."""


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

    def __init__(self, model: str, folder: Path, *, threads: int = 1) -> None:
        """Load a model that runs each text on so many threads.

        One is best: several texts go side by side, and onnxruntime's threads of one text would
        spin after each, in the way of the engine that is asked next.
        """
        self.model = model
        os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
        self._fastembed = _load(model, folder, threads)
        self.size = int(self._fastembed.embedding_size)
        self._onnx = _onnx(self._fastembed)
        self._tokenizer, self.longest = _tokenizer(self._onnx)
        self._centres: Centres = centres(model, folder, self._sample_passage, self._sample_question)
        cores = os.cpu_count() or 1
        self._indexing = ThreadPoolExecutor(cores, thread_name_prefix="embed-passages")
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="embed-question")

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text with the prefix and marks that the model adds."""
        encoded = self._tokenizer.encode_batch([self._passage(text) for text in texts])
        return [_length(tokens) for tokens in encoded]

    async def passages(self, texts: Sequence[Text]) -> list[Placed]:
        """Place each text; a text the model cannot read whole raises `ValueError`."""
        loop = asyncio.get_running_loop()
        words = [text.words for text in texts]
        await loop.run_in_executor(self._indexing, self._refuse_too_long, words)
        placing = (loop.run_in_executor(self._indexing, self._placed, text) for text in texts)
        return list(await asyncio.gather(*placing))

    async def question(self, text: Text) -> Question:
        """Place a question; never waits behind passages."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._asking, self._place_question, text)

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

    def _refuse_too_long(self, texts: list[str]) -> None:
        if too_long := [n for n in self.count(texts) if n > self.longest]:
            raise ValueError(
                f"A text of {max(too_long)} tokens is longer than the {self.longest} that "
                f"{self.model} reads. Make POLICYBOT_CHUNKS__TOKENS smaller."
            )

    def _placed(self, text: Text) -> Placed:
        # Each text by itself: padding to the longest of a batch costs more than a batch saves.
        dense, tokens, _ = self._read(text.words, self._passage(""))
        centre = self._centres.passages(text.language)
        return Placed(unit(dense - centre.dense), packed(tokens, centre.token))

    def _place_question(self, text: Text) -> Question:
        dense, tokens, _ = self._read(text.words, self._query(""))
        centre = self._centres.questions(text.language)
        return Question(text, unit(dense - centre.dense), unit(tokens - centre.token))

    def _sample_passage(self, text: str) -> Sample:
        dense, tokens, _ = self._read(text, self._passage(""))
        return Sample(dense, tokens)

    def _sample_question(self, text: str) -> Sample:
        dense, tokens, _ = self._read(text, self._query(""))
        return Sample(dense, tokens)

    def _read(self, text: str, prefix: str) -> tuple[Vector, Vector, Encoding]:
        """Run the model once: the vector of the whole, and those of the text's own tokens.

        A model that keeps its tokens to itself gives none.
        """
        output = self._onnx.onnx_embed([prefix + text])
        # The vector that `embed` would give, from the output that also holds the tokens.
        (dense,) = self._onnx._post_process_onnx_output(output)  # noqa: SLF001
        encoded = self._tokenizer.encode(prefix + text)
        states = np.asarray(output.model_output, np.float32)
        if states.ndim != 3:  # noqa: PLR2004  # texts, tokens, numbers
            return np.asarray(dense, np.float32), np.empty((0, self.size), np.float32), encoded
        own = [n for n in _own(encoded, len(prefix)) if n < states.shape[1]]
        return np.asarray(dense, np.float32), unit(states[0][own]), encoded

    def _states(self, texts: list[str], prefix: str) -> list[TokenStates]:
        return [self._text_states(text, prefix) for text in texts]

    def _text_states(self, text: str, prefix: str) -> TokenStates:
        _, vectors, encoded = self._read(text, prefix)
        offsets = [encoded.offsets[n] for n in _own(encoded, len(prefix))]
        spans = [(max(0, start - len(prefix)), end - len(prefix)) for start, end in offsets]
        return TokenStates(vectors, tuple(spans[: len(vectors)]))

    def _passage(self, text: str) -> str:
        return "passage: " + text if self._is_e5 else text

    def _query(self, text: str) -> str:
        return "query: " + text if self._is_e5 else text

    @property
    def _is_e5(self) -> bool:
        """E5 models were trained with these two words in front; fastembed adds them to none."""
        return "e5" in self.model.lower()


def _own(encoded: Encoding, prefix: int) -> list[int]:
    """The tokens of the text itself: neither the model's marks nor the prefix."""
    return [n for n, (start, end) in enumerate(encoded.offsets) if end > max(start, prefix)]


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
