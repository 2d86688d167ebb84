"""How does a test say what Claude answers? In pieces of text, and what each of them cites.

claude.say(
    reply("You have ", said("23 days", cites("wiki:leave", 0)), " a year."),
    reply(uses("search", query="carry over")),
    structured({"kind": "question"}),
)
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.fakes.claude.asked import Asked, Body
from tests.fakes.claude.citing import Pointer, ScriptError
from tests.fakes.claude.events import Change
from tests.fakes.claude.models import Model
from tests.fakes.claude.schemas import misfits
from tests.fakes.claude.thinking import signature


@dataclass(frozen=True, slots=True)
class Said:
    """One text block."""

    text: str
    cites: tuple[Pointer, ...] = ()

    def block(self, asked: Asked, _: int) -> Body:
        block: Body = {"type": "text", "text": self.text}
        found = [pointer.citation(asked) for pointer in self.cites]
        if citations := [citation for citation in found if citation is not None]:
            block["citations"] = citations
        return block


@dataclass(frozen=True, slots=True)
class Uses:
    """A call of a tool."""

    name: str
    input: Body

    def block(self, asked: Asked, at: int) -> Body:
        calls = sum(len(blocks) for _, blocks in asked.turns)
        id_ = f"toolu_{calls:010}{at:010}"
        return {"type": "tool_use", "id": id_, "name": self.name, "input": self.input}


@dataclass(frozen=True, slots=True)
class Structured:
    """The JSON that was asked for; it fits the schema, as the service sees to it."""

    value: object

    def block(self, asked: Asked, _: int) -> Body:
        if asked.schema is None:
            raise ScriptError("A structured answer was scripted and none was asked for.")
        if wrong := misfits(self.value, asked.schema):
            raise ScriptError(f"The structured answer does not fit what was asked: {wrong}")
        return {"type": "text", "text": json.dumps(self.value, ensure_ascii=False)}


@dataclass(frozen=True, slots=True)
class Odd:
    """A block of a kind of its own."""

    fields: Body

    def block(self, asked: Asked, _: int) -> Body:
        return self.fields


Piece = Said | Uses | Structured | Odd


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered. `thinks`: whether a `thinking` block leads; None leaves it to the model."""

    pieces: tuple[Piece, ...] = ()
    stop_reason: str = ""
    thinks: bool | None = None
    stop_details: Body | None = None
    usage: Body = field(default_factory=dict)  # in place of what is counted; None takes it out
    changes: tuple[Change, ...] = ()

    def sent(self, *changes: Change) -> "Reply":
        """Send it as a stream that goes so; it can then be asked for only as a stream."""
        return replace(self, changes=self.changes + changes)

    def content(self, asked: Asked, model: Model) -> list[Body]:
        """Write the blocks of the answer to a request."""
        thinks = _thinks(asked, model) if self.thinks is None else self.thinks
        blocks = [_thought(asked)] if thinks else []
        return blocks + [piece.block(asked, at) for at, piece in enumerate(self.pieces)]

    def ending(self) -> Body:
        """Say why it ends."""
        calls = any(isinstance(piece, Uses) for piece in self.pieces)
        reason = self.stop_reason or ("tool_use" if calls else "end_turn")
        details = self.stop_details
        if reason == "refusal" and details is None:
            details = {"type": "refusal", "category": None, "explanation": None}
        return {"stop_reason": reason, "stop_sequence": None, "stop_details": details}


def reply(
    *pieces: str | Piece,
    stop_reason: str = "",
    thinks: bool | None = None,
    usage: Body | None = None,
) -> Reply:
    """Answer in these pieces; a string is a text block that cites nothing."""
    made = tuple(Said(piece) if isinstance(piece, str) else piece for piece in pieces)
    return Reply(made, stop_reason, thinks, usage=usage or {})


def said(text: str, *pointers: Pointer) -> Said:
    """Say something, and what of the sources it stands on."""
    return Said(text, pointers)


def uses(name: str, **arguments: Any) -> Uses:  # noqa: ANN401  # whatever JSON holds
    """Call a tool."""
    return Uses(name, arguments)


def structured(value: object) -> Reply:
    """Answer in the JSON that was asked for."""
    return Reply((Structured(value),))


def _thinks(asked: Asked, model: Model) -> bool:
    kind = (asked.body.get("thinking") or {}).get("type")
    return model.thinks if kind is None else kind in {"adaptive", "enabled"}


def _thought(asked: Asked) -> Body:
    told = (asked.body.get("thinking") or {}).get("display") == "summarized"
    text = "The sources are read, and what they say is told." if told else ""
    return {"type": "thinking", "thinking": text, "signature": signature(asked)}


Answering = Callable[[Asked], "str | Reply"]
