"""What the service finds fault with, and what it lets pass."""

from typing import Any

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic

from tests.fakes.claude.asked import Body
from tests.fakes.claude.replies import reply, uses
from tests.fakes.claude.sdk import asking, client, question, result, text
from tests.fakes.claude.server import FakeClaude

TOOL = {"name": "search", "input_schema": {"type": "object", "properties": {}}}
FORMAT = {"type": "json_schema", "schema": {"type": "object", "properties": {}, "required": []}}
MARK = {"type": "ephemeral"}
HELLO = [{"role": "user", "content": "Hello"}]
CITED = [{"type": "char_location", "cited_text": "x", "document_index": 0}]


def user(*blocks: Body) -> list[Any]:
    return [{"role": "user", "content": list(blocks)}]


def call(id_: str) -> Body:
    return {"type": "tool_use", "id": id_, "name": "search", "input": {}}


def called(*answers: Body) -> list[Any]:
    """A conversation in which two calls were made, and then this was said."""
    calls = {"role": "assistant", "content": [call("toolu_1"), call("toolu_2")]}
    return [*HELLO, calls, {"role": "user", "content": list(answers)}]


def answer(id_: str) -> Body:
    return {"type": "tool_result", "tool_use_id": id_, "content": "12"}


def words(said: str, **fields: Any) -> Body:  # noqa: ANN401  # fields of a block
    return {"type": "text", "text": said, **fields}


def document(*, cited: bool) -> Body:
    source = {"type": "text", "media_type": "text/plain", "data": "x"}
    return {"type": "document", "source": source, "citations": {"enabled": cited}}


