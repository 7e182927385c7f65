"""Code that was written for a person at a screen: the run goes on, and it is noted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.field.hand_ins import Case

LINES = {
    "input": "name = input('Name? ')",
    "password": "import getpass\ngetpass.getpass()",
    "notebook backend": "%matplotlib notebook",
    "interact": "from ipywidgets import interact\ninteract(lambda x: x, x=(0, 10))",
    "pip": "!pip install nothing-of-the-kind",
    "pip magic": "%pip install nothing-of-the-kind",
    "conda": "%conda install nothing",
    "bash": "%%bash\necho $((1 + 1))",
    "javascript": "%%javascript\nalert(1)",
    "unknown magic": "%no_such_magic",
    "debugger": "import pdb\npdb.set_trace()",
    "breakpoint": "breakpoint()",
    "autoreload": "%load_ext autoreload\n%autoreload 2",
    "await": "import asyncio\nawait asyncio.sleep(0)",
    "restart": "get_ipython().kernel.do_shutdown(True)",
}
CASES = [
    *(Case(f"interactive {name}", own=(source,)) for name, source in LINES.items()),
    Case(
        "input in an answer",
        cells={
            "predict": "It will be 0.",
            "attention-output": "def attention(q, k, v, causal=True):\n    return attention_weights(q, k, causal) @ v\nname = input()",
        },
        note="input",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_run_goes_on(case: Case, hold: Callable[[Case], object]):
    hold(case)
