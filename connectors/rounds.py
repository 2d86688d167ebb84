"""How are several sources brought in step? One after another, a run each."""

from collections.abc import Callable, Sequence

from connectors.source import Source, SourceUnavailableError
from connectors.stores import Stores
from connectors.sync import Cutting, Progress, Sync
from storage.tables import SyncRun


async def synced(
    sources: Sequence[Source],
    stores: Stores,
    cutting: Cutting,
    *,
    progress: Callable[[Progress], None],
) -> tuple[SyncRun, ...]:
    """Bring the index in step with sources, in their order; `progress` counts on over all.

    One that cannot be read stays as it is indexed and the others go on; then its
    `SourceUnavailableError` is raised.
    """
    runs, down, so_far = [], [], Progress()
    for source in sources:
        last, before = so_far, so_far

        def tell(at: Progress, before: Progress = before) -> None:
            nonlocal last
            last = at.after(before)
            progress(last)

        try:
            runs.append(await Sync(source, stores, cutting, progress=tell).run())
        except SourceUnavailableError as error:
            down.append(error)
        so_far = last
    if down:
        raise down[0]
    return tuple(runs)
