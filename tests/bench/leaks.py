"""Does anybody ever see too much in a chat? Random companies, with a judge over every screen."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot.app import application
from bot.settings import FolderSettings, Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.runs.leaks.pages import write_pages
from tests.scenarios.runs.leaks.running import Run, run
from tests.scenarios.surfaces import WORLDS

_SITE = "https://handbook.corp.example/"


async def leaks(
    folder: Path,
    model: FastEmbedder,
    console: Console,
    *,
    surface: str,
    seconds: float,
    seed: int,
) -> int:
    """Look for leaks for so long; the exit status is 1 where there was one."""
    pages, data = folder / "pages", folder / "data"
    write_pages(pages)
    data.mkdir()
    settings = Settings(data=data, folder=FolderSettings(path=pages, url=_SITE))
    async with application(settings, model=model) as app:
        await app.sync()
        told = await run(WORLDS[surface], app, pages, seed=seed, seconds=seconds)
    console.print(_table(surface, told))
    for leak, trace in zip(told.leaks, told.traces, strict=False):
        console.print(f"{leak}\n{trace}", markup=False, highlight=False)
    for trace in told.stuck:
        console.print(trace, markup=False, highlight=False)
    return 1 if told.leaks else 0


def _table(surface: str, told: Run) -> Table:
    table = Table(
        title=f"{surface.title()}, seed {told.seed}", title_justify="left", show_header=False
    )
    table.add_column()
    table.add_column(justify="right")
    rows: dict[str, object] = {
        "companies": told.worlds,
        "rounds": told.rounds,
        "acts and changes": told.acts.total(),
        "questions": told.questions,
        "texts shown by the app": told.exposures,
        "pairs of a reader and a page in them": told.pairs,
        **{f"  rightly shown: {how}": number for how, number in told.shown.most_common()},
        "  shown to HR, as the asker chose": told.handed_on,
        "  found by newcomers in a channel": told.let_in,
        "leaks": len(told.leaks),
        "companies left, as work did not end": len(told.stuck),
    }
    for name, number in rows.items():
        table.add_row(name, str(number))
    return table
