"""What is in an answer: citations that are read from the request, tools, JSON, costs."""

import base64
from typing import Any, Literal

import anthropic
import pydantic
import pytest
from anthropic import AsyncAnthropic
from fpdf import FPDF

from tests.fakes.claude.asked import Body
from tests.fakes.claude.citing import CitesDocument, ScriptError, cites, cites_document
from tests.fakes.claude.faults import Recorded
from tests.fakes.claude.replies import reply, said, structured, uses
from tests.fakes.claude.sdk import (
    LABEL,
    QUESTION,
    RETURNS,
    asking,
    citations,
    question,
    result,
    text,
)
from tests.fakes.claude.server import FakeClaude

TOOL = {"name": "search", "input_schema": {"type": "object", "properties": {}}}
RULES = "Answer only from the search results. " * 100


async def test_what_is_cited_is_read_from_the_request(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    claude.say(reply("In ", said("30 days", cites("kb://returns", 0, 2)), "."))
    sources = (result("kb://label", *LABEL), result("kb://returns", *RETURNS))

    message = await sdk.messages.create(**asking(question(QUESTION, *sources)))

    assert list(citations(message)) == [
        {
            "type": "search_result_location",
            "cited_text": "".join(RETURNS),
            "source": "kb://returns",
            "title": "Returns",
            "search_result_index": 1,
            "start_block_index": 0,
            "end_block_index": 2,
        }
    ]


async def test_sources_in_results_of_tools_count_after_those_before_them(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    claude.say(reply("I look.", uses("search", query="label")), reply(said("€4.90", cites(1))))
    turns = question("Costs?", result("kb://returns", *RETURNS))

    first = await sdk.messages.create(**asking(turns, tools=[TOOL]))
    call = next(block for block in first.content if block.type == "tool_use")
    turns += [
        first.to_param(),
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": call.id,
                    "content": [result("kb://label", *LABEL)],
                }
            ],
        },
    ]
    second = await sdk.messages.create(**asking(turns, tools=[TOOL]))

    assert (first.stop_reason, call.input) == ("tool_use", {"query": "label"})
    assert [cited["cited_text"] for cited in citations(second)] == [*LABEL]
    assert claude.requests[1].question == "Costs?"
    assert LABEL[0] in claude.requests[1].tool_results[call.id]


