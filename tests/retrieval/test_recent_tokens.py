from collections.abc import Sequence

import numpy as np
import pytest

from retrieval.embedding import TokenStates
from retrieval.recent_tokens import RecentTokens

TEXT = 4 * 100  # bytes that the tokens of a text take


class Placing:
    """Places texts, and remembers which."""

    model = "a model"

    def __init__(self) -> None:
        self.placed: list[str] = []

    async def passage_tokens(self, texts: Sequence[str]) -> list[TokenStates]:
        self.placed += texts
        return [TokenStates(np.full((10, 10), ord(text[0]), np.float32), ()) for text in texts]

    async def query_tokens(self, text: str) -> TokenStates:
        return (await self.passage_tokens([text]))[0]


@pytest.fixture
def placing() -> Placing:
    return Placing()


def read(states: Sequence[TokenStates]) -> str:
    return "".join(chr(int(one.vectors[0, 0])) for one in states)


async def test_a_text_is_placed_once_and_told_in_its_place(placing: Placing) -> None:
    recent = RecentTokens(placing)

    assert read(await recent.passage_tokens(["a", "b", "a"])) == "aba"
    assert read(await recent.passage_tokens(["c", "b", "a"])) == "cba"
    assert placing.placed == ["a", "b", "c"]


async def test_what_was_asked_for_longest_ago_goes_first(placing: Placing) -> None:
    recent = RecentTokens(placing, most=2 * TEXT)

    for text in "abac":
        await recent.passage_tokens([text])
    placing.placed.clear()

    assert read(await recent.passage_tokens(["a", "b"])) == "ab"
    assert placing.placed == ["b"]


async def test_more_than_is_kept_is_told_all_the_same(placing: Placing) -> None:
    recent = RecentTokens(placing, most=TEXT)

    assert read(await recent.passage_tokens(["a", "b", "c"])) == "abc"


async def test_questions_are_not_kept(placing: Placing) -> None:
    recent = RecentTokens(placing)

    await recent.query_tokens("a")
    await recent.query_tokens("a")

    assert placing.placed == ["a", "a"]
