from pathlib import Path
from threading import Event, Thread

from tests.one_at_a_time import one_at_a_time


def test_whoever_comes_second_waits_for_the_first(tmp_path: Path) -> None:
    is_in = Event()

    def come() -> None:
        with one_at_a_time(tmp_path / "models"):
            is_in.set()

    second = Thread(target=come)
    with one_at_a_time(tmp_path / "models"):
        second.start()
        with one_at_a_time(tmp_path / "vectors"):  # another folder is free
            assert not is_in.wait(0.2)
    second.join()
    assert is_in.is_set()
