"""How far is it? Progress bars for what takes more than a moment."""

from collections.abc import Callable

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)

from bot.app import Application
from connectors import sync
from connectors.contexts import Spent
from storage.tables import SyncRun

_SHOWN = 20


def bar(console: Console) -> Progress:
    """A bar on the console that is gone when it is done."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,  # else it leaves an empty line in every log
    )


async def syncing(
    app: Application, console: Console, watch: Callable[[sync.Progress], None] = lambda _: None
) -> tuple[SyncRun, ...]:
    """Bring the index in step with a bar, and say what was done and what could not be."""
    with bar(console) as progress:
        task = progress.add_task("Indexing pages", total=None, note="")

        last = sync.Progress()

        def show(at: sync.Progress) -> None:
            nonlocal last
            last = at
            note = f"{at.chunks} passages"
            progress.update(task, total=at.total, completed=at.done, note=note)
            watch(at)

        runs = await app.sync(show)
    for run in runs:
        _tell(run, console, is_first=run is runs[0])
    if last.spent != Spent():
        console.print(bill(last), highlight=False, soft_wrap=True)
    return runs


def _tell(run: SyncRun, console: Console, *, is_first: bool) -> None:
    """Say what a run did; of a source that holds nothing and lost nothing, nothing."""
    if is_first or run.listed or run.removed:
        name = "" if is_first else f"{run.source}: "
        console.print(name + summary(run), highlight=False, soft_wrap=True)
    for problem in run.problems[:_SHOWN]:
        place = problem["path"] or "The whole source"
        told = escape(f"  {place}: {problem['sentence']}")
        console.print(told, style="yellow", highlight=False, soft_wrap=True)
    if len(run.problems) > _SHOWN:
        console.print(f"  … and {len(run.problems) - _SHOWN} more.", style="yellow")


def summary(run: SyncRun) -> str:
    """Say in a line what a run found and did."""
    return (
        f"{run.listed} pages: {run.added} new, {run.changed} changed, {run.removed} gone, "
        f"{run.access_changed} with another access, {run.failed} with a problem; "
        f"{run.chunks} passages embedded."
    )


def bill(at: sync.Progress) -> str:
    """Say in a line what contexts were written, and for how much."""
    spent = at.spent
    price = "of a price that is not known" if spent.dollars is None else f"${spent.dollars:.4f}"
    return (
        f"{at.contexts} contexts written for {price}: {spent.uncached} tokens read, "
        f"{spent.cache_written} written to the cache and {spent.cache_read} read from it, "
        f"{spent.output} answered."
    )
