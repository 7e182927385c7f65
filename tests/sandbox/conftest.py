"""Warm zygotes with small limits, and sessions of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sandbox_cells import SMALL

from nbjudge.sandbox import Session, Zygote
from tests import needs

FILES = {"experiments.json": b'{"runs": []}', "module_beside/__init__.py": b"answer = 42\n"}


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    """One warm process for all tests."""
    needs.a_sandbox()
    with Zygote(SMALL, preload=("numpy",)) as started:
        yield started


@pytest.fixture
def session(zygote: Zygote) -> Iterator[Session]:
    """A submission with two files."""
    with zygote.session(files=FILES) as opened:
        yield opened
