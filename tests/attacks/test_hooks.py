"""Hooks into Python and IPython run in the student's process, where no verdict is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nbjudge.verdict import Status
from tests.attacks.test_replaced_names import ALL_WRONG, WRONG
from tests.field.hand_ins import Case

HOOKS = {
    "input transformer": "ip = get_ipython()\nip.input_transformers_post.append(lambda lines: ['pass\\n'])",
    "input transformer that raises": "def bad(lines): raise SystemExit\nget_ipython().input_transformers_post.append(bad)",
    "ast transformer": """
import ast
class NoAssert(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.copy_location(ast.Pass(), node)
get_ipython().ast_transformers.append(NoAssert())
""",
    "event hook": "get_ipython().events.register('pre_run_cell', lambda info: globals().update(np=None))",
    "event hook that ends the process": "import os\nget_ipython().events.register('post_run_cell', lambda result: os._exit(0))",
    "exception handler": "get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)",
    "settrace": "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)",
    "run_cell": "ip = get_ipython()\nip.run_cell = ip.run_cell_async = ip.run_code = lambda *a, **k: None",
    "displayhook": "import sys\nsys.displayhook = lambda value: None\nget_ipython().displayhook = None",
    "excepthook": "import sys\nsys.excepthook = lambda *a: None\nsys.unraisablehook = None",
    "audit hook": "import sys\nsys.addaudithook(lambda *a: None)",
    "recursion limit": "import sys\nsys.setrecursionlimit(60)",
    "closed descriptors": "import os\nfor number in range(3, 64):\n    try: os.close(number)\n    except OSError: pass",
    "signals": "import signal\nfor number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE): signal.signal(number, signal.SIG_IGN)",
    "atexit": "import atexit, os\natexit.register(os._exit, 0)",
    "gc callbacks": "import gc\ngc.callbacks.append(lambda *a: None)\ngc.disable()",
    "user_ns": "class Names(dict):\n    def __missing__(self, name): return 4\nget_ipython().user_ns = Names()",
}
CASES = [
    Case(
        f"hooks with {name}",
        own=(WRONG, source),
        lost=ALL_WRONG,
        status=(Status.GRADED, Status.PARTLY_RUN),
        at_most=True,
    )
    for name, source in HOOKS.items()
]
"""A hook may cost the student more than the wrong answers: what it breaks is the student's own."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_test_is_passed_by_a_hook(case: Case, hold: Callable[[Case], object]):
    hold(case)
