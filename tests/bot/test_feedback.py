"""Who may say what of an answer, and what counts in the end?"""

import pytest

from bot.feedback import Feedback, Rating, ratings
from storage.exchanges import Exchanges
from tests.bot.said import ANA, BEN, EVE, answered


async def told(exchanges: Exchanges, exchange_id: str) -> list[Rating]:
    return ratings(await exchanges.events(exchange_id))


async def test_the_last_thumb_of_the_asker_counts_with_the_reason_for_it(
    exchanges: Exchanges, feedback: Feedback
) -> None:
    asked = await answered(exchanges)

    assert await feedback.rate(asked, ANA, good=True, key="e1")
    assert await feedback.rate(asked, "Ana@Corp.example", good=False, key="e2")
    assert await feedback.reason(asked, ANA, " Not\u200b for Germany ", "e3")
    assert await told(exchanges, asked) == [Rating(None, good=False, reason="Not for Germany")]

    assert await feedback.rate(asked, ANA, good=True, key="e4")
    assert await told(exchanges, asked) == [Rating(None, good=True)]


async def test_what_is_told_twice_is_on_record_once(
    exchanges: Exchanges, feedback: Feedback
) -> None:
    asked = await answered(exchanges)
    for _ in range(2):
        assert await feedback.rate(asked, ANA, good=False, key="e1")
        assert await feedback.reason(asked, ANA, "wrong", "e1")

    kinds = [event.kind for event in await exchanges.events(asked)]
    assert kinds == ["opened", "answered", "rated", "reason"]


@pytest.mark.parametrize(
    ("by", "private", "may"),
    [(BEN, False, True), (BEN, True, False), (EVE, False, False), (ANA, True, True)],
)
async def test_only_who_was_shown_an_answer_and_is_known_may_judge_it(
    exchanges: Exchanges, feedback: Feedback, by: str, private: bool, may: bool
) -> None:
    asked = await answered(exchanges, private=private)

    assert await feedback.rate(asked, by, good=False, key="e1") is may
    assert await feedback.reason(asked, by, "wrong", "e2") is may
    assert len(await told(exchanges, asked)) == may


async def test_in_a_channel_each_has_one_voice(exchanges: Exchanges, feedback: Feedback) -> None:
    asked = await answered(exchanges, private=False)
    for key, (by, good) in enumerate([(ANA, False), (BEN, False), (BEN, True)]):
        await feedback.rate(asked, by, good=good, key=str(key))

    assert await told(exchanges, asked) == [Rating(None, good=False), Rating(BEN, good=True)]


async def test_an_exchange_that_is_none_is_nobodys_to_judge(feedback: Feedback) -> None:
    assert not await feedback.rate("NONE", ANA, good=True, key="e1")
