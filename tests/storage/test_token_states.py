from storage.database import Database
from storage.token_states import TokenStates


async def test_tokens_come_back_by_chunk_and_only_in_their_space(database: Database) -> None:
    states, other = TokenStates(database, "one"), TokenStates(database, "two")
    await states.put("leave", "g1", {"a": b"\x01", "b": b"\x02"})
    await other.put("leave", "g1", {"a": b"\x03"})

    assert await states.of(["b", "a", "c"]) == {"a": b"\x01", "b": b"\x02"}
    assert await other.of(["a", "b"]) == {"a": b"\x03"}


async def test_tokens_written_again_replace_those_before(database: Database) -> None:
    states = TokenStates(database, "one")
    await states.put("leave", "g1", {"a": b"\x01"})
    await states.put("leave", "g1", {"a": b"\x02"})

    assert await states.of(["a"]) == {"a": b"\x02"}


async def test_a_generation_outlives_the_removal_of_the_others(database: Database) -> None:
    states = TokenStates(database, "one")
    await states.put("leave", "g1", {"a": b"\x01"})
    await states.put("leave", "g2", {"b": b"\x02"})
    await states.put("travel", "g1", {"c": b"\x03"})

    await states.remove("leave", except_generation="g2")
    assert set(await states.of(["a", "b", "c"])) == {"b", "c"}

    await states.remove("leave")
    assert set(await states.of(["a", "b", "c"])) == {"c"}


async def test_another_models_tokens_are_dropped_after_a_switch(database: Database) -> None:
    old, new = TokenStates(database, "old"), TokenStates(database, "new")
    await old.put("leave", "g1", {"a": b"\x01"})
    await new.put("leave", "g1", {"a": b"\x02"})

    await new.drop_other_spaces()

    assert (await old.of(["a"]), await new.of(["a"])) == ({}, {"a": b"\x02"})