RIGHT: dict[str, dict[str, Any]] = {
    "a mere string": asking(HELLO),
    "sources with citations on": asking(question()),
    "sources with citations off, and a format": asking(
        question("?", result("kb://a", "A.", cited=False)), output_config={"format": FORMAT}
    ),
    "sources in the result of a tool": asking(
        called(answer("toolu_1"), answer("toolu_2") | {"content": [result("kb://a", "A.")]}),
        tools=[TOOL],
    ),
    "results of tools in two messages that follow each other": asking(
        [*called(answer("toolu_1")), {"role": "user", "content": [answer("toolu_2")]}],
        tools=[TOOL],
    ),
    "an instruction between messages": asking([*HELLO, {"role": "system", "content": "Be brief."}]),
    "a cited answer in the history": asking(
        [*HELLO, {"role": "assistant", "content": [words("x", citations=CITED)]}, *HELLO]
    ),
    "thinking that is enabled in an older model": asking(
        HELLO,
        "claude-haiku-4-5",
        max_tokens=4096,
        thinking={"type": "enabled", "budget_tokens": 1024},
    ),
    "the beginning of an answer for an older model": asking(
        [*HELLO, {"role": "assistant", "content": "I"}], "claude-haiku-4-5"
    ),
    "sampling in the older version": asking(
        HELLO,
        extra_body={"temperature": 1},
        extra_headers={"anthropic-version": "2023-06-01"},
    ),
    "four markers": asking(
        user(*[words("x", cache_control=MARK)] * 2, words("x")),
        system=[words("x", cache_control=MARK | {"ttl": "1h"})],
        tools=[TOOL | {"cache_control": MARK}],
    ),
}

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no messages": (asking() | {"messages": []}, "at least one message"),
    "no message's content": (asking([{"role": "user", "content": []}]), "must not be empty"),
    "a block without a type": (asking(user({"text": "x"})), "no type"),
    "a document without a source": (asking(user({"type": "document"})), "source"),
    "a tool with spaces in its name": (asking(HELLO, tools=[TOOL | {"name": "a b"}]), "name"),
    "a choice of tools and no tools": (asking(HELLO, tool_choice={"type": "auto"}), "needs tools"),
    "a tool that is not among them": (
        asking(HELLO, tools=[TOOL], tool_choice={"type": "tool", "name": "other"}),
        "no tool other",
    ),
    "citations on some documents": (
        asking(user(document(cited=True), document(cited=False))),
        "on all sources or on none",
    ),
    "calls that are left open": (asking(called()[:2], "claude-haiku-4-5"), "toolu_1"),
    "an unknown role": (asking([{"role": "hr", "content": "x"}]), "role"),
    "the assistant first": (asking([{"role": "assistant", "content": "x"}, *HELLO]), "first"),
    "the beginning of an answer": (
        asking([*HELLO, {"role": "assistant", "content": "I"}]),
        "beginning of an answer",
    ),
    "an instruction between messages for a model that takes none": (
        asking([*HELLO, {"role": "system", "content": "x"}, *HELLO], "claude-sonnet-5"),
        "role",
    ),
    "an empty text": (asking(user(words(" "))), "non-whitespace"),
    "an empty instruction": (asking(HELLO, system=[words("")]), "non-whitespace"),
    "more tokens than the model gives": (asking(HELLO, max_tokens=20_000_000), "max_tokens"),
    "a negative number of tokens": (asking(HELLO, max_tokens=-1), "max_tokens"),
    "no tokens and a format": (
        asking(HELLO, max_tokens=0, output_config={"format": FORMAT}),
        "warms the cache",
    ),
    "temperature": (asking(HELLO, extra_body={"temperature": 0}), "temperature"),
    "citations in a question": (asking(user(words("x", citations=CITED))), "citations"),
    "citations in a source": (
        asking(user(result("kb://a", "A.") | {"content": [words("A.", citations=CITED)]})),
        "citations",
    ),
    "a document of the assistant": (
        asking(
            [
                *HELLO,
                {
                    "role": "assistant",
                    "content": [document(cited=False)],
                },
                *HELLO,
            ]
        ),
        "document",
    ),
    "thinking that the model cannot leave": (
        asking(HELLO, thinking={"type": "disabled"}),
        "thinking.type",
    ),
    "thinking with too small a budget": (
        asking(HELLO, "claude-haiku-4-5", thinking={"type": "enabled", "budget_tokens": 12}),
        "budget_tokens",
    ),
    "no thinking, with all effort": (
        asking(
            HELLO,
            "claude-opus-5",
            thinking={"type": "disabled"},
            output_config={"effort": "max"},
        ),
        "effort",
    ),
    "an unknown effort": (asking(HELLO, output_config={"effort": "some"}), "effort"),
    "effort of a model that has none": (
        asking(HELLO, "claude-haiku-4-5", output_config={"effort": "low"}),
        "effort",
    ),
    "a tool that is forced": (
        asking(HELLO, "claude-sonnet-5-5", tools=[TOOL], tool_choice={"type": "any"}),
        "forced",
    ),
    "a source without a title": (asking(user(result("kb://a", "A.", title=None))), "title"),
    "a source without text": (asking(user(result("kb://a"))), "content"),
    "a source of empty text": (asking(user(result("kb://a", " "))), "text"),
    "citations on some sources": (
        asking(user(result("kb://a", "A."), result("kb://b", "B.", cited=False))),
        "on all sources or on none",
    ),
    "citations and a format": (
        asking(question(), output_config={"format": FORMAT}),
        "does not go with citations",
    ),
    "a tool of no shape": (asking(HELLO, tools=[{"name": "x", "input_schema": {}}]), "object"),
    "a strict tool that is not": (asking(HELLO, tools=[TOOL | {"strict": True}]), "strict"),
    "two tools of one name": (asking(HELLO, tools=[TOOL, TOOL]), "unique"),
    "a call that is not answered": (asking(called(answer("toolu_1")), tools=[TOOL]), "toolu_2"),
    "calls that are not answered at once": (
        asking([*called(words("x")), *called(answer("toolu_1"), answer("toolu_2"))[1:]]),
        "toolu_1",
    ),
    "a call that is answered twice": (
        asking(called(answer("toolu_1"), answer("toolu_2"), answer("toolu_2")), tools=[TOOL]),
        "single",
    ),
    "an answer to no call": (
        asking(called(answer("toolu_1"), answer("toolu_2"), answer("toolu_3")), tools=[TOOL]),
        "toolu_3",
    ),
    "words before the answers to calls": (
        asking(called(words("x"), answer("toolu_1"), answer("toolu_2")), tools=[TOOL]),
        "before anything else",
    ),
    "five markers": (asking(user(*[words("x", cache_control=MARK)] * 5)), "at most 4"),
    "an unknown time to cache": (
        asking(user(words("x", cache_control=MARK | {"ttl": "1d"}))),
        "ttl",
    ),
    "what nobody knows": (asking(HELLO, extra_body={"output_format": FORMAT}), "extra inputs"),
}