async def test_nothing_is_cited_where_citations_are_off(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    claude.say(reply(said("30 days", cites(0))))
    source = result("kb://returns", *RETURNS, cited=False)

    message = await sdk.messages.create(**asking(question(QUESTION, source)))

    assert (text(message), list(citations(message))) == ("30 days", [])


def pdf(*pages: str) -> str:
    made = FPDF()
    made.set_font("helvetica")
    for page in pages:
        made.add_page()
        made.cell(text=page)
    return base64.b64encode(bytes(made.output())).decode()


@pytest.mark.parametrize(
    ("source", "where", "expected"),
    [
        (
            {"type": "text", "media_type": "text/plain", "data": "One. Two days. Three."},
            cites_document(0, 1),
            {
                "type": "char_location",
                "cited_text": "Two days. ",
                "start_char_index": 5,
                "end_char_index": 15,
            },
        ),
        (
            {"type": "content", "content": [{"type": "text", "text": t} for t in RETURNS]},
            cites_document("Rules", 1, 2),
            {
                "type": "content_block_location",
                "cited_text": RETURNS[1],
                "start_block_index": 1,
                "end_block_index": 2,
            },
        ),
        (
            {"type": "base64", "media_type": "application/pdf", "data": pdf("One.", "Two.")},
            cites_document(0, 2),
            {
                "type": "page_location",
                "cited_text": "Two.",
                "start_page_number": 2,
                "end_page_number": 3,
            },
        ),
    ],
)
async def test_documents_are_cited_by_what_they_are_made_of(
    claude: FakeClaude, sdk: AsyncAnthropic, source: Body, where: CitesDocument, expected: Body
) -> None:
    document = {
        "type": "document",
        "title": "Rules",
        "source": source,
        "citations": {"enabled": True},
    }
    claude.say(reply(said("So it is.", where)))

    message = await sdk.messages.create(**asking(question(QUESTION, document)))

    (cited,) = citations(message)
    assert expected.items() <= cited.items()
    assert (cited["document_index"], cited["document_title"]) == (0, "Rules")


class Understood(pydantic.BaseModel):
    kind: Literal["question", "thanks"]
    queries: list[str]
    filter: str | None = None


async def test_json_fits_the_schema_that_was_asked(claude: FakeClaude, sdk: AsyncAnthropic) -> None:
    claude.say(structured({"kind": "thanks", "queries": ["días"], "filter": None}))
    asked: Any = [{"role": "user", "content": "Gracias"}]

    told = await sdk.messages.parse(**asking(asked), output_format=Understood)
    least = await sdk.messages.parse(**asking(asked), output_format=Understood)

    assert told.parsed_output == Understood(kind="thanks", queries=["días"])
    assert least.parsed_output == Understood(kind="question", queries=[], filter="")
    for wrong in (
        {"kind": "other", "queries": []},
        {"kind": "thanks"},
        {"kind": "thanks", "queries": 3},
    ):
        claude.say(structured(wrong))
        with pytest.raises(anthropic.InternalServerError, match="does not fit"):
            await sdk.messages.parse(**asking(asked), output_format=Understood)
    assert [type(error) for error in claude.wrong] == [ScriptError] * 3
    claude.wrong.clear()


class Step(pydantic.BaseModel):
    kind: Literal["search"]
    words: list[str]


class Sum(pydantic.BaseModel):
    kind: Literal["sum"]
    numbers: list[float]
    is_last: bool


class Plan(pydantic.BaseModel):
    steps: list[Step | Sum]


async def test_json_of_parts_fits_part_by_part(claude: FakeClaude, sdk: AsyncAnthropic) -> None:
    asked: Any = [{"role": "user", "content": "Plan"}]
    search, add = {"kind": "search", "words": ["a"]}, {"kind": "sum", "numbers": [1, 2.5]}
    claude.say(structured({"steps": [search, add | {"is_last": True}]}))

    told = await sdk.messages.parse(**asking(asked), output_format=Plan)

    assert told.parsed_output is not None
    assert [step.kind for step in told.parsed_output.steps] == ["search", "sum"]
    for wrong in (add, search | {"more": 1}, add | {"is_last": 1}):
        claude.say(structured({"steps": [wrong]}))
        with pytest.raises(anthropic.InternalServerError, match="none of the options"):
            await sdk.messages.parse(**asking(asked), output_format=Plan)
    claude.wrong.clear()


async def test_thinking_leads_where_the_model_thinks(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    plain: Any = [{"role": "user", "content": "Hello"}]

    new = await sdk.messages.create(**asking(plain))
    told = await sdk.messages.create(
        **asking(plain, thinking={"type": "adaptive", "display": "summarized"})
    )
    old = await sdk.messages.create(**asking(plain, "claude-haiku-4-5"))

    assert [block.type for block in new.content] == ["thinking", "text"]
    assert [
        block.thinking != ""
        for block in (new.content[0], told.content[0])
        if block.type == "thinking"
    ] == [False, True]
    assert [block.type for block in old.content] == ["text"]


async def test_a_prefix_that_is_marked_is_written_once_and_then_read(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    marked: Any = {
        "type": "text",
        "text": RULES,
        "cache_control": {"type": "ephemeral", "ttl": "1h"},
    }

    async def paid(words: str, **fields: Any) -> tuple[int, int, int]:  # noqa: ANN401
        message = await sdk.messages.create(**asking(question(words), **fields))
        usage = message.usage
        read, written = usage.cache_read_input_tokens, usage.cache_creation_input_tokens
        assert usage.cache_creation is not None
        assert usage.cache_creation.ephemeral_1h_input_tokens == written
        return usage.input_tokens, written or 0, read or 0

    rest, written, read = await paid("One?", system=[marked])
    assert (written > 512, read) == (True, 0)
    assert await paid("Two?", system=[marked]) == (rest, 0, written)
    assert (await paid("One?", system=[marked], tools=[TOOL]))[2] == 0
    assert (await paid("One?", system=[marked | {"text": "Be brief."}]))[1:] == (0, 0)

    counted = await sdk.messages.count_tokens(
        model="claude-haiku-5-5", messages=question("One?"), system=[marked]
    )
    assert counted.input_tokens == rest + written
    assert len(claude.counted) == 1


async def test_a_cache_can_be_filled_without_an_answer(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    message = await sdk.messages.create(**asking(max_tokens=0, cache_control={"type": "ephemeral"}))

    assert (message.content, message.stop_reason) == ([], "max_tokens")


async def test_models_tell_what_they_take(sdk: AsyncAnthropic) -> None:
    model = await sdk.models.retrieve("claude-sonnet-5-5")

    assert model.capabilities is not None
    assert model.capabilities.citations.supported
    assert model.capabilities.thinking.types.between_tools.supported
    assert not model.capabilities.thinking.types.disabled.supported
    assert "claude-haiku-5-5" in {model.id async for model in sdk.models.list()}


async def test_a_recorded_answer_is_sent_as_it_was(claude: FakeClaude, sdk: AsyncAnthropic) -> None:
    claude.say(reply(said("30 days", cites(0))))
    async with sdk.messages.stream(**asking()) as stream:
        first = await stream.get_final_message()

    claude.say(Recorded(claude.sent[0]))
    async with sdk.messages.stream(**asking()) as stream:
        assert await stream.get_final_message() == first


async def test_scripts_are_answered_in_order_and_then_what_always_is(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    claude.say("One.", lambda asked: f"Two: {asked.question}")
    claude.always = lambda asked: reply(f"{len(asked.results)} sources")

    told = [text(await sdk.messages.create(**asking())) for _ in range(4)]

    assert told == ["One.", f"Two: {QUESTION}", "2 sources", "2 sources"]
