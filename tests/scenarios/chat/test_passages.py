"""The words behind a citation are shown to whoever may read their page now."""

import json
import shutil
from pathlib import Path

from bot.app import application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.chat.company import (
    ACCESS,
    ANA,
    BANDS,
    BANDS_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
)
from tests.scenarios.chat.desk import answered
from tests.scenarios.chat.office import Office, running


async def test_everybody_in_a_channel_unfolds_what_everybody_there_may_read(bot: Office) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.eva.sees(OFFICE_ANSWER, in_=bot.general)

    form = await bot.opens(bot.eva, "show_passage", shown)

    assert form.title == "Fragmento [1]"
    assert form.says("The office closes at 15:00 on Fridays.")
    assert form.says("Office hours")
    assert not form.can_be_sent


async def test_whoever_may_read_a_page_no_more_unfolds_nothing_of_it(
    office: Office, policies: Settings, embedder: FastEmbedder, tmp_path: Path
) -> None:
    folder = tmp_path / "handbook"
    assert policies.folder.path is not None
    shutil.copytree(policies.folder.path, folder)
    at = policies.folder.model_copy(update={"path": folder})
    settings = policies.model_copy(update={"folder": at})
    async with application(settings, model=embedder) as app, running(office, app) as bot:
        shown = await answered(bot, bot.ana, BANDS, button="show_passage")
        form = await bot.opens(bot.ana, "show_passage", shown)
        assert form.says(BANDS_ANSWER)
        await form.closes()

    people = ACCESS["people"] | {ANA: {"name": "Ana Ruiz", "groups": ["staff"]}}
    (folder / "access.json").write_text(json.dumps(ACCESS | {"people": people}), encoding="utf-8")
    async with application(settings, model=embedder) as app:
        await app.sync()
        async with running(office, app) as bot:
            form = await bot.opens(bot.ana, "show_passage", shown)
            assert form.says("This answer is no longer kept.")
            assert not form.says(BANDS_ANSWER)
