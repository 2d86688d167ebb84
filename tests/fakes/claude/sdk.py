"""What tests ask of the service through the real client, in as few words as they can."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient, Timeout
from anthropic.types import Message, ParsedMessage

from tests.fakes.claude.asked import Body
from tests.fakes.claude.checks import KEY

RETURNS = ("Goods may be returned within 30 days of delivery.", "Opened software is excluded.")
LABEL = ("The return label costs €4.90.",)
QUESTION = "How long can I return goods, and what does it cost?"


def client(url: str, *, retries: int = 0, silence: float = 5, key: str = KEY) -> AsyncAnthropic:
    """Make a client; `silence` is how many seconds it waits between two bytes."""
    return AsyncAnthropic(
        api_key=key,
        base_url=url,
        max_retries=retries,
        timeout=Timeout(silence, connect=2),
        http_client=DefaultAsyncHttpxClient(verify=False),  # reads no certificates: 30 ms
    )


def result(source: str, *sentences: str, cited: bool = True, **fields: Any) -> Body:  # noqa: ANN401
    """Make a search result of one block a sentence."""
    return {
        "type": "search_result",
        "source": source,
        "title": source.partition("://")[2].title(),
        "citations": {"enabled": cited},
        "content": [{"type": "text", "text": sentence} for sentence in sentences],
        **fields,
    }


def question(text: str = QUESTION, *results: Body) -> list[Any]:
    """Ask with results, or with those on returning goods."""
    sources = results or (result("kb://returns", *RETURNS), result("kb://label", *LABEL))
    return [{"role": "user", "content": [*sources, {"type": "text", "text": text}]}]


def asking(
    messages: Sequence[Any] | None = None,
    model: str = "claude-haiku-5-5",
    **fields: Any,  # noqa: ANN401  # whatever the client takes
) -> dict[str, Any]:
    """Make the arguments of a request."""
    return {
        "model": model,
        "max_tokens": 1024,
        "messages": list(messages or question()),
        **fields,
    }


def text(message: Message | ParsedMessage[Any]) -> str:
    """Join what an answer says."""
    return "".join(block.text or "" for block in message.content if block.type == "text")


def citations(message: Message | ParsedMessage[Any]) -> Iterator[Mapping[str, Any]]:
    """Walk over what an answer cites."""
    for block in message.content:
        if block.type == "text":
            yield from (c.model_dump(warnings=False) for c in block.citations or ())
