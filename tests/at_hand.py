"""What a test needs and this machine may lack: skipped here, a failure where all must be there."""

import os

import pytest


def need(condition: object, reason: str) -> None:
    """Skip the test unless the condition holds; fail it where POLICYBOT_TEST_REQUIRE_ALL is 1."""
    if condition:
        return
    if os.environ.get("POLICYBOT_TEST_REQUIRE_ALL") == "1":
        pytest.fail(f"Required by POLICYBOT_TEST_REQUIRE_ALL: {reason}", pytrace=False)
    pytest.skip(reason)
