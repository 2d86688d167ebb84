from pathlib import Path

import pytest

from tests.fakes.slack_page.bundle import NotBundledError, bundle


def test_without_npm_the_page_is_not_made_and_nothing_half_done_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))

    with pytest.raises(NotBundledError, match="npm did not run"):
        bundle(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_what_npm_complains_of_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text("#!/bin/sh\necho 'no such package' >&2\nexit 1\n", encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{npm.parent}:/usr/bin:/bin")
    kept = tmp_path / "kept"
    kept.mkdir()

    with pytest.raises(NotBundledError, match="npm failed: no such package"):
        bundle(kept)

    assert list(kept.iterdir()) == []
