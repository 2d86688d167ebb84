import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from retrieval.centring import Vector, unit
from retrieval.late import covered, packed

SIZE = 16
MIDDLE = np.zeros(SIZE, np.float32)


def tokens(seed: int, number: int) -> Vector:
    dice = np.random.default_rng(seed)
    return unit(dice.normal(size=(number, SIZE)).astype(np.float32))


@given(
    seed=st.integers(0, 1000),
    asked=st.integers(1, 5),
    lengths=st.lists(st.integers(0, 9), min_size=1),
)
def test_each_token_keeps_the_likeness_of_the_nearest(
    seed: int, asked: int, lengths: list[int]
) -> None:
    question = tokens(seed, asked)
    passages = [tokens(seed + n, length) for n, length in enumerate(lengths, start=1)]

    found = covered(question, [packed(passage, MIDDLE) for passage in passages])

    for row, passage in zip(found, passages, strict=True):
        signs = np.where(passage > 0, 1, -1) / np.sqrt(SIZE)
        expected = (question @ signs.T).max(axis=1) if len(passage) else np.full(asked, -1)
        assert np.allclose(row, expected, atol=0.02)


def test_a_token_takes_a_bit_for_every_dimension() -> None:
    assert len(packed(tokens(1, 7), MIDDLE)) == 7 * SIZE // 8


def test_a_passage_of_the_same_words_is_covered_best() -> None:
    question = tokens(1, 4)

    same, other = covered(question, [packed(question, MIDDLE), packed(tokens(2, 4), MIDDLE)])

    assert (same > other).all()
