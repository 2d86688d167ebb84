"""What becomes of a running bot when the file that says who may read what is changed or broken?"""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.answers import Abstained, Grounded, Reason
from bot.app import Application, application
from retrieval.embedding import FastEmbedder
from tests.scenarios.handbook import (
    ANA,
    BANDS,
    BEN,
    LEAVE,
    Handbook,
    answer,
    settings_over,
    small_handbook,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def standing(
    tmp_path_factory: pytest.TempPathFactory, models: Path, embedder: FastEmbedder
) -> AsyncIterator[tuple[Application, Handbook]]:
    pages = small_handbook(tmp_path_factory.mktemp("handbook"))
    settings = settings_over(pages, tmp_path_factory.mktemp("data"), models)
    async with application(settings, model=embedder) as app:
        yield app, pages


@pytest_asyncio.fixture(loop_scope="module")
async def app(standing: tuple[Application, Handbook]) -> Application:
    """The bot that runs through all of these tests, everything as it should be."""
    app, pages = standing
    pages.write("access.json", json.dumps(pages.access))
    await app.sync()
    return app


@pytest.fixture
def pages(standing: tuple[Application, Handbook]) -> Handbook:
    return standing[1]


def broken(access: dict[str, Any]) -> dict[str, tuple[str | None, str]]:
    """Ways to break an access file: its text (None for no file), and what has to be told."""
    return {
        "no JSON": (json.dumps(access)[:-1], "It is not JSON"),
        "no file": (None, "There is no access file"),
        "no object": ("[]", "It must be one JSON object"),
        "a typo in a key": (
            json.dumps({"default": "staff", "people": access["people"], "ruels": []}),
            "Did you mean `rules`?",
        ),
        "an unknown group": (json.dumps(access | {"default": "stuff"}), "Did you mean `staff`?"),
    }


async def test_a_broken_access_file_lets_nobody_read_and_a_mended_one_whoever_could(
    app: Application, pages: Handbook
) -> None:
    file = pages.folder / "access.json"
    for text, told in broken(pages.access).values():
        file.unlink()
        if text is not None:
            file.write_text(text)

        closed, _ = await app.sync()

        assert told in " ".join(str(problem["sentence"]) for problem in closed.problems)
        assert isinstance(await answer(app, LEAVE), Abstained)
        assert isinstance(await answer(app, LEAVE, BEN), Abstained)
        file.write_text(json.dumps(pages.access))
        mended, _ = await app.sync()
        assert (mended.chunks, mended.removed, mended.problems) == (0, 0, [])
        assert isinstance(await answer(app, LEAVE, BEN), Grounded)
        assert isinstance(await answer(app, BANDS, BEN), Abstained)


async def test_a_rule_with_an_unknown_group_closes_what_it_covers_and_nothing_else(
    app: Application, pages: Handbook
) -> None:
    rules = {"rules": [{"prefix": "hr/", "audience": "hrr"}]}
    pages.write("access.json", json.dumps(pages.access | rules))

    run, _ = await app.sync()

    assert "Did you mean `hr`?" in str(run.problems)
    assert isinstance(await answer(app, BANDS, ANA), Abstained)
    assert isinstance(await answer(app, LEAVE, ANA), Grounded)


async def test_what_another_process_narrows_is_closed_at_the_next_question(
    app: Application, pages: Handbook, embedder: FastEmbedder
) -> None:
    assert isinstance(await answer(app, LEAVE, BEN), Grounded)
    pages.write("access.json", json.dumps(pages.access | {"default": "hr"}))

    async with application(app.settings, model=embedder) as other:
        await other.sync()

    closed = await answer(app, LEAVE, BEN)
    assert isinstance(closed, Abstained)
    assert closed.reason is Reason.NOTHING_READABLE
    assert isinstance(await answer(app, LEAVE, ANA), Grounded)


async def test_who_leaves_a_group_reads_its_pages_no_more(
    app: Application, pages: Handbook
) -> None:
    assert isinstance(await answer(app, BANDS, ANA), Grounded)
    people = {"people": {ANA: ["staff"], BEN: ["staff", "hr"]}}
    pages.write("access.json", json.dumps(pages.access | people))

    await app.sync()

    assert isinstance(await answer(app, BANDS, ANA), Abstained)
    assert isinstance(await answer(app, BANDS, BEN), Grounded)
