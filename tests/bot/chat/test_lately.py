"""What a service said lately is asked for once, and again when it may have changed."""

import asyncio
from itertools import count

from bot.chat import lately as module
from bot.chat.lately import Lately


class Asked:
    """A service that tells how often it was asked, of "nothing" nothing."""

    def __init__(self) -> None:
        self.times = count(1)

    async def __call__(self, about: str) -> int | None:
        await asyncio.sleep(0)
        return None if about == "nothing" else next(self.times)


async def test_who_asks_at_the_same_time_gets_one_answer() -> None:
    lately = Lately(Asked(), kept=60)

    assert set(await asyncio.gather(*(lately.told("a") for _ in range(9)))) == {1}
    assert await lately.told("b") == 2
    assert (lately.kept("a"), lately.kept("c")) == (1, None)


async def test_what_is_too_old_is_asked_for_again() -> None:
    lately = Lately(Asked(), kept=0.05)

    assert await lately.told("a") == 1
    await asyncio.sleep(0.02)
    assert await lately.told("a") == 1
    assert await lately.told("a", age=0.01) == 2
    await asyncio.sleep(0.06)
    assert lately.kept("a") is None
    assert await lately.told("a") == 3


async def test_what_changed_while_it_was_asked_for_is_forgotten_too() -> None:
    lately = Lately(Asked(), kept=60)

    asking = asyncio.create_task(lately.told("a"))
    await asyncio.sleep(0)
    await lately.forget("a")

    assert await asking == 1
    assert await lately.told("a") == 2


async def test_that_nothing_is_said_is_not_kept_and_ends_what_was() -> None:
    lately = Lately(Asked(), kept=60)
    lately.keep("nothing", 7)

    assert await lately.told("nothing") == 7
    assert await lately.told("nothing", age=-1) is None
    assert lately.kept("nothing") is None


async def test_what_is_old_does_not_pile_up() -> None:
    lately = Lately(Asked(), kept=0.01)
    for n in range(5_000):
        lately.keep(f"{n}", n)
        if n % 500 == 0:
            await asyncio.sleep(0.02)

    assert len(lately._answers) <= 2 * module._MANY  # noqa: SLF001  # what is held, nobody is told
