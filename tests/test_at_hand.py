import pytest

from tests.at_hand import need


def test_what_is_there_is_used() -> None:
    need(condition=True, reason="nothing is missing")


def test_what_is_missing_skips_the_test_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POLICYBOT_TEST_REQUIRE_ALL", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no browser"):
        need(condition=None, reason="no browser")


def test_what_is_missing_fails_where_everything_is_required(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("POLICYBOT_TEST_REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="no browser"):
        need(condition=None, reason="no browser")
