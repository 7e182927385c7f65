"""Autograde: runs a submission so that a cell that dies or hangs costs only itself."""

from __future__ import annotations

from subprocess import DEVNULL
from time import monotonic
from typing import Any

from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import Execute
from traitlets import Integer

from .. import verdict
from ..notebook.cells import is_test
from ..verdict import KEY, Kind, Note, Status

EXIT_MIME = "application/vnd.nbjudge.exit+json"
"""What the kernel displays when code asked Python to end."""

HARMLESS_EXIT = f"""
def _harmless_exit():
    import builtins, sys
    from IPython import get_ipython
    from IPython.display import display
    def ignored(*code, **options):
        display({{"{EXIT_MIME}": {{}}, "text/plain": "exit() is ignored here"}}, raw=True)
    sys.exit = builtins.exit = builtins.quit = ignored
    get_ipython().ask_exit = ignored
_harmless_exit()
del _harmless_exit
"""


class RunCells(Execute):
    """Run all cells, note how each one ended, and go on after those that took the kernel down.

    Each code cell that was run is marked in its metadata with ``ok``, ``error``, ``time limit`` or
    ``died``. A cell without a mark has not been run.
    """

    km: Any
    total_seconds = Integer(
        60, help="Seconds that cells which hit the time limit may take together."
    ).tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict, km: Any = None
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run one submission; one that could not be read is left as it is."""
        begun = verdict.read(nb.metadata)
        if begun.status is Status.UNREADABLE:
            return nb, resources
        self.notes: list[Note] = []
        self.lost_seconds = 0.0
        self.survived: list[str] = []
        nb, resources = super().preprocess(nb, resources, km)
        verdict.write(nb.metadata, begun.noted(*dict.fromkeys(self.notes)))
        return nb, resources

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Run one cell; after a death or a hang that no interrupt ends, start over without it."""
        if cell.cell_type != "code" or self.lost_seconds >= self.total_seconds:
            return cell, resources
        started = monotonic()
        try:
            cell, resources = super().preprocess_cell(cell, resources, index)
        except DeadKernelError:
            self._ended(cell, "died", "It ended the Python process.")
            self._start_over()
        except CellTimeoutError:
            text = f"Stopped after {self.timeout} s; it ignored the interrupt."
            self._ended(cell, "time limit", text)
            self._start_over()
        if cell.metadata.get(KEY) == "time limit":
            self.lost_seconds += monotonic() - started
            self._note_if_out_of_time()
        elif cell.metadata.get(KEY) in {"ok", "error"} and not is_test(cell):
            self.survived.append(cell.source)
        return cell, resources

    def on_cell_executed(self, **kwargs: Any) -> None:
        """Mark how the cell ended, from the kernel's reply; nbclient calls this after each cell."""
        super().on_cell_executed(**kwargs)
        cell, reply = kwargs["cell"], kwargs["execute_reply"]["content"]
        ending = "ok" if reply["status"] == "ok" else "error"
        if reply.get("ename") == self.error_on_timeout.get("ename"):
            self._ended(
                cell, "time limit", f"Stopped at the time limit of {self.timeout} s.", silent=True
            )
        else:
            cell.metadata[KEY] = ending
        if any(EXIT_MIME in output.get("data", {}) for output in cell.outputs):
            self.notes.append(Note(Kind.INFO, "A call of exit() was ignored."))

    def start_new_kernel(self, **kwargs: Any) -> None:
        """Keep what the kernel's process itself writes off the grader's terminal."""
        super().start_new_kernel(stdout=DEVNULL, stderr=DEVNULL, **kwargs)

    def start_new_kernel_client(self, **kwargs: Any) -> Any:
        """Make a new kernel's ``exit()`` harmless; nbclient calls this once per kernel."""
        client = super().start_new_kernel_client(**kwargs)
        if self.nb.metadata.get("kernelspec", {}).get("language", "python") == "python":
            self._quietly(HARMLESS_EXIT)
        return client

    def _ended(self, cell: NotebookNode, ending: str, text: str, *, silent: bool = False) -> None:
        cell.metadata[KEY] = ending
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        where = f"The cell {grade_id!r}" if grade_id else "A cell of the student's own"
        self.notes.append(
            Note(Kind.RUN, f"{where} did not end: {text[0].lower()}{text[1:]}", grade_id)
        )
        if not silent:
            cell.outputs.append(new_output("error", ename=ending, evalue=text, traceback=[text]))

    def _start_over(self) -> None:
        """Start a new kernel and bring it to where the last cell that ended had left it."""
        if self.km is not None:
            self._cleanup_kernel()
        self.create_kernel_manager()
        self.start_new_kernel()
        self.start_new_kernel_client()
        for source in self.survived:
            self._quietly(source)

    def _quietly(self, source: str) -> None:
        self.wait_for_reply(self.kc.execute(source, silent=True, store_history=False))

    def _note_if_out_of_time(self) -> None:
        if self.lost_seconds >= self.total_seconds:
            spent = f"{self.total_seconds} s"
            text = f"Its cells had used up {spent} without ending; the rest was not run."
            self.notes.append(Note(Kind.RUN, text))