@pytest.mark.parametrize("name", RIGHT)
async def test_what_is_right_is_answered(
    claude: FakeClaude, sdk: AsyncAnthropic, name: str
) -> None:
    message = await sdk.messages.create(**RIGHT[name])

    assert text(message)
    assert not claude.refused


@pytest.mark.parametrize("name", WRONG)
async def test_what_is_wrong_is_refused(claude: FakeClaude, sdk: AsyncAnthropic, name: str) -> None:
    arguments, told = WRONG[name]

    with pytest.raises(anthropic.BadRequestError, match=told) as raised:
        await sdk.messages.create(**arguments)

    assert raised.value.type == "invalid_request_error"
    assert claude.requests[0].body["messages"] == arguments["messages"]


async def test_keys_models_and_paths_that_are_not_there_are_refused(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    async with client(claude.url, key="sk-ant-wrong") as stranger:
        with pytest.raises(anthropic.AuthenticationError):
            await stranger.messages.create(**asking())
        with pytest.raises(anthropic.AuthenticationError):
            await stranger.models.list()
    for model in ("claude-nope", "claude-opus-4-1"):
        with pytest.raises(anthropic.NotFoundError, match=model):
            await sdk.messages.create(**asking(model=model))
    with pytest.raises(anthropic.NotFoundError, match="claude-nope"):
        await sdk.models.retrieve("claude-nope")
    with pytest.raises(anthropic.NotFoundError, match="claude-nope"):
        await sdk.messages.count_tokens(model="claude-nope", messages=question())
    with pytest.raises(anthropic.NotFoundError):
        await sdk.messages.batches.retrieve("msgbatch_1")
    old = sdk.with_options(default_headers={"anthropic-version": "2020-01-01"})
    with pytest.raises(anthropic.BadRequestError, match="anthropic-version"):
        await old.messages.create(**asking())


@pytest.mark.parametrize(
    ("raw", "kind", "status"),
    [("{}", "text/plain", 400), ("{", "application/json", 400), ("[]", "application/json", 400)],
)
async def test_what_is_no_json_is_refused(
    claude: FakeClaude, raw: str, kind: str, status: int
) -> None:
    async with httpx2.AsyncClient() as http:
        told = await http.post(
            f"{claude.url}/v1/messages", content=raw, headers={"content-type": kind}
        )

    assert (told.status_code, told.json()["error"]["type"]) == (status, "invalid_request_error")


async def test_a_request_that_is_too_large_is_refused_by_what_stands_before(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    with pytest.raises(anthropic.ContentTooLargeError) as raised:
        await sdk.messages.create(**asking([{"role": "user", "content": "x" * 33 * 2**20}]))

    assert raised.value.type is None
    assert not claude.requests


async def test_thinking_that_comes_back_must_stand_where_it_stood(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    claude.always = reply(uses("search"))
    first = await sdk.messages.create(**asking(tools=[TOOL], system="Be brief."))
    results = [answer(block.id) for block in first.content if block.type == "tool_use"]

    async def again(asked: list[Any], system: str, answered: Any) -> None:  # noqa: ANN401
        turns = [*asked, answered, {"role": "user", "content": results}]
        await sdk.messages.create(**asking(turns, tools=[TOOL], system=system))

    await again(question(), "Be brief.", first.to_param())
    bare = {
        "role": "assistant",
        "content": [block for block in first.content if block.type != "thinking"],
    }
    await again(question("Another?"), "Be long.", bare)
    for asked, system in ((question("Another?"), "Be brief."), (question(), "Be long.")):
        with pytest.raises(anthropic.BadRequestError, match="different conversation"):
            await again(asked, system, first.to_param())
