"""What did one request ask? Its body, and what a test or a scripted model wants to know of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A request to the service as it came, whether or not it was found right."""

    body: Body
    headers: dict[str, str] = field(default_factory=dict)  # names in lower case

    @property
    def model(self) -> str:
        return str(self.body.get("model"))

    @property
    def is_streamed(self) -> bool:
        return self.body.get("stream") is True

    @property
    def retry(self) -> str:
        """Which attempt it is, as the client counts: "0" is the first."""
        return self.headers.get("x-stainless-retry-count", "")

    @cached_property
    def turns(self) -> tuple[tuple[str, tuple[Body, ...]], ...]:
        """The messages as (role, blocks): those of one role that follow each other are one."""
        turns: list[tuple[str, tuple[Body, ...]]] = []
        for message in self.body["messages"]:
            blocks = tuple(blocks_of(message["content"]))
            if turns and turns[-1][0] == message["role"]:
                turns[-1] = (message["role"], turns[-1][1] + blocks)
            else:
                turns.append((message["role"], blocks))
        return tuple(turns)

    @property
    def system(self) -> str:
        """The instructions: those at the top, then those between messages."""
        later = [
            block
            for message in self.body["messages"]
            if message["role"] == "system"
            for block in blocks_of(message["content"])
        ]
        return "\n".join(text_of([*blocks_of(self.body.get("system", [])), *later]))

    @property
    def question(self) -> str:
        """The text of the last turn of a user that has text of its own."""
        for role, blocks in reversed(self.turns):
            own = [block["text"] for block in blocks if block["type"] == "text"]
            if role == "user" and own:
                return "\n".join(own)
        return ""

    @cached_property
    def results(self) -> tuple[Body, ...]:
        """All `search_result` blocks, in messages and in tool results: their index counts here."""
        return tuple(block for block in self.blocks() if block["type"] == "search_result")

    @cached_property
    def documents(self) -> tuple[Body, ...]:
        """All `document` blocks, in messages and in tool results: their index counts here."""
        return tuple(block for block in self.blocks() if block["type"] == "document")

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(tool["name"] for tool in self.body.get("tools") or ())

    @property
    def tool_results(self) -> dict[str, str]:
        """What each call of a tool was answered, by the call's id."""
        return {
            block["tool_use_id"]: "\n".join(text_of(blocks_of(block.get("content", ""))))
            for _, blocks in self.turns
            for block in blocks
            if block["type"] == "tool_result"
        }

    @property
    def schema(self) -> Body | None:
        """The JSON schema that the answer must fit."""
        asked = (self.body.get("output_config") or {}).get("format") or {}
        schema: Body | None = asked.get("schema")
        return schema

    @property
    def cites(self) -> bool:
        """Tell whether citations are on."""
        return any(is_cited(block) for block in (*self.results, *self.documents))

    @property
    def text(self) -> str:
        """All that a model can read of it: instructions, tools, sources, turns."""
        tools = [
            f"{tool['name']}: {tool.get('description', '')}"
            for tool in self.body.get("tools") or ()
        ]
        turns = [text for _, blocks in self.turns for text in text_of(blocks)]
        return "\n".join([self.system, *tools, *turns])

    def blocks(self) -> Iterator[Body]:
        """Walk over all blocks of the messages, those within tool results included."""
        for _, blocks in self.turns:
            for block in blocks:
                yield block
                if block["type"] == "tool_result":
                    yield from blocks_of(block.get("content", ""))


def blocks_of(content: str | list[Body]) -> list[Body]:
    """Read a content that may be a mere string."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def is_cited(source: Body) -> bool:
    """Tell whether a search result or a document may be cited."""
    return bool((source.get("citations") or {}).get("enabled"))


def text_of(blocks: list[Body] | tuple[Body, ...]) -> list[str]:
    """Give the words of blocks in their order: titles, sources and contents alike."""
    texts: list[str] = []
    for block in blocks:
        texts += [block[key] for key in ("source", "title", "text") if _is_text(block.get(key))]
        texts += text_of(blocks_of(block.get("content") or []))
        if isinstance(block.get("source"), dict):
            source = block["source"]
            texts += [source["data"]] if source["type"] == "text" else []
            texts += text_of(blocks_of(source.get("content") or []))
    return texts


def _is_text(value: object) -> bool:
    return isinstance(value, str)
