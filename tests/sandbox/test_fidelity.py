"""The same little notebooks through nbclient and ipykernel, and through the sandbox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from nbjudge.sandbox import Limits, Zygote
from tests import needs

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Jupyter's own warnings

NOTEBOOKS = {
    "streams": [
        "print('a'); print('b')",
        "import sys; sys.stdout.write('x')",
        "print('é ∑ 🎉')",
        "print('e', file=sys.stderr)",
    ],
    "results": ["1+1", "_", "Out", "In", "None", "'a';", "[1,2]", "x=3\nx", "del _; 1"],
    "displays": [
        "from IPython.display import *\ndisplay(1,2); display(HTML('<b>x</b>')); Markdown('# t')",
        "h=display('a',display_id='k'); h.update('b')",
        "h.update('c')",
        "display(Image(data=b'\\x89PNG\\r\\n\\x1a\\nabc',format='png'))",
        "JSON({'a':[1]})",
        "Latex('$x$')",
        "display({'text/plain':'p','text/html':'h'},raw=True,metadata={'a':1})",
        "print('before'); display(3); print('after')",
    ],
    "clearing": [
        "from IPython.display import clear_output\nprint(1); clear_output(); print(2)",
        "print(1); clear_output(wait=True); print(2)",
        "print(1); clear_output(wait=True)",
    ],
    "errors": [
        "1/0",
        "def f():\n    raise ValueError('x')\nf()",
        "undefined",
        "raise KeyError('k')",
        "class E(Exception): pass\nraise E('m')",
        "assert 1==2, 'no'",
        "raise ExceptionGroup('eg',[ValueError(1)])",
        "print('before'); 1/0",
    ],
    "magics": [
        "%timeit -n1 -r1 -q 0",
        "%pwd;",
        "%lsmagic;",
        "%nosuch",
        "%%nosuch\n",
        "%who",
        "a=1\n%who",
        "x = !echo hi\nx",
        "!echo out; echo err >&2",
        "%%bash\necho b; echo e >&2",
        "%%bash\nexit 3",
        "%env HOME;",
        "%precision 3\n3.14159",
        "%%writefile z.txt\nabc",
        "%cat z.txt",
        "print?",
        "%matplotlib notebook",
        "%%capture c\nprint(1)",
        "c.stdout",
        "%xmode Plain",
        "1/0",
    ],
    "asynchronous": [
        "import asyncio\nawait asyncio.sleep(0.01); 5",
        "async def f(): return 3\nawait f()",
        "t=asyncio.create_task(f()); await t",
        "asyncio.get_running_loop().is_running()",
        "async for i in []: pass",
        "await asyncio.sleep(0); 1/0",
    ],
    "figures": [
        "import matplotlib.pyplot as plt\nplt.plot([1,2]);",
        "plt.plot([1]); plt.show(); print('after')",
        "fig,ax=plt.subplots(); print('x')",
        "fig",
        "%matplotlib inline\nplt.figure(); plt.plot([3,1]);",
    ],
    "widgets": [
        "import ipywidgets as w\ns=w.IntSlider(); s",
        "import anywidget, traitlets\nclass W(anywidget.AnyWidget):\n  _esm='export default {}'\n  v=traitlets.Int(1).tag(sync=True)\nW()",
        "w.HBox([s])",
    ],
    "descriptors": [
        "import os, time; os.write(1,b'fd\\n'); time.sleep(0.3)",
        "import ctypes; ctypes.CDLL(None).puts(b'from C'); ctypes.CDLL(None).fflush(None); time.sleep(0.3)",
        "import subprocess; subprocess.run(['echo','child']); time.sleep(0.3)",
        "os.system('echo sys'); time.sleep(0.3)",
        "os.write(2,b'err\\n'); time.sleep(0.3)",
    ],
    "frames": ["import pandas as pd; pd.DataFrame({'a':[1]})", "import numpy as np; np.eye(2)"],
    "odds": [
        "__name__",
        "exit",
        "print(end='')",
        "help(len)",
        "import logging; logging.warning('w')",
        "import random; random.seed(1); random.random()",
        "input()",
    ],
}

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
VARIES = [
    (re.compile(r"<ipython-input[^>]*>|/tmp/ipykernel_\d+/\d+\.py"), "the cell"),
    (re.compile(r"\(\d+ times\)"), "(many times)"),
    (re.compile(r"0x[0-9a-f]+"), "0x"),
    (re.compile(r"\b[0-9a-f]{32}\b"), "id"),
]


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    needs.a_sandbox()
    with Zygote(Limits(), preload=("numpy", "matplotlib.pyplot")) as started:
        yield started


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_outputs_are_those_of_a_kernel(
    zygote: Zygote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.delenv("PYTEST_CURRENT_TEST")  # the kernel would leave the descriptors alone
    cells = NOTEBOOKS[name]
    stock = by_kernel(cells, tmp_path)
    with zygote.session() as session:
        ours = [session.run(cell) for cell in cells]
    for cell, expected, run in zip(cells, stock, ours, strict=True):
        assert plain(run.outputs) == plain(expected["outputs"]), cell
        assert run.execution_count == expected["execution_count"]


def by_kernel(cells: list[str], folder: Path) -> list[Any]:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(
        notebook, allow_errors=True, timeout=60, resources={"metadata": {"path": str(folder)}}
    ).execute()
    return list(notebook.cells)


def plain(outputs: list[Any]) -> list[Any]:
    """Outputs without what differs from run to run, and without colours.

    The kernel's tracebacks mark no place within the line, for its cells have file names that do not exist;
    ours do. A pseudo-terminal ends lines with CR LF.
    """
    merged: list[dict[str, Any]] = []
    for output in outputs:
        output = dict(output)
        if output["output_type"] == "error":
            output["traceback"] = [frames_of_the_cell(line) for line in output["traceback"]]
        if output["output_type"] == "stream":
            output["text"] = COLOUR.sub("", output["text"]).replace("\r\n", "\n")
            if (
                merged
                and merged[-1]["output_type"] == "stream"
                and merged[-1]["name"] == output["name"]
            ):
                merged[-1]["text"] += output["text"]
                continue
        merged.append(output)
    return [without_ids(output) for output in merged]


def frames_of_the_cell(line: str) -> str:
    line = COLOUR.sub("", line)
    return "" if line.startswith("File ") else line


def without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: without_ids(each[:40] if key == "image/png" else each)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [without_ids(each) for each in value]
    if isinstance(value, str):
        for pattern, to in VARIES:
            value = pattern.sub(to, value)
    return value
