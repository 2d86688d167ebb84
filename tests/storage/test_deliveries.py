from datetime import timedelta
from pathlib import Path

import pytest

from storage.database import Database
from storage.deliveries import KEPT, Deliveries, Delivery, State
from storage.moments import now

PLACE = {"id": "C1", "thread": "1.0"}


@pytest.fixture
def deliveries(database: Database) -> Deliveries:
    return Deliveries(database)


async def test_a_message_is_on_disk_before_it_is_sent(
    deliveries: Deliveries, tmp_path: Path
) -> None:
    begun = await deliveries.begin("answer:1", "slack", PLACE)
    other = Database(tmp_path / "policybot.sqlite")
    after_a_crash = await Deliveries(other).begin("answer:1", "slack", PLACE)
    await other.close()

    assert begun == Delivery("answer:1", "slack", PLACE, State.POSTING, fresh=True)
    assert after_a_crash == Delivery("answer:1", "slack", PLACE, State.POSTING)


async def test_a_message_that_is_shown_stays_so_when_it_is_begun_again(
    deliveries: Deliveries,
) -> None:
    await deliveries.begin("answer:1", "slack", PLACE)
    assert await deliveries.shown("answer:1", "17.5", "first")
    assert await deliveries.shown("answer:1", "17.5", "second")
    shown = Delivery("answer:1", "slack", PLACE, State.SHOWN, "17.5", "second")

    assert await deliveries.begin("answer:1", "slack", {"id": "elsewhere"}) == shown
    assert await deliveries.get("answer:1") == shown


async def test_a_message_is_found_by_the_chats_own_name_of_it(deliveries: Deliveries) -> None:
    for key, place in (("answer:1", PLACE), ("answer:2", {"id": "C2"})):
        await deliveries.begin(key, "slack", place)
        await deliveries.shown(key, "17.5", "d")

    found = await deliveries.by_reference("slack", "C2", "17.5")
    assert found is not None
    assert found.key == "answer:2"
    assert await deliveries.by_reference("slack", "C3", "17.5") is None
    assert await deliveries.by_reference("teams", "C2", "17.5") is None


async def test_a_message_that_is_taken_back_comes_back_only_as_a_new_one(
    deliveries: Deliveries,
) -> None:
    await deliveries.begin("answer:1", "slack", PLACE)
    await deliveries.shown("answer:1", "17.5", "d")
    assert await deliveries.taken_back("answer:1")

    assert not await deliveries.shown("answer:1", "17.6", "late")
    assert await deliveries.begin("answer:1", "slack", PLACE) == Delivery(
        "answer:1", "slack", PLACE, State.POSTING, fresh=True
    )


async def test_nothing_is_known_of_a_message_that_was_never_begun(deliveries: Deliveries) -> None:
    assert await deliveries.get("answer:1") is None
    assert not await deliveries.shown("answer:1", "17.5", "d")
    assert not await deliveries.taken_back("answer:1")


async def test_what_was_not_changed_for_long_is_forgotten(deliveries: Deliveries) -> None:
    await deliveries.begin("answer:1", "slack", PLACE)
    changed = now()

    assert await deliveries.drop_old(changed + KEPT - timedelta(minutes=1)) == 0
    assert await deliveries.get("answer:1") is not None
    assert await deliveries.drop_old(changed + KEPT + timedelta(minutes=1)) == 1
    assert await deliveries.get("answer:1") is None


async def test_a_place_without_an_id_is_refused(deliveries: Deliveries) -> None:
    with pytest.raises(ValueError, match=r"no id: \['thread'\]"):
        await deliveries.begin("answer:1", "slack", {"thread": "1.0"})
