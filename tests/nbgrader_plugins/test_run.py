"""In a kernel of its own, in the sandbox or not, a cell that dies or hangs costs only itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge import verdict
from nbjudge.nbgrader_plugins.steps import RunCells
from nbjudge.sandbox.kernels import Surroundings
from nbjudge.verdict import KEY, Kind, Status, Verdict
from tests import needs
from tests.kernels import install_kernels, kernelspec

pytestmark = pytest.mark.slow

KERNEL = "from ipykernel.kernelapp import IPKernelApp\nkernel = IPKernelApp.instance().kernel"
"""Lets a cell send what it likes in the kernel's name."""


@pytest.fixture(autouse=True)
def _kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_kernels(tmp_path, monkeypatch)


@pytest.fixture(params=["sandbox", "no sandbox"])
def around(request: pytest.FixtureRequest) -> Surroundings | None:
    if request.param == "sandbox":
        needs.a_sandbox()
    return Surroundings() if request.param == "sandbox" else None


def _run(*cells: NotebookNode | str, kernel: str = "adder", **options: Any) -> NotebookNode:
    code = [new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    notebook = new_notebook(cells=code, metadata={"kernelspec": kernelspec(kernel)})
    runner = RunCells(enabled=True, **{"timeout": 3, **options})
    notebook, _resources = runner.preprocess(notebook, {"metadata": {"path": "."}})
    return notebook


def _endings(*sources: str, **options: Any) -> tuple[list[str | None], Verdict]:
    notebook = _run(*sources, **options)
    return [cell.metadata.get(KEY) for cell in notebook.cells], verdict.read(notebook.metadata)


def test_a_process_that_ends_goes_on_without_that_cell(around: Surroundings | None):
    endings, found = _endings(
        "x = 1", "import os; x = 2; os._exit(1)", "assert x == 1", "y = x + 1", surroundings=around
    )
    assert endings == ["ok", "died", "ok", "ok"]
    assert [note.kind for note in found.notes] == [Kind.RUN]


def test_a_loop_is_stopped(around: Surroundings | None):
    endings, found = _endings("x = 1", "while True: x += 1", "assert x >= 1", surroundings=around)
    assert endings == ["ok", "time limit", "ok"]
    assert "time limit of 3 s" in found.sentence


def test_a_loop_that_ignores_the_interrupt_is_stopped_too(around: Surroundings | None):
    stubborn = "while True:\n    try:\n        while True: pass\n    except KeyboardInterrupt: pass"
    endings, _ = _endings("x = 1", stubborn, "assert x == 1", surroundings=around)
    assert endings == ["ok", "time limit", "ok"]


def test_the_rest_is_not_run_when_loops_have_used_up_the_time():
    endings, found = _endings("while True: pass", "while True: pass", "x = 1", total_seconds=5)
    assert endings == ["time limit", "time limit", None]
    assert "the rest was not run" in found.sentence


def test_the_rest_is_not_run_when_deaths_have_used_up_the_time():
    endings, found = _endings("import os; os._exit(1)", "x = 1", total_seconds=1)
    assert endings == ["died", None]
    assert "the rest was not run" in found.sentence


def test_an_error_in_a_cell_does_not_touch_what_was_defined_before():
    assert _endings("x = 1", "1 / 0", "assert x == 1")[0] == ["ok", "error", "ok"]


def test_a_cell_that_does_not_survive_a_second_time_is_left_out(tmp_path: Path):
    place = f"Path({str(tmp_path / 'once')!r})"
    once = f"from pathlib import Path\nif {place}.exists(): import os; os._exit(1)\n{place}.touch()"
    endings, _ = _endings("x = 1", once, "import os; os._exit(1)", "assert x == 1")
    assert endings == ["ok", "ok", "died", "ok"]


def test_how_a_sandboxed_kernel_ended_is_said(around: Surroundings | None):
    _, found = _endings("import os; os.kill(os.getpid(), 9)", surroundings=around)
    assert ("which was ended by signal 9" in found.sentence) == (around is not None)


def test_output_is_cut_and_says_so():
    cells = _run("print('x' * 10**7)", "for i in range(200): print('y' * 10**4, flush=True)").cells
    assert all(len(str(cell.outputs)) < 2 * 10**6 for cell in cells)
    assert all("Output is cut" in str(cell.outputs) for cell in cells)


def test_an_error_shows_even_after_a_flood():
    (cell,) = _run("print('x' * 10**7)\n1 / 0").cells
    assert "ZeroDivisionError" in str(cell.outputs)
    assert cell.metadata[KEY] == "error"


def test_a_mark_that_was_handed_in_counts_for_nothing():
    marked = new_code_cell("", metadata={KEY: "ok"})
    assert KEY not in _run(marked).cells[0].metadata


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("execute_result", {"data": {"text/plain": 3}, "metadata": {}, "execution_count": 1}),
        ("execute_result", {"data": {}, "metadata": 7, "execution_count": 1}),
        ("stream", {"name": 3, "text": "x"}),
        ("stream", {"text": 7}),
        ("stream", {}),
        ("no such kind", {}),
    ],
)
def test_what_is_no_output_is_left_out(kind: str, content: dict[str, Any]):
    forge = f"{KERNEL}\nkernel.send_response(kernel.iopub_socket, {kind!r}, {content!r})"
    (cell,) = _run(f"{forge}\nprint('after')").cells
    assert [output.get("text") for output in cell.outputs] == ["after\n"]
    assert cell.metadata[KEY] == "ok"


def test_what_is_no_reply_costs_its_cell():
    forge = (
        f"{KERNEL}\nsend = kernel.session.send\n"
        "def forged(stream, kind, content=None, *rest, **more):\n"
        "    return send(stream, kind, {} if kind == 'execute_reply' else content, *rest, **more)\n"
        "kernel.session.send = forged"
    )
    endings, found = _endings("x = 1", forge, "assert x == 1")
    assert endings == ["ok", "died", "ok"]
    assert "what is no message" in found.sentence


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [("absent", "'no-such-program', is not installed"), ("broken", "a library is missing")],
)
def test_a_kernel_that_does_not_start_is_a_sentence(
    kernel: str, reason: str, around: Surroundings | None, caplog: pytest.LogCaptureFixture
):
    notebook = _run("x = 1", kernel=kernel, surroundings=around, startup_timeout=10)
    found = verdict.read(notebook.metadata)
    assert KEY not in notebook.cells[0].metadata
    assert found.status is Status.PARTLY_RUN
    assert f"The kernel {kernel!r} did not start" in found.sentence
    assert around is None or reason in found.sentence
    assert "\n" not in found.sentence
    assert "Traceback" not in caplog.text


def test_a_kernel_that_is_not_installed_is_a_sentence():
    notebook = new_notebook(cells=[new_code_cell("x = 1")])
    notebook.metadata["kernelspec"] = {"name": "ir", "display_name": "R", "language": "R"}
    notebook, _ = RunCells(enabled=True, surroundings=Surroundings()).preprocess(notebook, {})
    assert "The kernel 'ir' did not start" in verdict.read(notebook.metadata).sentence
    assert "it is not installed here" in verdict.read(notebook.metadata).sentence
