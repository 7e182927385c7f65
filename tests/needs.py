"""What tests need of the machine; where that is missing they say so, and do not pass in silence."""

from __future__ import annotations

import sys

import pytest

from nbjudge.sandbox import why_not


def a_sandbox() -> None:
    """Fail without a sandbox on Linux; elsewhere there is none to be had."""
    reason = why_not()
    if reason is None:
        return
    if sys.platform == "linux":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
