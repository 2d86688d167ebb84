"""A cross-encoder that counts the words which question and passage share, as fastembed keeps one.

It lies where fastembed looks for a model that it fetched before, so that everything but the
weights is real: the tokenizer, the pairs, the cutting, the runtime, the search of the folder.
"""

import json
from pathlib import Path

import onnx
from onnx import TensorProto, helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

NAME = "Xenova/ms-marco-MiniLM-L-6-v2"
LONGEST = 24
_REVISION = "0" * 40
_SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def kept_in(folder: Path, words: str) -> None:
    """Put the model into fastembed's folder; it knows these words and no others."""
    home = folder / f"models--{NAME.replace('/', '--')}"
    snapshot = home / "snapshots" / _REVISION
    (snapshot / "onnx").mkdir(parents=True)
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text(_REVISION)
    onnx.save(_counting(), snapshot / "onnx" / "model.onnx")
    _tokenizer(words).save(str(snapshot / "tokenizer.json"))
    said = {"model_max_length": LONGEST, "pad_token": "[PAD]"}
    (snapshot / "tokenizer_config.json").write_text(json.dumps(said))
    (snapshot / "config.json").write_text(json.dumps({"pad_token_id": 0}))


def _tokenizer(words: str) -> Tokenizer:
    known = {word: n for n, word in enumerate([*_SPECIAL, *sorted(set(words.lower().split()))])}
    tokenizer = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return tokenizer


def _counting() -> onnx.ModelProto:
    """Count the pairs of a question's token and the same one in the passage: one logit a text."""
    steps = [
        ("Unsqueeze", ["input_ids", "last"], "down"),
        ("Unsqueeze", ["input_ids", "middle"], "across"),
        ("Equal", ["down", "across"], "same"),
        ("Greater", ["input_ids", "special"], "word"),
        ("Equal", ["token_type_ids", "zero"], "first"),
        ("Not", ["first"], "second"),
        ("And", ["first", "word"], "asked"),
        ("And", ["second", "word"], "told"),
        ("Unsqueeze", ["asked", "last"], "asked_down"),
        ("Unsqueeze", ["told", "middle"], "told_across"),
        ("And", ["asked_down", "told_across"], "pair"),
        ("And", ["pair", "same"], "shared"),
    ]
    nodes = [helper.make_node(kind, given, [made]) for kind, given, made in steps]
    nodes.append(helper.make_node("Cast", ["shared"], ["ones"], to=TensorProto.FLOAT))
    nodes.append(helper.make_node("ReduceSum", ["ones", "both"], ["count"], keepdims=0))
    nodes.append(helper.make_node("Unsqueeze", ["count", "middle"], ["logits"]))
    constants = {"last": [2], "middle": [1], "both": [1, 2], "special": [3], "zero": [0]}
    tokens = ["texts", "tokens"]
    graph = helper.make_graph(
        nodes,
        "counting",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, tokens)
            for name in ("input_ids", "token_type_ids", "attention_mask")
        ],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["texts", 1])],
        [
            helper.make_tensor(name, TensorProto.INT64, [len(values)], values)
            for name, values in constants.items()
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
