"""What becomes of questions when the product is killed, again and again, while they are asked?"""

import secrets
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from bot.app import application
from bot.logs import set_logging
from tests.bench import corpus
from tests.bench.figures import p50
from tests.scenarios.runs.endings import Ending
from tests.scenarios.runs.killing import crowd
from tests.scenarios.runs.kills import Outcome, killed
from tests.scenarios.slack.office import settings_over, write_policies
from tests.scenarios.surfaces import driving

KILLS = 200
_LONGEST = 7_200.0  # seconds


async def dying(
    folder: Path,
    console: Console,
    *,
    surface: str,
    kills: int = KILLS,
    seed: int | None = None,
) -> None:
    """Kill the product at moments that chance draws while people ask, and print how all ended."""
    set_logging("critical")
    seed = secrets.randbits(32) if seed is None else seed
    console.print(f"seed {seed}")
    write_policies(folder / "policies")
    data = folder / "data"
    data.mkdir()
    (data / "models").symlink_to(corpus.kept("models"))
    settings = settings_over(data, folder / "policies")
    async with application(settings) as app:
        await app.sync()
    async with driving(surface, folder) as driver, crowd(driver, settings) as people:
        chance = Random(seed)  # noqa: S311  # to be seen again
        outcome = await killed(people, chance, kills=kills, budget=_LONGEST)
    console.print(_table(outcome))
    for sentence in outcome.wrong:
        console.print(sentence, style="red")


def _table(outcome: Outcome) -> Table:
    table = Table(title=f"{outcome.kills} kills", title_justify="left", show_header=False)
    starting = outcome.starting
    rows = {
        "took": f"{outcome.seconds:.0f} s",
        "serves again after": f"p50 {p50(starting):.1f} s, longest {max(starting):.1f} s",
        "questions": str(sum(outcome.ended.values())),
        **{str(ending): str(outcome.ended[ending]) for ending in Ending},
        "asked of HR": str(outcome.cases),
        "never got to the bot": str(outcome.given_up),
        "messages left that wait for ever": str(outcome.orphans),
        "HR cards that stand twice": str(outcome.cards_again),
        "not as it has to be": str(len(outcome.wrong)),
    }
    for name, told in rows.items():
        table.add_row(name, told)
    return table
