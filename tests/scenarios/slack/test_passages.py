"""The words behind a citation are shown to whoever may read their page now."""

import json
import shutil
from pathlib import Path

from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.slack.desk import answered, presses
from tests.scenarios.slack.office import (
    ACCESS,
    ANA,
    BANDS,
    BANDS_ANSWER,
    OFFICE,
    OFFICE_ANSWER,
    Office,
    running,
)


async def test_everybody_in_a_channel_unfolds_what_everybody_there_may_read(bot: Office) -> None:
    await bot.ben.says(bot.mention(OFFICE), in_=bot.general)
    shown = await bot.eva.sees(OFFICE_ANSWER, in_=bot.general)

    modal = await presses(bot, bot.eva, "show_passage", shown)

    assert modal.title == "Fragmento [1]"
    assert modal.says("The office closes at 15:00 on Fridays.")
    assert modal.says("Office hours")
    assert "submit" not in modal.body


async def test_whoever_may_read_a_page_no_more_unfolds_nothing_of_it(
    office: Office, policies: Settings, embedder: FastEmbedder, tmp_path: Path
) -> None:
    folder = tmp_path / "handbook"
    assert policies.folder.path is not None
    shutil.copytree(policies.folder.path, folder)
    at = policies.folder.model_copy(update={"path": folder})
    settings = policies.model_copy(update={"folder": at})
    async with running(office, settings, embedder) as bot:
        shown = await answered(bot, bot.ana, BANDS, button="show_passage")
        modal = await presses(bot, bot.ana, "show_passage", shown)
        assert modal.says(BANDS_ANSWER)
        await bot.ana.closes(modal)

    people = ACCESS["people"] | {ANA: {"name": "Ana Ruiz", "groups": ["staff"]}}
    (folder / "access.json").write_text(json.dumps(ACCESS | {"people": people}), encoding="utf-8")
    async with running(office, settings, embedder) as bot:
        await bot.slack.quiet(2)  # for the sync
        modal = await presses(bot, bot.ana, "show_passage", shown)
        assert modal.says("This answer is no longer kept.")
        assert not modal.says(BANDS_ANSWER)
