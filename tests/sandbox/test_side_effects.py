"""Which cells need no state kept before them."""

from __future__ import annotations

import math

import pytest
from sandbox_cells import names_of

from nbjudge.sandbox import Session
from nbjudge.sandbox.inside.side_effects import is_side_effect_free


@pytest.mark.parametrize(
    "source",
    [
        "import math",
        "from math import sqrt\nimport os, sys",
        "def f(x, n=1, *args, k=None, **kw) -> int:\n    return boom()",
        "def f(x: math.floor, y: int = 2): ...",
        "x = 1\n'''text'''\npass",
        "# only a comment",
        "",
    ],
)
def test_inert(source: str):
    assert is_side_effect_free(source, {"math": math})


@pytest.mark.parametrize(
    "source",
    [
        "f()",
        "import antigravity",
        "import nosuch",
        "from math import nosuch",
        "from . import x",
        "@decorator\ndef f(): ...",
        "def f(x=g()): ...",
        "def f(x: g()): ...",
        "def f(x: own.attribute): ...",
        "def f() -> g[0]: ...",
        "class A: ...",
        "x = y",
        "x = [1]",
        "x.y = 1",
        "x, y = 1, 2",
        "%time 1",
        "!ls",
        "x",
        "del x",
        "if True: pass",
        "\0",
        "x = " + "(" * 500 + "1" + ")" * 500,
        "x = '" + "y" * 30_000 + "'",
    ],
)
def test_not_inert(source: str):
    assert not is_side_effect_free(source, {"own": object()})


def test_a_death_after_inert_cells_loses_none_of_them(session: Session):
    session.run("x = [1]")
    session.run("def f(): return x")
    session.run("y = 2")
    session.run("import os; os._exit(1)")
    assert names_of(session) == {"x", "f", "y"}
