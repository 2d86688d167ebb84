"""A page that says where or when it holds does not answer for elsewhere, or for another time."""

import pytest

from bot.answers import Abstained, Grounded
from bot.app import application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.handbook import Handbook, answer

MOVING = """---
region: Spain
effective: 2026-02-01
---
# Moving house

Whoever moves house has two days off.
"""


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        ("How many days off do I get for moving house?", True),
        ("How many days off do I get for moving house in Spain?", True),
        ("How many days off do I get for moving house in France?", False),
        ("How many days off do I get for moving house on 3 January 2026?", False),
    ],
)
async def test_a_page_answers_where_and_when_it_holds(
    pages: Handbook, settings: Settings, embedder: FastEmbedder, question: str, is_answered: bool
) -> None:
    pages.write("moving.md", MOVING)
    async with application(settings, model=embedder) as app:
        await app.sync()
        told = await answer(app, question)

    if is_answered:
        assert isinstance(told, Grounded)
        assert "two days" in told.statements[0].text
    else:
        assert isinstance(told, Abstained)
