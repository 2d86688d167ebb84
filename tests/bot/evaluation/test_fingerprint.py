from pathlib import Path

from bot.evaluation.fingerprint import fingerprint


def test_a_fingerprint_tells_contents_and_names_and_nothing_else(tmp_path: Path) -> None:
    pages, copy = tmp_path / "pages", tmp_path / "copy"
    for folder in (pages, copy):
        (folder / "leave").mkdir(parents=True)
        (folder / "leave" / "moving.md").write_text("One day.")
    before = fingerprint(pages)
    assert fingerprint(copy) == before

    (copy / "leave" / "moving.md").write_text("Two days.")
    assert fingerprint(copy) != before

    (pages / "leave" / "moving.md").rename(pages / "moving.md")
    assert fingerprint(pages) != before
